#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Of each function or command that has no page of its own, the page that its name shall find,
# below the manual's folder, and that name's page: man vcube_send is vcube_message(3).
#
#   names.sh PAGE...
for page; do
	section=${page##*.}
	sed -n '1,/^\.Nd/s/^\.Nm //p' "$page" | tr -s ' ,' '\n' | while read -r name; do
		[ -f "${page%/*}/$name.$section" ] || echo "man$section/$name.$section ${page##*/}"
	done
done
