#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Unpacks Debian's packages for another architecture into a folder:
#
#   .ci/foreign.sh FOLDER ARCHITECTURE PACKAGE...
#
# apt-get gets lists and a state of its own for it, so nothing of the host's changes, and
# nobody has to be root. Does nothing if the folder is there.
set -euo pipefail

folder=$1 architecture=$2
shift 2
[ ! -d "$folder" ] || exit 0

work=$(mkdir -p "$folder.new" && cd "$folder.new" && pwd)
mkdir -p "$work"/{lists,cache/archives}/partial "$work"/{packages,root/usr/lib}
options=(-q -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache"
	-o Dir::State::status=/dev/null -o Debug::NoLocking=1 -o APT::Sandbox::User=root
	-o APT::Architecture="$architecture" -o APT::Architectures::="$architecture")

cd "$work/packages"
apt-get "${options[@]}" update
apt-get "${options[@]}" download "$@"

ln -sfn usr/lib "$work/root/lib"
for package in *.deb; do
	dpkg-deb --fsys-tarfile "$package" | tar -x -C "$work/root" --keep-directory-symlink
done
cd ..
mv "$work/root" "${work%.new}"
rm -rf "$work"
