#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Every public header compiles alone, as C11 and as C++17.
include=${srcdir:-.}/lib/include
strict='-Wall -Wextra -Wpedantic -Werror -fsyntax-only'
status=0

for path in "$include"/vcube.h "$include"/vcube/*.h; do
	header=${path#"$include"/}
	echo "#include <$header>" | ${CC:-cc} -std=c11 $strict -I"$include" -x c - || {
		echo "$header does not compile alone as C11."
		status=1
	}
	[ "${CXX:-none}" = none ] && continue
	echo "#include <$header>" | $CXX -std=c++17 $strict -I"$include" -x c++ - || {
		echo "$header does not compile alone as C++17."
		status=1
	}
done
exit $status
