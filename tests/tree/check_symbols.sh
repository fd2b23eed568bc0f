#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The shared library exports declared names that begin with vcube_, and no others. Names
# that the static one adds begin with vc_.
[ -z "$SANITIZE" ] || exit 77   # which adds symbols of its own
include=${srcdir:-.}/lib/include
status=0

names()
{
	${NM:-nm} "$@" | awk 'NF == 3 { print $3 }' | sort -u
}

if [ -f .libs/libvcube.so ]; then
	names -D --defined-only .libs/libvcube.so >symbols.tmp
	[ -s symbols.tmp ] || { echo "libvcube.so exports nothing."; status=1; }
	for name in $(cat symbols.tmp); do
		case $name in
		vcube_op_*) continue ;;         # declared by VCUBE_OPS
		vcube_*) ;;
		*) echo "libvcube.so exports $name."; status=1; continue ;;
		esac
		grep -qw "$name" "$include"/vcube/*.h || {
			echo "libvcube.so exports $name, which no header declares."
			status=1
		}
	done
fi
if [ -f .libs/libvcube.a ]; then
	for name in $(names -g --defined-only .libs/libvcube.a); do
		case $name in
		vcube_* | vc_*) ;;
		*) echo "libvcube.a has the global name $name."; status=1 ;;
		esac
	done
fi
rm -f symbols.tmp
exit $status
