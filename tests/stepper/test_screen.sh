#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The stepper's full screen in a terminal of tmux, with keys pressed. VCUBE is the
# command to test.
command -v tmux >/dev/null || { echo 'skipped: there is no tmux'; exit 77; }
export LC_ALL=C.UTF-8
vcube=$(realpath "${VCUBE:-cli/here/vcube}")
stepped=$(realpath examples/stepped)
folder=$(mktemp -d) || exit
trap 'tmux -S "$folder/socket" kill-server 2>/dev/null; rm -rf "$folder"' EXIT
mkfifo "$folder/written"
exec 3<>"$folder/written"
status=0 looks=0 last='the start'

t() { tmux -u -S "$folder/socket" "$@"; }

# A shell in a terminal of 80 x 24, whose output ends the waits below.
t -f /dev/null new-session -d -s s -x 80 -y 24 \
	"env -u TMUX LC_ALL=C.UTF-8 TERM=screen PS1='ready> ' sh" || exit
t pipe-pane -t s "cat >'$folder/written'"

screen() { t capture-pane -p -t s; }

has() { screen | grep -qE -e "$1"; }

# Waits until the screen has the words, an extended regular expression, or has not.
until_it()              # has|lacks WORDS
{
	local deadline=$((SECONDS + 60))

	looks=$((looks + 1))
	until [ "$1" = "$(has "$2" && echo has || echo lacks)" ]; do
		if [ $SECONDS -ge $deadline ]; then
			echo "not ok: after $last the screen not $1 '$2':"
			screen
			status=1
			return
		fi
		IFS= read -r -d '' -n 1024 -t 1 -u 3
	done
}
see() { until_it has "$1"; }
lacks() { until_it lacks "$1"; }

press() { last="'$*'"; t send-keys -t s "$@"; }

see 'ready>'
press "$vcube step allgather.hypercube -t hypercube:3" Enter
see 'start, before step 1 of 3'
see 'node +0 1 2 3 4 5 6 7'
see ' 3 +\. \. \. 3 \. \. \. \.'
see 'q quit'
see '⠄|⠠|⠁|⠂'                            # wires

# Forward, back, to the ends
press n
see 'step 1 of 3: exchange; next: exchange'
see '8 messages, 512 B; 8 links busy'
see '0 -> 1  64 B'
see 'nodes 0 to 7 at 1.064 us'
see ' 3 +\. \. 3 3 \. \. \. \.'
see '⣤⣤|⠶⠶|⠛⠛|⣀⣀|⠉⠉'                # busy links
press Right
see 'step 2 of 3'
see '0 -> 2  128 B'
press p
see 'step 1 of 3'
see '0 -> 1  64 B'
press Left
see 'start, before'
press b
see 'this is the start'
press e
see 'step 3 of 3: exchange; next: end'
see ' 3 +3 3 3 3 3 3 3 3'
press n
see 'this is the end'
press Home
see 'start, before'

# Jump
press g
see 'jump to step:'
press 2 Enter
see 'step 2 of 3'
press g
see 'jump to step:'
press 9 Enter
see "no step '9'; there are 0 \(the start\) to 3"
press g
see 'jump to step:'
press 1 Escape
see 'step 2 of 3'
lacks 'jump to step'

# Break
press Home
see 'start, before'
press /
see 'break at'
press -l 'peer 1 3'
see 'peer 1 3'
press Enter
see 'breaks at: peer 1 3'
press r
see 'break: peer 1 3'
see 'step 2 of 3'
press r
see 'no break before it'
see 'step 3 of 3'
press /
see 'break at'
press -l 'node 8'
press Enter
see "a break is 'node R', 'peer A B' \(0 to 7\)"

# Memory, views, help
press Tab
see 'in \(2 of 2\)'
press v
see 'step 3 of 3'
lacks 'messages$'
press v v
see '0 -> 4  256 B'
press v v
see 'clocks and waiting nodes'
press '?'
see 'a step forward'
press x
see 'step 3 of 3'
press x
see 'this key does nothing'

# Another size, a very small one, and back
t resize-window -t s -x 132 -y 40
last='a larger window'
see '^ allgather.hypercube.* 64 B a block, virtual clock *$'
t resize-window -t s -x 40 -y 12
last='a small window'
see '^n next  p back  [?] help  q quit *$'
t resize-window -t s -x 40 -y 10
last='a window without room for rows'
see 'in \(2 of 2\)  no row of'
t resize-window -t s -x 30 -y 8
last='a tiny window'
see 'too small'
t resize-window -t s -x 80 -y 24
last='the first size again'
see 'step 3 of 3'
press p
see 'step 2 of 3'

# Every exit restores the terminal.
leaves()
{
	see 'ready> *$'
	press 'echo still "he"re' Enter
	see 'still here'
	lacks 'q quit'
	see '^ready> *$'
}
press q
leaves
press "$vcube step barrier.hypercube" Enter
see 'no node watches memory here'
press C-c
leaves
press 'ulimit -c 0' Enter
for signal in INT TERM QUIT HUP; do
	press "$vcube step alltoall.direct -t full:8" Enter
	see 'start, before'
	t list-panes -t s -F '#{pane_pid}' | xargs pgrep -P | xargs kill -$signal
	last="SIG$signal"
	leaves
done

# Terminals without a full screen
press "TERM=dumb $vcube step barrier.hypercube" Enter
see 'cannot place its cursor'
leaves
press "TERM=nonsense $vcube step barrier.hypercube" Enter
see 'is unknown; plain lines'
leaves

# Of many colours, those legible on any background are used.
press "TERM=screen-256color $vcube step allgather.ring -t ring:4" Enter
see 'start, before'
press n
see 'step 1 of 3'
looks=$((looks + 1))
t capture-pane -e -p -t s | grep -q '38;5;166m' || { echo 'not ok: busy links have no colour'; status=1; }
press q
leaves

# If the picture does not fit, the links are listed.
press "$vcube step allgather.ring -t ring:64" Enter
see 'start, before'
press n
see 'busy links'
see '0>1  1 '
press q
leaves

# The table keeps its width even if values in memory become wider.
place() { screen | sed -n 's/.*\(node  *0 .* 7\) *$/\1/p'; }
press "$vcube step alltoall.direct -t hypercube:3" Enter
see 'start, before'
before=$(place)
press e
see ' 0 .* 0>5 .* 0>7'
looks=$((looks + 1))
[ -n "$before" ] && [ "$before" = "$(place)" ] || { echo "not ok: '$before' becomes '$(place)'"; status=1; }
press q
leaves

# A run that fails: its report is the last page.
press "$stepped hang" Enter
see 'start, before'
press e
see 'the run failed'
see 'node 5 waits to receive from node 3'
press p
see 'step 3 of 3: double; next: end'
see 'node 5 waits to receive from 3'
see '1 in flight'
press q
leaves

# Without Unicode, dots are ASCII.
press "LC_ALL=C $vcube step allgather.ring -t ring:6" Enter
see 'start, before'
press n
see '#'
press q
leaves

[ $status = 0 ] && echo "ok: $looks looks at the screen"
exit $status
