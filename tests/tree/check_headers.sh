#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Every public header compiles alone, as C11 and as C++17.
source=${srcdir:-.}
include="-I$source/lib/include -I$source/mpi/include"
strict='-Wall -Wextra -Wpedantic -Werror -fsyntax-only'
status=0

for path in "$source"/lib/include/vcube.h "$source"/lib/include/vcube/*.h \
	"$source"/mpi/include/mpi.h "$source"/mpi/include/vcube/mpi.h; do
	header=${path#"$source"/*/include/}
	echo "#include <$header>" | ${CC:-cc} -std=c11 $strict $include -x c - || {
		echo "$header does not compile alone as C11."
		status=1
	}
	[ "${CXX:-none}" = none ] && continue
	echo "#include <$header>" | $CXX -std=c++17 $strict -Wshadow $include -x c++ - || {
		echo "$header does not compile alone as C++17."
		status=1
	}
done
exit $status
