#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# make check-packages: builds the Debian packages from the release archive; lintian finds no error
# and no warning; in an empty Debian 12 they are installed, work, and are removed, whereupon
# nothing is left.
#
#   packages.sh ARCHIVE FOLDER      the folder is emptied, and keeps the packages
set -euo pipefail
archive=$(realpath "$1") folder=$(realpath -m "$2")
cd "$(dirname "$0")/../.." && . .ci/setup.sh
sources=$PWD

for tool in dpkg-buildpackage dh lintian mmdebstrap; do
	command -v $tool >/dev/null || {
		echo "There is no $tool: packages are not tested."
		exit 77
	}
done
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"
tar -xf "$archive"
begin=$SECONDS
# shellcheck disable=SC2154
(cd libvcube-*/ && DEB_BUILD_OPTIONS="parallel=$jobs ${DEB_BUILD_OPTIONS-}" \
	quietly "$folder/build.log" dpkg-buildpackage -us -uc -b)
echo "Packages after $((SECONDS - begin)) s:" ./*.deb
lintian --fail-on error,warning ./*.changes

# What is run inside
cat >inside.sh <<'END'
set -e
export DEBIAN_FRONTEND=noninteractive OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
begin=$(date +%s)
apt-get -q -y install --no-install-recommends /root/packages/*.deb >/root/log 2>&1 || {
	cat /root/log
	exit 1
}
echo "Installed in $(($(date +%s) - begin)) s"
cd /root
vcube run allgather -t ring:8 --profile sp2 --quiet >/dev/null
vcube step --print allgather.ring -t ring:4 | grep -q 'step 3'
man_pages=$(dpkg -L libvcube-dev vcube vcube-mpi libvcube-mpi-dev | grep -c '/man[1-7]/')
[ "$man_pages" -gt 100 ]
gunzip -c /usr/share/man/man1/vcube.1.gz >vcube.1
sh own_algorithm.sh vcube.1
cp -r /usr/share/doc/libvcube/examples .
make -s -C examples -j"$(nproc)" check >/root/log 2>&1 || { cat /root/log; exit 1; }
vcubecc -O2 examples/mpi/transpose.c -o transpose
vcuberun -n 8 ./transpose | grep -q '0 elements wrong'
for mpirun in mpirun.openmpi mpirun.mpich; do
	$mpirun -np 2 vcube run allgather.ring -t ring:4 --set transport=mpi --quiet | grep -q right
done
echo 'The command, the libraries, the examples, MPI programs and both transports work'
apt-get -q -y purge '?name(vcube)' >/root/log 2>&1 || { cat /root/log; exit 1; }
left=$(find /bin /etc /lib /opt /sbin /usr /var -xdev -name '*vcube*' -not -path '/var/cache/*' -not -path '/var/lib/apt/*')
[ -z "$left" ] || { echo "What is left of the packages: $left"; exit 1; }
echo 'Removed, with nothing left'
END
mkdir packages
ln -- *.deb packages
rm packages/*-dbgsym_*
# shellcheck disable=SC2016
mmdebstrap --quiet --variant=minbase --format=null \
	--include=cmake,g++,gcc,libcmocka-dev,make,meson,mpich,openmpi-bin,pkg-config \
	--customize-hook="copy-in '$folder/packages' '$folder/inside.sh' \
		'$sources/tests/release/own_algorithm.sh' /root" \
	--customize-hook='chroot "$1" sh /root/inside.sh' \
	bookworm /dev/null
