# Profiles of machines
profilesdir = $(pkgdatadir)/profiles
dist_profiles_DATA = %D%/cm200.ini %D%/cm5.ini %D%/cs2.ini %D%/myrinet.ini %D%/paragon.ini \
	%D%/sp2.ini %D%/sp2-mpich.ini %D%/t3d.ini %D%/t3e.ini %D%/textbook.ini
