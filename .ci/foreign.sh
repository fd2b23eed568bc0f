#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Unpacks Debian's packages for another architecture into a folder:
#
#   .ci/foreign.sh FOLDER ARCHITECTURE PACKAGE...
#
# Does nothing if the folder is there.
set -euo pipefail
. "$(dirname "$0")/apt.sh"

folder=$1 architecture=$2
shift 2
[ ! -d "$folder" ] || exit 0

work=$(mkdir -p "$folder.new" && cd "$folder.new" && pwd)
mkdir -p "$work"/{packages,root/usr/lib}
apt=()
private_apt "$work" -o APT::Architecture="$architecture" -o APT::Architectures::="$architecture"

cd "$work/packages"
"${apt[@]}" update
"${apt[@]}" download "$@"

ln -sfn usr/lib "$work/root/lib"
for package in *.deb; do
	dpkg-deb --fsys-tarfile "$package" | tar -x -C "$work/root" --keep-directory-symlink
done
cd ..
mv "$work/root" "${work%.new}"
rm -rf "$work"
