#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# A program that was linked with the last release still works: libabigail compares the library
# with the dump in abi/, on the machines that the dump is of. With --write, writes the dump: at a
# release, after -version-info in Makefile.am says what has changed.
sources=$(cd "${srcdir:-.}" && pwd)
library=.libs/libvcube.so
dump=$sources/abi/libvcube.abi.gz
ignored=$sources/abi/private.abignore
[ -z "$SANITIZE" ] && [ "$(uname -m)" = x86_64 ] && [ -f $library ] &&
	command -v abidiff >/dev/null || exit 77
if [ "${1-}" = --write ]; then
	abidw --suppressions "$ignored" --no-show-locs --no-corpus-path --no-comp-dir-path \
		--no-parameter-names --no-elf-needed $library | gzip -9n >"$dump"
	exit
fi
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
gunzip -c "$dump" >"$folder/libvcube.abi" || exit
abidiff --suppressions "$ignored" --no-added-syms "$folder/libvcube.abi" $library || {
	echo "The interface is not that of the last release. If this is meant, CONTRIBUTING.md says how to release it."
	exit 1
}
