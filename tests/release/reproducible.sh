#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# make check-reproducible: two builds give the same bytes. From the release archive, in folders of
# different names, under different locales, time zones and masks of permissions, with as many jobs
# as there are processors and with more, it makes the archive again and the Debian packages.
# diffoscope, where it is installed, tells what differs.
#
#   reproducible.sh ARCHIVE FOLDER      the folder is emptied, and keeps both builds
set -euo pipefail
archive=$(realpath "$1") folder=$(realpath -m "$2")
cd "$(dirname "$0")/../.." && . .ci/setup.sh

rm -rf "$folder"
mkdir -p "$folder"/{one,another/of/a/longer/name}
with_packages=yes
for tool in dpkg-buildpackage dh; do
	command -v $tool >/dev/null || {
		echo "There is no $tool: of packages nothing is compared."
		with_packages=no
	}
done

# Runs what is built in a folder, in its environment.
build_in()      # FOLDER MASK JOBS VARIABLE=VALUE...
{
	local work=$folder/$1 mask=$2 jobs=$3

	shift 3
	(
		umask "$mask"
		export SOURCE_DATE_EPOCH=1700000000 "${@?}"
		cd "$work"
		tar -xf "$archive"
		cd libvcube-*/
		mkdir -p build/dist
		cd build/dist
		quietly "$work/dist.log" ../../configure --quiet
		quietly "$work/dist.log" make -s -j"$jobs" dist
		mv libvcube-*.tar.gz "$work"
		cd ../..
		rm -rf build
		[ $with_packages = no ] || DEB_BUILD_OPTIONS="nocheck parallel=$jobs" \
			quietly "$work/packages.log" dpkg-buildpackage -us -uc -b
	)
}

begin=$SECONDS
# shellcheck disable=SC2154
build_in one 022 "$jobs" LC_ALL=C TZ=UTC
build_in another/of/a/longer/name 002 $((jobs + 1)) LC_ALL=C.UTF-8 TZ=Asia/Kolkata
echo "Built twice in $((SECONDS - begin)) s"

status=0 count=0
for file in "$folder"/one/*.{tar.gz,deb}; do
	[ -f "$file" ] || continue
	count=$((count + 1))
	other=$folder/another/of/a/longer/name/${file##*/}
	cmp "$file" "$other" && continue
	status=1
	! command -v diffoscope >/dev/null || diffoscope --max-report-size 20000 "$file" "$other" || true
done
[ $status != 0 ] || echo "$count files, each the same in both, byte for byte"
exit $status
