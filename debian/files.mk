# How Debian packages are made
EXTRA_DIST += %D%/changelog %D%/control %D%/copyright %D%/not-installed %D%/rules \
	%D%/source/format %D%/libvcube-data.install %D%/libvcube-dev.install \
	%D%/libvcube-mpi-dev.install %D%/libvcube-mpi0.install %D%/libvcube-stepper0.install \
	%D%/libvcube0.install %D%/vcube-doc.doc-base %D%/vcube-doc.install %D%/vcube-mpi.install \
	%D%/vcube-mpich.install %D%/vcube-openmpi.install %D%/vcube.install
