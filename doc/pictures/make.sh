#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Makes the pictures of doc/seeing.md again, into the folder of this script: the
# stepper's screen with tmux, the page in chromium, the plot with gnuplot.
#
#   make.sh VCUBE [FOLDER]
set -euo pipefail
export LC_ALL=C.UTF-8
here=$(cd "$(dirname "$0")" && pwd)
vcube=$(realpath "$1") pictures=$(realpath "${2:-$here}")
. "$here/../../tests/support/browser.sh"
for program in tmux gnuplot chromium chromedriver; do
	command -v "$program" >/dev/null || { echo "$0: there is no $program" >&2; exit 1; }
done
folder=$(mktemp -d)
trap 'tmux -S "$folder/socket" kill-server 2>/dev/null || true; browser_end; rm -rf "$folder"' EXIT

# The stepper: waits for words on the screen, since a terminal answers in its own time.
t() { tmux -u -S "$folder/socket" "$@"; }

see()
{
	local deadline=$((SECONDS + 60))

	until t capture-pane -p -t s | grep -q -e "$1"; do
		[ $SECONDS -lt $deadline ] || { echo "$0: the screen never shows '$1'" >&2; exit 1; }
		IFS= read -r -d '' -n 1024 -t 1 -u 3 || true
	done
}

mkfifo "$folder/written"
exec 3<>"$folder/written"
t -f /dev/null new-session -d -s s -x 98 -y 30 "env -u TMUX TERM=screen-256color PS1='ready> ' sh"
t pipe-pane -t s "cat >'$folder/written'"
see 'ready>'
t send-keys -t s "$vcube step allgather.hypercube -t hypercube:3" Enter
see 'before step 1'
t send-keys -t s n
see 'step 1 of 3'
t send-keys -t s n
see 'step 2 of 3'
see 'q quit'
t capture-pane -N -e -p -t s | LC_ALL=C awk -v columns=98 -f "$here/terminal.awk" >"$pictures/stepper.svg"

# The page
record()        # NAME RUN...
{
	local name=$1

	shift
	"$vcube" run "$@" --clock virtual --no-wall -q --trace "$folder/$name.trace" >/dev/null
	"$vcube" view "$folder/$name.trace" -o "$folder/$name.html"
}

shoot()         # NAME PAGE ADDRESS: all of the page, as high as it is
{
	window 900 800
	browse "file://$folder/$2.html#$3"
	# A picture that fits the window would grow with it.
	ask 'window.onresize = null' >/dev/null
	window 900 "$(ask 'return document.querySelector("footer").offsetTop - 6 + outerHeight - innerHeight')"
	picture "$pictures/$1.png"
}

record cube allgather.hypercube -t hypercube:3 -m 64
record torus alltoall.direct -t torus:4x4 -m 64
record ring alltoall.direct -t ring:8 -m 1KiB
browser_start "$folder"
shoot blocks cube 'view=blocks&by=step&stop=2'
shoot topology torus 'view=topology&by=step&stop=2&message=0>10%230'
shoot spacetime ring 'view=spacetime&by=time&stop=6'

"$vcube" run alltoall.standard,alltoall.multiphase,alltoall.direct -t hypercube:4 \
	-m 16,64,256,1KiB,4KiB,16KiB --profile paragon --no-wall -q --plot "$pictures/plot.svg" >/dev/null
