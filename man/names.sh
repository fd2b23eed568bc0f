#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Of each function that has no page of its own, the name that its page shall be
# found by as well, and that page: man vcube_send is vcube_message(3).
#
#   names.sh FOLDER
for page in "$1"/*.3; do
	sed -n '1,/^\.Nd/s/^\.Nm \([a-z0-9_]*\).*/\1/p' "$page" | while read -r name; do
		[ -f "$1/$name.3" ] || echo "$name.3 ${page##*/}"
	done
done
