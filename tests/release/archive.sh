#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# make check-archive: in an empty Debian 12, which has only the packages that .ci/setup.sh names
# and no network, the release archive is built, passes its core tests, is installed, and passes
# make installcheck.
#
#   archive.sh ARCHIVE
set -euo pipefail
archive=$(realpath "$1")
cd "$(dirname "$0")/../.." && . .ci/setup.sh

command -v mmdebstrap >/dev/null || {
	echo "There is no mmdebstrap, which makes an empty Debian: not tested."
	exit 77
}
# Those of the archive, not of a clone, and two more build systems
include=$(awk 'NF && $2 !~ /^(autoconf|automake|libtool)$/ { printf "%s,", $2 }' <<<"$basics")
include+=cmake,meson
echo "A Debian 12 with $include"

# shellcheck disable=SC2016
mmdebstrap --quiet --variant=minbase --include="$include" --format=null \
	--customize-hook="copy-in '$archive' /root" \
	--customize-hook='unshare --net chroot "$1" sh -ec "
		cd /root
		tar -xf *.tar.gz
		cd libvcube-*/
		begin=\$(date +%s)
		./configure --quiet
		make --silent -j'"$jobs"' check-core >/root/log 2>&1 || { tail -n 40 /root/log; exit 1; }
		make --silent -j'"$jobs"' install >/root/log 2>&1 || { tail -n 40 /root/log; exit 1; }
		ldconfig
		echo \"Built, tested and installed in \$((\$(date +%s) - begin)) s\"
		make --silent installcheck"' \
	bookworm /dev/null
