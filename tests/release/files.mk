# Checks of a release in an empty Debian 12, by mmdebstrap
EXTRA_DIST += %D%/archive.sh %D%/own_algorithm.sh %D%/packages.sh
check-archive: dist
	$(srcdir)/%D%/archive.sh $(distdir).tar.gz
check-packages: dist
	$(srcdir)/%D%/packages.sh $(distdir).tar.gz packages
.PHONY: check-archive check-packages
