# Checks of a release in an empty Debian 12, by mmdebstrap
EXTRA_DIST += %D%/archive.sh %D%/own_algorithm.sh %D%/packages.sh %D%/reproducible.sh
check-archive: dist
	$(srcdir)/%D%/archive.sh $(distdir).tar.gz
check-packages: dist
	$(srcdir)/%D%/packages.sh $(distdir).tar.gz packages
check-reproducible: dist
	$(srcdir)/%D%/reproducible.sh $(distdir).tar.gz reproducible
.PHONY: check-archive check-packages check-reproducible
