#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# make installcheck: a program needs only the installed files. Makes the
# installed examples as a user would, through pkg-config, with the shared and
# with the static library, and runs them and the command.
#
#   installcheck.sh BINDIR LIBDIR EXAMPLES-FOLDER MANDIR
set -eu
bindir=$1 libdir=$2 examples=$3 mandir=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A function that runs as an MPI program
cat >"$folder/ranks.c" <<'EOF'
#include <mpi.h>
#include <vcube/mpi.h>

static int
last(int argc, char **argv)
{
	int rank;

	(void)argc, (void)argv;
	MPI_Init(NULL, NULL);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Allreduce(MPI_IN_PLACE, &rank, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	return MPI_Finalize() || rank != 4;
}

int
main(void)
{
	return vcube_mpi_run("ring:5", last, 0, NULL);
}
EOF

with()          # KIND FOLDER-OF-vcube.pc PKG-CONFIG
{
	path=$2${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
	mkdir "$folder/$1"
	${MAKE:-make} -C "$folder/$1" -f "$examples/Makefile" check \
		CC="${CC:-cc}" LDFLAGS="${SANITIZE-}" \
		PKG_CONFIG="$3" PKG_CONFIG_PATH="$path" \
		>"$folder/log" 2>&1 || {
		cat "$folder/log"
		echo "The examples do not work with the $1 library as installed."
		exit 1
	}
	# shellcheck disable=SC2046,SC2086
	${CC:-cc} ${SANITIZE-} "$folder/ranks.c" -o "$folder/$1/ranks" -Wl,-rpath,"$libdir" \
		$(PKG_CONFIG_PATH=$path $3 --cflags --libs vcube-mpi) && "$folder/$1/ranks" || {
		echo "MPI by functions does not work with the $1 library as installed."
		exit 1
	}
}

if [ -f "$libdir/libvcube.so" ]; then
	with shared "$libdir/pkgconfig" "${PKG_CONFIG:-pkg-config}"
fi
if [ -f "$libdir/libvcube.a" ]; then
	# a folder without the shared one
	mkdir "$folder/lib"
	for name in vcube vcube-mpi vcube-stepper; do
		ln -s "$libdir/lib$name.a" "$folder/lib"
		sed "s|^libdir=.*|libdir=$folder/lib|" "$libdir/pkgconfig/$name.pc" \
			>"$folder/lib/$name.pc"
	done
	with static "$folder/lib" "${PKG_CONFIG:-pkg-config} --static"
fi
for name in vcube_message vcube_send vcube_stepper; do
	[ -s "$mandir/man3/$name.3" ] || {
		echo "There is no page $name(3) in $mandir."
		exit 1
	}
done
# CMake, if installed: finds the libraries, and refuses a version that is another interface.
if [ -z "${SANITIZE-}" ] && command -v cmake >/dev/null; then
	find=-Dvcube_DIR=$libdir/cmake/vcube
	{
		cmake -S "$examples/cmake" -B "$folder/cmake" "$find" &&
			cmake --build "$folder/cmake" && "$folder/cmake/first"
	} >"$folder/log" 2>&1 || {
		cat "$folder/log"
		echo "The examples do not work by CMake as installed."
		exit 1
	}
	sed 's/vcube 0.2 REQUIRED/vcube 0.1 REQUIRED/; s,\.\./,'"$examples/," \
		"$examples/cmake/CMakeLists.txt" >"$folder/CMakeLists.txt"
	if cmake -S "$folder" -B "$folder/old" "$find" >"$folder/log" 2>&1 ||
		! grep -q 'version: 0\.2' "$folder/log"; then
		cat "$folder/log"
		echo "CMake takes libvcube 0.2 for 0.1, or does not say why not."
		exit 1
	fi
	sed -i 's/vcube 0.1 REQUIRED/vcube 0.1...<1 REQUIRED/' "$folder/CMakeLists.txt"
	cmake -S "$folder" -B "$folder/range" "$find" >"$folder/log" 2>&1 || {
		cat "$folder/log"
		echo "CMake refuses libvcube 0.2 for a range of versions."
		exit 1
	}
fi
# meson, if installed
if [ -z "${SANITIZE-}" ] && command -v meson >/dev/null && command -v ninja >/dev/null; then
	{
		meson setup "$folder/meson" "$examples/meson" \
			--pkg-config-path="$libdir/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}" \
			-Dc_link_args="-Wl,-rpath,$libdir" && meson test -C "$folder/meson"
	} >"$folder/log" 2>&1 || {
		cat "$folder/log"
		echo "The examples do not work by meson as installed."
		exit 1
	}
fi
# An algorithm of one's own, as the pages show it
if [ -z "${SANITIZE-}" ]; then
	PATH=$bindir:$PATH LD_LIBRARY_PATH=$libdir vcube_DIR=$libdir/cmake/vcube \
		PKG_CONFIG_PATH=$libdir/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH} \
		"$(dirname "$0")/../release/own_algorithm.sh" "$mandir/man1/vcube.1" \
		"$examples/../README.md"
fi
# An MPI program, which finds libraries and vcuberun where they are installed
if [ -z "${SANITIZE-}" ]; then
	cat >"$folder/hello.c" <<-'EOF'
		#include <mpi.h>
		#include <stdio.h>
		int main(int argc, char **argv)
		{
			int rank;
			MPI_Init(&argc, &argv);
			MPI_Comm_rank(MPI_COMM_WORLD, &rank);
			printf("hello from %d\n", rank);
			return MPI_Finalize();
		}
	EOF
	"$bindir/vcubecc" "$folder/hello.c" -o "$folder/hello"
	[ "$("$bindir/vcuberun" -n 3 "$folder/hello" | sort | tail -n 1)" = 'hello from 2' ] &&
		[ "$("$folder/hello")" = 'hello from 0' ] || {
		echo "An MPI program does not work as installed."
		exit 1
	}
fi
LD_LIBRARY_PATH=$libdir${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} "$bindir/vcube" list >/dev/null
echo "The examples and the command work as installed."
