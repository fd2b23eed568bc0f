# SPDX-License-Identifier: BSD-2-Clause
#
# Relacy: runs the library's own functions in all executions of a few threads.

build()         # TREE PROGRAM OPTIMIZATION [SEARCH]: with one search alone, twice as fast
{
	local tree=$1 program=$2 optimization=$3 search=${4-.*}

	sed "/^\t{\"/{/\"$search\"/!d}" "$here/$program.cc" >"$tree/$program.cc" &&
		$CXX -std=c++17 -w "$optimization" -I"$here/shim" -I"$tree" -I"$here" \
			-I"$top/lib/include" -o "$tree/search" "$tree/$program.cc" >"$tree/log" 2>&1
}

# Relacy cannot find a relaxed take(). C11 then lets a woken node
# count itself out before its waker's count of it, though the waker counts first;
# relacy has every word change in the order in which it runs the threads.

right()         # PROGRAM SEARCH...
{
	local program=$1 tree=$work/right search size result

	shift
	if ! build "$tree" "$program" -O1; then
		broken "$program" 'does not compile' "$tree/log"
		return
	fi
	for search; do
		timeout 300 "$tree/search" "$search" >"$tree/log" 2>&1
		result=$?
		read -r size _ <"$tree/log"
		case $result in
		0) report 0 "$program: $search" "$size ${counted-executions}" ok ;;
		124) broken "$program: $search" 'takes too long' ;;
		*) broken "$program: $search" 'this execution is wrong' "$tree/log" ;;
		esac
	done
}

wrong()         # PROGRAM SEARCH WHAT FILE SED-SCRIPT [LINES]
{
	local program=$1 search=$2 title="$1: $2: $3" tree=$work/wrong size what

	shift 3
	if ! prepare "$tree" "$@" >"$work/log" 2>&1; then
		broken "$title" "$(cat "$work/log")"
		return
	fi
	if ! build "$tree" "$program" -O0 "$search"; then
		broken "$title" 'does not compile' "$tree/log"
		return
	fi
	timeout 300 "$tree/search" "$search" >"$tree/log" 2>&1
	case $? in
	1)
		read -r size what <"$tree/log"
		report 0 "$title" "$size ${counted-executions}" "found: ${what,,}"
		;;
	0) broken "$title" 'not found' ;;
	*) broken "$title" 'neither found nor not' "$tree/log" ;;
	esac
}

order()         # FROM TO TEXT: weakens the order on the line with the text
{
	echo "/$3/s/memory_order_$1/memory_order_$2/"
}

right_tree()
{
	prepare "$work/right" >"$work/log" 2>&1 ||
		broken "the library's files" "$(cat "$work/log")"
}

all_of_queues()
{
	local spsc=lib/spsc.h

	right_tree
	right queue two_slots two_slots_longer several several_longer growth \
		growth_longer taken

	wrong queue two_slots 'publish relaxed' $spsc \
		"$(order release relaxed 'store_explicit(&slot->stamp, p->tail')"
	wrong queue two_slots 'front relaxed' $spsc \
		"$(order acquire relaxed '&slot->stamp.*!= head + 1')"
	wrong queue two_slots 'release relaxed' $spsc \
		"$(order release relaxed 'store_explicit(&c->head, head + count')"
	wrong queue taken 'release relaxed' $spsc \
		"$(order release relaxed 'store_explicit(&c->head, head + count')"
	wrong queue two_slots 'taken relaxed' $spsc \
		"$(order acquire relaxed 'return atomic_load_explicit(&c->head')"
	wrong queue growth 'grow relaxed' $spsc \
		"$(order release relaxed 'store_explicit(&old->next, s')"
	wrong queue growth 'follow relaxed' $spsc \
		"$(order acquire relaxed 'load_explicit(&old->next')"
	wrong queue growth 'follow without a second look' $spsc \
		's/if (next == NULL || .*(front)(c) != NULL)/if (next == NULL)/'
	wrong queue growth_longer 'numbers compared as if they did not wrap' $spsc \
		's/if ((int32_t)(head - p->base) < 0)/if (head < p->base)/'
	wrong queue two_slots 'a slot too many' $spsc \
		's/p->limit = head + p->mask + 1;/p->limit = head + p->mask + 2;/'

	wrong queue several 'room for one is taken for room for all' $spsc \
		's/if (p->limit - p->tail < count)/if (p->limit == p->tail)/' 2
	wrong queue several 'one slot too few is given back' $spsc \
		's/&c->head, head + count,/\&c->head, head + (count + 1) \/ 2,/'

	right lent given lent left_behind

	wrong lent given 'give relaxed' nodes/kernel/pool.c \
		"$(order release relaxed '^[[:space:]]*memory_order_release,$')"
	wrong lent given 'reclaim relaxed' nodes/kernel/pool.c \
		"$(order acquire relaxed 'exchange_explicit(&pool->returned, NULL')"
	wrong lent given 'give does not try again' nodes/kernel/pool.c \
		's/while (!atomic_compare_exchange_weak_explicit/if (!atomic_compare_exchange_weak_explicit/'
	wrong lent lent 'detach relaxed' nodes/message/send_wait.c \
		"$(order release relaxed '^[[:space:]]*memory_order_release, memory_order_relaxed')"
	wrong lent lent 'unload relaxed' nodes/message/consume.c \
		's/memory_order_acquire, memory_order_acquire/memory_order_acquire, memory_order_relaxed/'
	wrong lent lent 'claimed by both' nodes/message/send_wait.c \
		'/^detach(/,/^}/s/unclaimed = VC_CLAIM_FREE/unclaimed = VC_CLAIM_RECEIVER/'
	wrong lent lent 'taken one message too early' nodes/message/message.h \
		's/sent->number) > 0;/sent->number) >= 0;/'

	wrong lent left_behind 'the block may be the slot'"'"'s segment' nodes/message/send_wait.c \
		'/^detach(/,/^}/s/if (atomic_load_explicit(&lent->claim.*FREE) {/if (false) {/'
}

all_of_handover()
{
	local player=nodes/clock/notes/player.c inbox=nodes/transport/inbox.c
	local processes=nodes/transport/processes.c placer=nodes/clock/replay/placer.c

	right_tree
	right handover played abandoned placed landed

	wrong handover played 'publish relaxed' $player \
		"$(order release relaxed 'store_explicit(&p->noted, noted')"
	wrong handover played 'waits relaxed' $player \
		"$(order acquire relaxed 'load_explicit(&p->noted')"
	wrong handover played 'nobody is woken' $player \
		'/^publish(/,/^}/s/vc_futex_wake(.*);/(void)0;/'
	wrong handover played 'notes move while they are read' $player \
		'/^run(/,/^}/s/pthread_mutex_\(un\)\{0,1\}lock(.*)/(void)0/' 2
	wrong handover abandoned 'plays what is abandoned' $player \
		's/^\t\tif (noted == ABANDONED)/\t\tif (false)/'
	wrong handover placed 'publish relaxed' $placer \
		"$(order release relaxed 'store_explicit(&c->number, number')"
	wrong handover placed 'waits relaxed' $placer \
		"$(order acquire relaxed 'load_explicit(&c->number')" 2
	wrong handover placed 'takes relaxed' $placer \
		"$(order acquire relaxed 'load_explicit(&p->placed.number')"
	wrong handover placed 'nobody is woken' $placer \
		's/^\t\tvc_futex_wake(&c->number, 1);/\t\t;/'
	wrong handover placed 'no fence in who publishes' $placer \
		'/^publish(/,/^}/s,^\tvc_fence();.*,,'
	wrong handover placed 'takes one too early' $placer \
		's/- p->alone - placed) >= 0)/- p->alone - placed) > 0)/'
	wrong handover placed 'places what is handed over' $placer \
		's/if (number != first_own(p))/if (number > first_own(p))/'
	wrong handover landed 'taken relaxed' $inbox \
		"$(order release relaxed 'store_explicit(&l->coming, false')"
	wrong handover landed 'lands relaxed' $processes \
		"$(order acquire relaxed 'load_explicit(&l->coming')"
	wrong handover landed 'does not wait' $processes \
		'/^landed(/,/^}/s/while (atomic_load_explicit.*) {/while (false) {/'
}

all_of_futex()
{
	local futex=lib/futex.c

	right_tree
	right futex two_words one_by_one deadline

	wrong futex two_words 'the word is read before the lock' $futex \
		'/^vc_futex_wait(/,/^}/{
			s/^\tpthread_mutex_lock.*/\tbool same = atomic_load_explicit(word, memory_order_relaxed) == value;&/
			s/if (atomic_load_explicit.*/if (same) {/
		}' 2
	wrong futex two_words 'a waker without the lock' $futex \
		'/^vc_futex_wake(/,/^}/s/pthread_mutex_\(un\)\{0,1\}lock(.*)/(void)0/' 2
	wrong futex two_words 'whoever is first in the row is woken' $futex \
		's/^\t\tif (s->word != word) {/\t\tif (false) {/'
	wrong futex one_by_one 'who is woken stays in the row' $futex \
		's/^\t\t\*at = s->next;/\t\tat = \&s->next;/;s/^\t\ts->word = NULL;/\t\t(void)0;/' 2
	wrong futex deadline 'stays in the row at its deadline' $futex \
		's/^\tif (me->word != NULL) {/\tif (false) {/'
}

all_of_park()
{
	local parking=nodes/kernel/park.c channel=nodes/kernel/channel.c

	right_tree
	right park wakes echo deadlock bereft deadline room

	wrong park wakes 'no fence in the parker' $parking \
		's,^\tvc_fence();.*PARK-SLEEP.*,,'
	wrong park wakes 'no fence in the waker' $parking \
		'/^vc_wake(/,/^}/s,^\tvc_fence();.*,,'
	wrong park wakes 'no second look' $parking \
		's/^\tif (wait->ready(self, wait) || is_stopped(m) ||/\tif (/'
	wrong park room 'no second look at what it could take' $parking \
		's/ || meanwhile(self, wait) < wait->until) {/) {/'
	wrong park room 'waits though it could take something' $parking \
		's/due == 0 ? VC_PROGRESS : park(/park(/'
	wrong park room 'who has no room wakes without a fence' $parking \
		'/^vc_unpark(/,/^}/s,^\tvc_fence();.*,,'
	wrong park wakes 'counted after the word is taken' $parking \
		'/^make_run(/,/^}/{
			s/^\tatomic_fetch_add.*/\tbool taken = take(parking);&/
			s/!take(parking)/!taken/
		}' 2
	wrong park wakes 'counted twice' $parking \
		'/^taken_meanwhile(/,/^}/s/atomic_fetch_sub_explicit(&self->machine->running, .*)/(void)0/'
	wrong park wakes 'no futex wake' $parking \
		'/^make_run(/,/^}/s/vc_futex_wake(.*);/(void)0;/'
	wrong park deadlock 'slumber relaxed' $parking \
		"$(order acquire relaxed 'parked = atomic_load_explicit(&parking->parked')"
	wrong park deadlock 'slumber counts relaxed' $parking \
		'/^slumber(/,/^}/s/\(&m->running, 1, memory_order_\)release/\1relaxed/'
	wrong park bereft 'leaves relaxed' $parking \
		'/^vc_node_leave(/,/^}/s/memory_order_acq_rel/memory_order_relaxed/' 2
	wrong park deadline 'deadline without the lock' $parking \
		'/^expire(/,/^}/s/pthread_mutex_\(un\)\{0,1\}lock(.*)/(void)0/' 2
	wrong park deadline 'no second look at running' $parking \
		's/while (acted && atomic_load_explicit(&m->running, .*) == 0)/while (acted)/'

	right inbox in_order any in_vain

	wrong inbox in_order 'the last one is taken out' $channel \
		'/^next_in(/,/^}/{
			s/self->adopted$/true/
			s/__cds_wfcq_next_nonblocking(\(.*\), self->adopted)/__cds_wfcq_dequeue_nonblocking(\1)/
		}' 2
	wrong inbox in_order 'nobody is woken for others' $channel \
		's/^\t\tvc_unpark(.*);/\t\t(void)0;/'
	wrong inbox in_order 'who waits for another is not woken' $channel \
		's/^\t\tvc_unpark(.*);/\t\tvc_wake(self, peer->rank);/'
	wrong inbox in_order 'no fence before the look behind' $channel \
		'/^wake_for_others(/,/^}/s/cmm_smp_mb();//'
	wrong inbox any 'known twice' $channel \
		's/^\t\tself->adopted = inbox;//'
}

all_of_carriers()
{
	local carrier=nodes/kernel/carrier.c parking=nodes/kernel/park.c

	right_tree
	right carrier echo both round deadlock deadline

	wrong carrier echo 'no fence in the carrier' $carrier \
		's,^\tvc_fence();.*CARRIER-IDLE.*,,'
	wrong carrier echo 'no fence in the waker' $carrier \
		's,^\tvc_fence();.*CARRIER-SENT.*,,'
	wrong carrier echo 'no second look at the inbox' $carrier \
		'/^vc_carrier_wait(/,/^}/s/if (has_inbox(c)) {/if (false) {/'
	wrong carrier echo 'counted twice' $carrier \
		'/^vc_carrier_wait(/,/^}/s/^\t\t\tatomic_fetch_sub_explicit(.*);/\t\t\t(void)0;/'
	wrong carrier echo 'counted after it is awake' $carrier \
		'/^take_state(/,/^}/{
			s/^\tatomic_fetch_add_explicit.*;/\t(void)0;/
			s/^\tif (state == VC_CARRIER_AWAKE)/\tif (state != VC_CARRIER_AWAKE)/
			s/atomic_fetch_sub_explicit/atomic_fetch_add_explicit/
		}' 3
	wrong carrier echo 'no futex wake' $carrier \
		'/^vc_carrier_ready(/,/^}/s/vc_futex_wake(.*);/(void)0;/'
	wrong carrier both 'a node is lost where two are added' $carrier \
		's/^\tfor (; first != 0; first = .*)$/\tif (first != 0)/'
	wrong carrier echo 'inbox relaxed' $carrier \
		"$(order acquire relaxed 'exchange_explicit(&c->inbox, 0')"
	wrong carrier deadlock 'an idle resolver keeps what it wakes' $carrier \
		's/^\tif (c == here && .*/\tif (c == here) {/'
	wrong carrier deadline 'deadline without the lock' $carrier \
		'/^ring(/,/^}/s/pthread_mutex_\(un\)\{0,1\}lock(.*)/(void)0/' 2
	wrong carrier round 'made ready twice' $parking \
		'/^taken_meanwhile(/,/^}/s/vc_carrier_park(self, -1);/(void)0;/'
}

all_of_waves()
{
	local wave=nodes/transport/wave.c counted=states

	right_tree
	right wave two three

	wrong wave three 'sent and received of one wave are compared' $wave \
		's/p->received_before != sum->sent/sum->received != sum->sent/'
	wrong wave two 'judged before all have contributed' $wave \
		's/++p->came == p->count/++p->came == p->count - 1/'
	wrong wave two 'contributes once' $wave \
		'/^vc_wave_answered(/,/^}/s/p->told = false;/(void)0;/'
}
