# The vcube command, one idea per folder. It sees only the public headers and its own.
bin_PROGRAMS = %D%/vcube
%C%_vcube_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/%D% $(JANSSON_CFLAGS) $(MICROHTTPD_CFLAGS)
%C%_vcube_LDADD = libvcube-stepper.la libvcube.la $(JANSSON_LIBS) $(MICROHTTPD_LIBS)
%C%_vcube_SOURCES = %D%/commands.h %D%/launch.c %D%/main.c %D%/predict.c %D%/base/atomic_file.c \
	%D%/base/atomic_file.h %D%/base/command.c %D%/base/command.h %D%/base/d3.h %D%/base/numbers.h \
	%D%/base/processes.c %D%/base/processes.h %D%/base/recorded.h %D%/base/settings.c %D%/base/settings.h %D%/base/spread.c %D%/base/spread.h \
	%D%/base/status.c %D%/base/status.h %D%/base/index.c %D%/base/index.h %D%/base/text.c \
	%D%/base/text.h %D%/base/units.c %D%/base/units.h %D%/output/record.c %D%/output/record.h \
	%D%/output/table.c %D%/lab/job.h %D%/lab/lab.c %D%/lab/menu.c \
	%D%/lab/menu.h %D%/lab/page.h %D%/lab/request.c %D%/lab/request.h %D%/lab/server.h %D%/load/load.c \
	%D%/load/load.h %D%/new/new.c \
	%D%/new/template.h %D%/plot/plot.c %D%/plot/plot.h %D%/sweep/bandwidth.c \
	%D%/sweep/bandwidth.h %D%/sweep/figure.c %D%/sweep/options.c \
	%D%/sweep/options.h %D%/sweep/part.c %D%/sweep/part.h %D%/sweep/plan.c %D%/sweep/plan.h %D%/sweep/predict.c %D%/sweep/predict.h \
	%D%/sweep/sweep.c %D%/sweep/sweep.h %D%/sweep/traffic.c %D%/sweep/traffic.h %D%/run/measure.c \
	%D%/run/measure.h %D%/run/pattern.c %D%/run/pattern.h %D%/run/run.c %D%/step/step.c \
	%D%/topo/topo.c %D%/schedule/permuting.c %D%/schedule/permuting.h \
	%D%/schedule/schedule.c %D%/trace/acts.c %D%/trace/acts.h %D%/trace/csv.c \
	%D%/trace/export.h %D%/trace/goal.c %D%/trace/links.c %D%/trace/network.c %D%/trace/paje.c \
	%D%/trace/perfetto.c %D%/trace/summary.c %D%/trace/ti.c %D%/trace/trace.c %D%/view/data.c \
	%D%/view/view.c %D%/view/view.h %D%/run/pieces.c %D%/run/pieces.h %D%/view/contents.c \
	%D%/view/contents.h %D%/view/lengths.c %D%/view/lengths.h %D%/view/parts.c %D%/view/parts.h \
	%D%/calibrate/calibrate.c %D%/calibrate/fit.c %D%/calibrate/fit.h %D%/papers/bokhari.c \
	%D%/papers/cm200.c %D%/papers/compare.c %D%/papers/formulas.c %D%/papers/kumar.c \
	%D%/papers/liu.c %D%/papers/products.c %D%/papers/reproduce.c %D%/papers/reproduce.h %D%/papers/router.c %D%/papers/transfers.c \
	%D%/papers/tsv.c %D%/papers/virtual_run.c %D%/list/list.c %D%/list/subjects.c \
	%D%/list/subjects.h

nodist_%C%_vcube_SOURCES =
if HAVE_MICROHTTPD
%C%_vcube_SOURCES += %D%/lab/job.c %D%/lab/server.c
nodist_%C%_vcube_SOURCES += %D%/lab/page.c
endif

# Built from the parts of the page of vcube view, and from the tables of the papers
nodist_%C%_vcube_SOURCES += %D%/new/template.c %D%/view/page.c %D%/base/d3.c %D%/papers/tables.c
CLEANFILES += $(nodist_%C%_vcube_SOURCES) %D%/lab/page.c
EXTRA_DIST += $(view_files) %D%/papers/tables.awk
view_files = %D%/view/page/embed.awk %D%/view/page/page.html %D%/view/page/page.css \
	%D%/view/page/model.js %D%/view/page/contents.js %D%/view/page/layout.js \
	%D%/view/page/draw.js %D%/view/page/spacetime.js %D%/view/page/failure.js \
	%D%/view/page/linked.js %D%/view/page/motion.js %D%/view/page/canvas.js %D%/view/page/crowd.js \
	%D%/view/page/patch.js %D%/view/page/page.js
%D%/view/page.c: $(view_files)
	$(AM_V_GEN)$(MKDIR_P) %D%/view && $(AWK) -v folder=$(srcdir)/%D%/view/page \
		-f $(srcdir)/%D%/view/page/embed.awk >$@.new && mv $@.new $@

# The modules of d3, each behind those that it needs
d3_modules = dispatch timer selection ease color interpolate transition array collection format \
	time time-format scale axis drag zoom brush
d3_files = $(foreach module,$(d3_modules),$(D3)/d3-$(module)/dist/d3-$(module).min.js)
EXTRA_DIST += %D%/base/d3.txt
CLEANFILES += %D%/base/d3.js
%D%/base/d3.js: $(d3_files) %D%/base/d3.txt
	$(AM_V_GEN)$(MKDIR_P) %D%/base && LC_ALL=C $(AWK) 1 $(srcdir)/%D%/base/d3.txt $(d3_files) >$@.new && mv $@.new $@
%D%/base/d3.c: %D%/base/d3.js %D%/base/embed.awk
	$(AM_V_GEN)$(embed) -v prefix= -v header=base/d3.h -f $(embedder) $< >$@.new && mv $@.new $@

EXTRA_DIST += $(new_files)
new_files = %D%/new/template/algorithm.c %D%/new/template/algorithm.sh \
	%D%/new/template/program.c %D%/new/template/program.sh %D%/new/template/CMakeLists.txt \
	%D%/new/template/Makefile %D%/new/template/meson.build
%D%/new/template.c: $(new_files) %D%/base/embed.awk
	$(AM_V_GEN)$(MKDIR_P) %D%/new && $(embed) -v prefix=template_ -v header=new/template.h \
		-f $(embedder) $(addprefix $(srcdir)/,$(new_files)) >$@.new && mv $@.new $@
EXTRA_DIST += $(lab_files)
lab_files = %D%/lab/page/lab.html %D%/lab/page/lab.css %D%/lab/page/lab.js %D%/lab/page/figure.js
%D%/lab/page.c: $(lab_files) %D%/base/embed.awk
	$(AM_V_GEN)$(MKDIR_P) %D%/lab && $(embed) -v prefix=lab_ -v header=lab/page.h \
		-f $(embedder) $(addprefix $(srcdir)/,$(lab_files)) >$@.new && mv $@.new $@
EXTRA_DIST += %D%/base/embed.awk
embed = LC_ALL=C $(AWK)
embedder = $(srcdir)/%D%/base/embed.awk

tabledir = $(pkgdatadir)/tables
dist_table_DATA = %D%/papers/data/bokhari-crossovers.tsv %D%/papers/data/bokhari-table1.tsv \
	%D%/papers/data/cm200-table3.tsv %D%/papers/data/cm200-table4.tsv \
	%D%/papers/data/cm200-table6.tsv %D%/papers/data/cm200-table7.tsv \
	%D%/papers/data/cm200-table10.tsv %D%/papers/data/cm200-table16.tsv \
	%D%/papers/data/cm200-table18.tsv %D%/papers/data/cm200-table19.tsv \
	%D%/papers/data/cm200-table9.tsv %D%/papers/data/cm200-table11.tsv \
	%D%/papers/data/cm200-table13.tsv %D%/papers/data/cm200-table15.tsv \
	%D%/papers/data/liu-table1.tsv
%D%/papers/tables.c: $(dist_table_DATA) %D%/papers/tables.awk
	$(AM_V_GEN)$(MKDIR_P) %D%/papers && LC_ALL=C awk -f $(srcdir)/%D%/papers/tables.awk \
		$(addprefix $(srcdir)/,$(dist_table_DATA)) >$@.new && mv $@.new $@

dist_bashcompletion_DATA = %D%/completion/vcube %D%/completion/vcubecc %D%/completion/vcuberun
# Those of zsh and fish ask that of bash.
zshdir = $(datadir)/zsh/site-functions
nodist_zsh_DATA = %D%/completion/_vcube
fishdir = $(datadir)/fish/vendor_completions.d
nodist_fish_DATA = %D%/completion/here/vcube.fish
asking = %D%/completion/vcube.zsh %D%/completion/vcube.fish
EXTRA_DIST += $(asking)
CLEANFILES += $(nodist_zsh_DATA) $(nodist_fish_DATA)
with_folder = $(AM_V_GEN)$(MKDIR_P) $(@D) && sed 's,@bashcompletiondir@,$(bashcompletiondir),' $< >$@
%D%/completion/_vcube: %D%/completion/vcube.zsh
	$(with_folder)
%D%/completion/here/vcube.fish: %D%/completion/vcube.fish
	$(with_folder)
