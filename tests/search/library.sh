# SPDX-License-Identifier: BSD-2-Clause
#
# The library's files, changed for the searches.

# Changes lines of a file, and checks their number.
edit()          # FILE SED-SCRIPT [LINES]
{
	local changed

	sed "$2" "$1" >"$1.new" || return
	changed=$(diff "$1" "$1.new" | grep -c '^[<>]')
	mv "$1.new" "$1"
	[ "$changed" = $((2 * ${3:-1})) ] && return
	echo "$2 changes ${1##*/} in another way than was meant"
	return 1
}

functions()     # FILE FUNCTION...: their text
{
	local file=$1 name

	shift
	for name; do
		awk -v name="$name(" '
			index($0, name) == 1 { print before; on = 1 }
			on { print; lines++ }
			/^}/ { on = 0 }
			{ before = $0 }
			END { exit !lines }' "$file" || { echo "there is no $name() in ${file##*/}"; return 1; }
	done
}

# liburcu's queue: its source, except for the two shared words.
urcu()          # DIRECTORY
{
	local to=$1 from

	from=$(echo '#include <urcu/wfcqueue.h>' | $CC $URCU_CFLAGS -E -x c - |
		sed -n 's,^# 1 "\(.*\)/wfcqueue\.h".*,\1,p' | head -n 1) || return
	mkdir -p "$to/static" && cp "$from/wfcqueue.h" "$to" &&
		cp "$from/static/wfcqueue.h" "$to/static" &&
		edit "$to/wfcqueue.h" 's/^\t\(struct cds_wfcq_node \*\)\(next\|p\);/\tshared<\1> \2;/' 2
}

# The waves over processes, and what they are made of.
waves()         # DIRECTORY
{
	cp "$top/nodes/transport/wave.c" "$1" &&
		sed -n '/^enum vc_packet_kind /,/^};/p; /^struct vc_packet {/,/^};/p; /^struct vc_wave {/,/^};/p
			/^enum vc_verdict_of_wave /,/^};/p' \
			"$top/nodes/transport/processes.h" >"$1/wave_types.h"
}

# What the player of notes is.
player()        # DIRECTORY
{
	cp "$top/nodes/clock/notes/player.c" "$1" &&
		sed -n '/^struct vc_player {/,/^};/p' "$top/nodes/clock/notes/player.h" >"$1/player_types.h"
}

# What the placer of messages is.
placer()        # DIRECTORY
{
	cp "$top/nodes/clock/replay/placer.c" "$1" &&
		sed -n '/^struct vc_placing {/,/^};/p; /^struct vc_placer_count {/,/^};/p
			/^struct vc_placer {/,/^};/p' \
			"$top/nodes/clock/replay/placer.h" >"$1/placer_types.h"
}

# A flat tree of what the searches include; with a bug, if one is given.
prepare()       # DIRECTORY [FILE SED-SCRIPT [LINES]]
{
	local to=$1

	rm -rf "$to"
	mkdir -p "$to" &&
		cp "$top"/lib/{{debug,host,spsc}.h,futex.c} "$to" &&
		cp "$top"/nodes/kernel/{{channel,flow,pool}.c,park.[ch],carrier.[ch],fence.h,spin.[ch],part.h,quiescence.h,interleave.h,remote.h} "$to" &&
		cp "$top"/nodes/message/{message.h,{send_wait,consume}.c} "$to" && urcu "$to/urcu" &&
		cp "$top"/nodes/transport/{inbox,processes}.c "$to" && player "$to" && placer "$to" &&
		cp "$here"/shim/{alarms,node,futex}.h "$to" && waves "$to" || return
	if [ $# -gt 1 ]; then
		shift
		edit "$to/${1##*/}" "${@:2}" || return
	fi
	edit "$to/futex.c" 's/^static struct row rows.*/static struct row *rows;/' &&
		edit "$to/futex.c" 's/^\treturn &rows.*/\treturn rows;/' &&
		edit "$to/futex.c" 's/^\t\(const void \*\)word;/\twatched<\1> word;/' || return
	# threads of relacy have no variables of their own, and carriers soon sleep
	edit "$to/carrier.c" 's/^static __thread struct vc_carrier \*here;.*/static struct vc_carrier *heres[4];/' &&
		sed -i '/^static struct vc_carrier/a#define here heres[rl::thread_index()]' "$to/carrier.c" &&
		sed -i '/^\/\* --- the machine/,$d' "$to/carrier.c" &&
		edit "$to/carrier.c" 's/^enum { LOOKS = .*/enum { LOOKS = 1 };/' || return
	# parking does not spin, and knows neither fibers nor shared nodes; what nodes hand over
	# is watched
	edit "$to/park.c" 's/^\treturn vc_spin(self, wait);/\treturn VC_SPUN_IN_VAIN;/' &&
		edit "$to/park.c" 's/^\tif (vc_unlikely(self->fibers.*/\tif (false \&\&/' &&
		edit "$to/park.h" 's/^\tenum vc_verdict verdict;/\twatched<enum vc_verdict> verdict;/' &&
		edit "$to/park.h" 's/^\tint next;/\twatched<int> next;/' &&
		edit "$to/park.h" 's/^\t\(const struct vc_wait \*\)wait;/\twatched<\1> wait;/' &&
		edit "$to/remote.h" 's/^\t\(void \*\)into;/\twatched<\1> into;/' &&
		edit "$to/player.c" 's/^\tstruct vc_player \*const p = player;/\tauto p = (vc_player *)player;/' &&
		excerpt player.c wait_noted publish run &&
		edit "$to/placer.c" 's/^\tstruct vc_placer \*const p = placer;/\tauto p = (vc_placer *)placer;/' &&
		edit "$to/placer_types.h" '/^\tpthread_t thread;/s/.*//' &&
		excerpt placer.c at wait_for publish run first_own weigh hand_over vc_placer_put await \
			vc_placer_take &&
		excerpt inbox.c take_placed &&
		excerpt processes.c landed &&
		excerpt pool.c reclaim vc_pool_take vc_pool_give &&
		excerpt spin.c vc_wait_word &&
		excerpt flow.c vc_channel_front &&
		functions "$to/message.h" vc_send_wait_is_taken >"$to/message_is_taken" &&
		excerpt send_wait.c detach &&
		cat "$to/message_is_taken" >>"$to/send_wait.c" &&
		excerpt consume.c vc_unload_lent &&
		functions "$to/message.h" vc_channel_in >"$to/message_channel_in" &&
		excerpt channel.c wake_for_others open_as announce vc_channel_open next_in vc_channel_adopt \
			vc_channel_look_for &&
		cat "$to/message_channel_in" >>"$to/channel.c"
}

# Only these functions of a file in the tree.
excerpt()       # FILE FUNCTION...
{
	functions "$to/$1" "${@:2}" >$to/excerpt && mv $to/excerpt "$to/$1"
}
