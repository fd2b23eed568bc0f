#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Builds what the core needs beside musl, which Debian has for glibc alone, from Debian's sources:
#
#   .ci/musl.sh FOLDER
#
# FOLDER gets lib/ and include/ of liburcu and cmocka. Does nothing if it is there.
set -euo pipefail
. "$(dirname "$0")/apt.sh"

folder=$1
[ ! -d "$folder" ] || exit 0
work=$(mkdir -p "$folder.new" && cd "$folder.new" && pwd)
mkdir -p "$work"/{sources,root/lib,root/include}
. /etc/os-release
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' \
	"Release: $VERSION_CODENAME" 'Component: main' | head -n 1)
echo "deb-src ${mirror:-http://deb.debian.org/debian} $VERSION_CODENAME main" >"$work/sources.list"
apt=()
private_apt "$work" -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=-

cd "$work/sources"
"${apt[@]}" update
"${apt[@]}" --download-only source liburcu cmocka
for name in liburcu cmocka; do
	mkdir $name
	tar -xf $name*.orig.tar.*[!c] -C $name --strip-components=1
done

(cd liburcu && ./configure --quiet CC=musl-gcc --disable-shared --prefix="$work/root")
make -s -j"$(nproc)" -C liburcu/src
make -s -C liburcu/src install-libLTLIBRARIES
make -s -C liburcu/include install
rm -f "$work"/root/lib/*.la             # they name the folder before it is moved
cmake -S cmocka -B cmocka/build -DCMAKE_C_COMPILER=musl-gcc -DWITH_STATIC_LIB=ON
make -s -C cmocka/build cmocka-static
cp cmocka/build/src/libcmocka-static.a "$work/root/lib/libcmocka.a"
cp cmocka/include/*.h "$work/root/include"
mv "$work/root" "${work%.new}"
rm -rf "$work"
