libconfig_la_CPPFLAGS = $(libheap_la_CPPFLAGS) $(INIH_CFLAGS) -iquote $(srcdir)/%D%
libconfig_la_CFLAGS = $(AM_CFLAGS) -DPROFILES_INSTALLED='"$(pkgdatadir)/profiles"' \
	-DPROFILES_SOURCES='"$(source_profiles)"'
# For programs in the build; `make source_profiles=` leaves its place out of the library.
source_profiles = $(abs_srcdir)/profiles
libconfig_la_SOURCES = %D%/description.c %D%/environment.c %D%/fault_plan.c %D%/keys.c \
	%D%/link_selector.c %D%/order_text.c %D%/override_text.c %D%/profile.c %D%/profile_apply.c \
	%D%/profile_find.c %D%/threading.c %D%/values.c %D%/words.c
if HAVE_INIH
libconfig_la_SOURCES += %D%/profile_file.c
else
libconfig_la_SOURCES += %D%/profile_no_file.c
endif
