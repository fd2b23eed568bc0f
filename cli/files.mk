# The vcube command, one idea per folder. It sees only the public headers and its own. All but
# main() is a library, for its tests.
bin_PROGRAMS = %D%/vcube
%C%_vcube_SOURCES = %D%/main.c
%C%_vcube_CPPFLAGS = $(libcli_a_CPPFLAGS)
%C%_vcube_LDADD = libcli.a libvcube-stepper.la libvcube.la $(JANSSON_LIBS) $(MICROHTTPD_LIBS)
# For tests: libtool makes a script of a program to be installed, which starts a dozen others.
check_PROGRAMS += %D%/here/vcube
%C%_here_vcube_SOURCES = %D%/main.c
%C%_here_vcube_CPPFLAGS = $(libcli_a_CPPFLAGS)
%C%_here_vcube_LDFLAGS = $(AM_LDFLAGS) -no-install
%C%_here_vcube_LDADD = $(%C%_vcube_LDADD)
noinst_LIBRARIES = libcli.a
libcli_a_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/%D% $(JANSSON_CFLAGS) $(MICROHTTPD_CFLAGS)
libcli_a_SOURCES = %D%/base/atomic_file.c %D%/base/command.c %D%/base/index.c %D%/base/processes.c \
	%D%/base/settings.c %D%/base/spread.c %D%/base/status.c %D%/base/text.c %D%/base/units.c \
	%D%/base/utf8.c \
	%D%/calibrate/calibrate.c %D%/calibrate/fit.c %D%/lab/lab.c %D%/lab/menu.c \
	%D%/lab/request.c %D%/launch.c %D%/list/list.c %D%/list/subjects.c %D%/load/load.c \
	%D%/new/new.c %D%/output/record.c %D%/output/table.c %D%/papers/bokhari.c \
	%D%/papers/cm200.c %D%/papers/compare.c %D%/papers/formulas.c %D%/papers/index_law.c \
	%D%/papers/kumar.c %D%/papers/liu.c %D%/papers/products.c %D%/papers/reproduce.c \
	%D%/papers/router.c %D%/papers/transfers.c %D%/papers/tsv.c %D%/papers/virtual_run.c \
	%D%/plot/plot.c %D%/predict.c %D%/run/measure.c %D%/run/pattern.c %D%/run/pieces.c \
	%D%/run/run.c %D%/schedule/permuting.c %D%/schedule/schedule.c %D%/step/step.c \
	%D%/sweep/bandwidth.c %D%/sweep/figure.c %D%/sweep/options.c %D%/sweep/part.c \
	%D%/sweep/plan.c %D%/sweep/predict.c %D%/sweep/sweep.c %D%/sweep/traffic.c %D%/topo/topo.c \
	%D%/trace/acts.c %D%/trace/csv.c %D%/trace/goal.c %D%/trace/links.c %D%/trace/network.c \
	%D%/trace/paje.c %D%/trace/perfetto.c %D%/trace/summary.c %D%/trace/ti.c %D%/trace/trace.c \
	%D%/view/contents.c %D%/view/data.c %D%/view/lengths.c %D%/view/parts.c %D%/view/rows.c \
	%D%/view/view.c
nodist_libcli_a_SOURCES = %D%/base/d3.c %D%/new/template.c %D%/papers/tables.c %D%/view/page.c
if HAVE_MICROHTTPD
libcli_a_SOURCES += %D%/lab/job.c %D%/lab/server.c
nodist_libcli_a_SOURCES += %D%/lab/page.c
endif
CLEANFILES += $(nodist_libcli_a_SOURCES) %D%/lab/page.c

# Files as C strings: the pages, and what vcube new writes
lab_page = $(wildcard $(srcdir)/%D%/lab/page/*)
new_template = $(wildcard $(srcdir)/%D%/new/template/*)
view_page = $(wildcard $(srcdir)/%D%/view/page/*)
EXTRA_DIST += $(lab_page) $(new_template) $(view_page) %D%/base/embed.awk
%D%/lab/page.c: %D%/base/embed.awk $(lab_page)
	$(generate) $(AWK) -v prefix=lab_ -v header=lab/page.h -f $^ >$@
%D%/new/template.c: %D%/base/embed.awk $(new_template)
	$(generate) $(AWK) -v prefix=template_ -v header=new/template.h -f $^ >$@
%D%/view/page.c: $(view_page)
	$(generate) $(AWK) -v folder=$(<D) -f $(<D)/embed.awk >$@

# The modules of d3, each behind those that it needs
d3_modules = dispatch timer selection ease color interpolate transition array collection format \
	time time-format scale axis drag zoom brush
EXTRA_DIST += %D%/base/d3.txt
CLEANFILES += %D%/base/d3.js
d3_files = $(foreach module,$(d3_modules),$(D3)/d3-$(module)/dist/d3-$(module).min.js)
%D%/base/d3.js: %D%/base/d3.txt $(d3_files)
	$(generate) $(AWK) 1 $^ >$@
%D%/base/d3.c: %D%/base/embed.awk %D%/base/d3.js
	$(generate) $(AWK) -v prefix= -v header=base/d3.h -f $^ >$@

tabledir = $(pkgdatadir)/tables
EXTRA_DIST += %D%/papers/tables.awk
dist_table_DATA = %D%/papers/data/bokhari-crossovers.tsv %D%/papers/data/bokhari-table1.tsv \
	%D%/papers/data/cm200-table3.tsv %D%/papers/data/cm200-table4.tsv \
	%D%/papers/data/cm200-table6.tsv %D%/papers/data/cm200-table7.tsv \
	%D%/papers/data/cm200-table10.tsv %D%/papers/data/cm200-table16.tsv \
	%D%/papers/data/cm200-table18.tsv %D%/papers/data/cm200-table19.tsv \
	%D%/papers/data/cm200-table9.tsv %D%/papers/data/cm200-table11.tsv \
	%D%/papers/data/cm200-table13.tsv %D%/papers/data/cm200-table15.tsv \
	%D%/papers/data/liu-table1.tsv
%D%/papers/tables.c: %D%/papers/tables.awk $(dist_table_DATA)
	$(generate) $(AWK) -f $^ >$@

# The completions of zsh and fish ask that of bash.
dist_bashcompletion_DATA = %D%/completion/vcube %D%/completion/vcubecc %D%/completion/vcuberun
zshdir = $(datadir)/zsh/site-functions
nodist_zsh_DATA = %D%/completion/_vcube
fishdir = $(datadir)/fish/vendor_completions.d
nodist_fish_DATA = %D%/completion/here/vcube.fish
EXTRA_DIST += %D%/completion/vcube.zsh %D%/completion/vcube.fish
CLEANFILES += $(nodist_zsh_DATA) $(nodist_fish_DATA)
$(nodist_zsh_DATA): %D%/completion/vcube.zsh
$(nodist_fish_DATA): %D%/completion/vcube.fish
$(nodist_zsh_DATA) $(nodist_fish_DATA):
	$(generate) sed 's,@bashcompletiondir@,$(bashcompletiondir),' $< >$@
