/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The protocol of parking: nodes/kernel/park.h, nodes/kernel/park.c,
 * nodes/kernel/quiescence.c.
 *
 * NODES nodes make up to CALLS calls each, any of those that are compiled in,
 * in any order, to any peer: the search covers every program of that length,
 * also those that deadlock:
 *
 *   SEND    a message to one node, and its wake at once
 *   BATCH   a message to every other node, then all wakes
 *   RECV    from a named node; with DATED, also with a deadline
 *   ANY     from any node
 *   STEP    until the observer has observed
 *   ALIGN   with all nodes
 *   LIMIT   the run's time limit expires at some time
 *
 * The resolver knows steps, deadlines and deadlocks; its other decisions differ
 * from these in whom it wakes, not in when.
 *
 * A processor is that of x86: its stores wait in a buffer before they reach
 * memory; a fence and a read-modify-write wait until the buffer is empty.
 *
 * Assertions:
 *   running reaches 0, and the resolver acts, only when every node is parked or
 *     gone, and nothing that a parked node waits for has come: quiet()
 *   the resolver gives a node one verdict each time it parks
 *   at the end running is 0 and nobody sleeps: a lost wake, and a quiescence
 *     that nobody resolves, are invalid end states.
 *
 * With -DBUG_.. one thing is wrong, and the search must find it: tests/tree/check_search.sh.
 */
#ifndef MORE
#define MORE 0                                  /* further calls of node 0 */
#endif
#define MAIL(from, to) ((from) * NODES + (to))  /* messages sent */
#define PARKED(node) (NODES * NODES + (node))
#define FROM_ANY (NODES + 1)                    /* values of parked other than rank + 1 */
#define HELD (NODES + 2)

byte memory[NODES * NODES + NODES];
chan buffer[NODES] = [2] of { byte, byte };     /* where, what */

byte running = NODES, alive = NODES, dated, here, generation, observed;
bool stop, resolving;                           /* a mutex */
bool asleep[NODES];                             /* in the kernel */

mtype = { go_on, time_is_up, give_up, on_message, on_any, on_step, on_align };
mtype verdict[NODES] = go_on;
mtype kind[NODES] = on_message;                 /* why it waits: its struct vc_wait */
byte peer[NODES], mark[NODES];
bool failed[NODES];
byte got[NODES * NODES];

/* State of the search, not of the program */
bool slumbers[NODES];                           /* parked, and no longer counted */
bool gone[NODES];
byte done;

#define is_there(node, from) (memory[MAIL(from, node)] > got[MAIL(from, node)])
#define is_active(node) (!gone[node] && !(slumbers[node] && memory[PARKED(node)] != 0))
#define swap(old, new, word) old = word; word = new

/* A read-modify-write, after a fence of its own. */
#define rmw atomic { empty(buffer[me]) ->
#ifdef BUG_NO_FENCE_IN_WAKER
#define fence_of_wake skip
#else
#define fence_of_wake empty(buffer[me])
#endif
#ifdef BUG_NO_FENCE_IN_PARKER
#define fence_of_sleep skip
#else
#define fence_of_sleep empty(buffer[me])
#endif

inline quiet()
{
	d_step {
		r = 0;
		do
		:: r < NODES ->
			assert(!is_active(r));
			s = 0;
			do
			:: s < NODES ->
				assert(!(!gone[r] && kind[r] == on_any && is_there(r, s)));
				assert(!(!gone[r] && kind[r] == on_message && peer[r] == s &&
					 is_there(r, s)));
				s++
			:: else -> break
			od;
			assert(!(!gone[r] && kind[r] == on_align && generation != mark[r]));
			r++
		:: else -> break
		od;
		r = 0;
		s = 0
	}
}

/* make_run(): whoever takes the word has counted the node as running before. */
inline make_run(whom)
{
#ifdef BUG_COUNT_AFTER_TAKE
	rmw swap(p, 0, memory[PARKED(whom)]) };
	if
	:: p != 0 -> rmw running++ }; asleep[whom] = false
	:: else
	fi;
#else
	rmw running++ };
#ifdef BUG_BLIND_TAKE
	rmw p = 1; memory[PARKED(whom)] = 0 };
#else
	rmw swap(p, 0, memory[PARKED(whom)]) };
#endif
	if
	:: p != 0 ->
#ifndef BUG_NO_FUTEX_WAKE
		asleep[whom] = false
#endif
	:: else -> rmw running-- }
	fi;
#endif
}

/* vc_unpark() */
inline wake(whom)
{
	fence_of_wake;
	if
	:: memory[PARKED(whom)] != 0 -> make_run(whom)
	:: else
	fi
}

inline poke(whom)
{
	p = memory[PARKED(whom)];
	if
	:: p == me + 1 || p == FROM_ANY -> make_run(whom)
	:: else
	fi;
	p = 0
}

/* The resolver's release() */
inline release(whom, what)
{
	assert(verdict[whom] == go_on);
	verdict[whom] = what;
	wake(whom)
}

inline all_that_stand(at, what)         /* are released */
{
	q = 0;
	do
	:: q < NODES ->
		if
		:: memory[PARKED(q)] != 0 && (what == give_up || (kind[q] == on_step && mark[q] == at)) ->
			if
			:: what == give_up -> failed[q] = true
			:: else
			fi;
			release(q, what)
		:: else
		fi;
		q++
	:: else -> q = 0; break
	od
}

/* vc_quiescence_resolve() */
inline resolve()
{
	quiet();
	if
	:: alive == 0 -> acted = false
	:: alive != 0 && stop -> 
		q = 0;
		do
		:: q < NODES -> wake(q); q++
		:: else -> q = 0; break
		od
	:: alive != 0 && !stop ->
		lowest = 255;
		d_step {
			q = 0;
			do
			:: q < NODES ->
				if
				:: memory[PARKED(q)] != 0 && kind[q] == on_step && mark[q] < lowest ->
					lowest = mark[q]
				:: else
				fi;
				q++
			:: else -> q = 0; break
			od
		};
		if
		:: lowest != 255 -> observed = lowest; all_that_stand(lowest, go_on)
		:: lowest == 255 && dated > 0 -> acted = false
		:: lowest == 255 && dated == 0 -> all_that_stand(0, give_up)
		fi;
		lowest = 0
	fi
}

inline quiesce()
{
	atomic { !resolving -> resolving = true };
	acted = true;
	do
#ifdef BUG_NO_SECOND_LOOK_AT_RUNNING
	:: acted ->
#else
	:: acted && running != 0 -> break
	:: acted && running == 0 ->
#endif
		rmw running++ };
		resolve();
		rmw running-- };
#ifdef BUG_RESOLVED_ONCE
		break
#endif
	:: !acted -> break
	od;
	acted = false;
	resolving = false
}

/* The node is counted no more. */
inline discount(where)
{
	rmw running--;
		where = true;
		last = (running == 0);
		if
		:: last -> quiet()
		:: else
		fi
	}
}

/* Steps 4 and 5 of a parker, and expire() */
inline slumber()
{
#ifndef BUG_UNCOUNTED_BEFORE_PARKED
	discount(slumbers[me]);
	if
	:: last -> last = false; quiesce()
	:: else
	fi;
#endif
	do
	:: atomic { empty(buffer[me]) && memory[PARKED(me)] == 0 -> break }
#ifdef DATED
	:: atomic { is_dated && memory[PARKED(me)] != 0 -> skip };      /* its time is up */
#ifdef BUG_DEADLINE_WITHOUT_LOCK
		make_run(me);
		if
		:: p != 0 -> verdict[me] = time_is_up
		:: else
		fi;
#else
		atomic { !resolving -> resolving = true };
		make_run(me);
		if
		:: p != 0 -> verdict[me] = time_is_up
		:: else
		fi;
		resolving = false;
#endif
		p = 0;
		break
#endif
	:: atomic { memory[PARKED(me)] != 0 -> asleep[me] = true };
		atomic { !asleep[me] || is_dated -> asleep[me] = false }
	od;
	slumbers[me] = false
}

inline look(already)
{
	d_step {
		found = already ||
			(kind[me] == on_message && is_there(me, peer[me])) ||
			(kind[me] == on_step && mark[me] <= observed) ||
			(kind[me] == on_align && mark[me] != generation);
		p = 0
	};
	if
	:: kind[me] == on_any ->        /* one channel after the other */
		do
		:: p < NODES && !found -> found = is_there(me, p); p++
		:: else -> p = 0; break
		od
	:: else
	fi
}

/* vc_park() */
inline wait(word)
{
	do
	:: stop -> failed[me] = true; break
	:: !stop ->
		look(false);
		if
		:: found -> break
		:: else
		fi;
		verdict[me] = go_on;
		if
		:: is_dated -> rmw dated++ }
		:: else
		fi;
#ifdef BUG_UNCOUNTED_BEFORE_PARKED
		discount(slumbers[me]);
		if
		:: last -> last = false; quiesce()
		:: else
		fi;
#endif
		buffer[me]!PARKED(me), word;
		fence_of_sleep;
#ifdef BUG_NO_SECOND_LOOK_AT_MAIL
		found = false;
#else
		look(stop);
#endif
		if
		:: found ->
			found = false;
			rmw swap(p, 0, memory[PARKED(me)]) };
#ifdef BUG_UNCOUNTED_BEFORE_PARKED
			slumbers[me] = false;
			if
			:: p != 0 -> rmw running++ }
			:: else
			fi;
#else
#ifndef BUG_COUNTED_TWICE
			if
			:: p == 0 -> rmw running--; assert(running != 0) }
			:: else
			fi;
#endif
#endif
			p = 0
		:: else -> slumber()
		fi;
		if
		:: is_dated -> rmw dated-- }
		:: else
		fi;
		if
		:: verdict[me] != go_on -> break
		:: else
		fi
	od;
	is_dated = false;
	found = false
}

/* A message is taken, if the wait has not ended otherwise. */
inline take()
{
	d_step {
		if
		:: !failed[me] && verdict[me] == go_on && kind[me] == on_message ->
			got[MAIL(peer[me], me)]++
		:: !failed[me] && verdict[me] == go_on && kind[me] == on_any ->
			r = 0;
			do
			:: is_there(me, r) -> got[MAIL(r, me)]++; break
			:: else -> r++
			od
		:: else
		fi;
		r = 0;
		verdict[me] = go_on
	}
}

inline publish(whom)
{
	buffer[me]!MAIL(me, whom), sent[whom] + 1;
	sent[whom]++
}

proctype node(byte me)
{
	byte left = CALLS + (me == 0 -> MORE : 0), steps, sent[NODES], other, p, q, r, s, lowest;
	bool found, is_dated, acted, last;

	do
	:: left == 0 || failed[me] -> break
	:: left > 0 && !failed[me] ->
		left--;
		atomic {
			other = 0;
			do
			:: other < NODES - 1 -> other++
			:: break
			od
		};
		if
#ifdef SEND
		:: other != me -> publish(other); fence_of_wake; poke(other)
#endif
#ifdef BATCH
		:: other == me ->
			q = 0;
			do
			:: q < NODES && q != me -> publish(q); q++
			:: q == me -> q++
			:: q == NODES -> q = 0; break
			od;
			fence_of_wake;
			do
			:: q < NODES && q != me -> poke(q); q++
			:: q == me -> q++
			:: q == NODES -> q = 0; break
			od
#endif
#ifdef RECV
		:: other != me -> d_step { kind[me] = on_message; peer[me] = other };
#ifdef DATED
			if
			:: is_dated = true
			:: skip
			fi;
#endif
			wait(other + 1);
			take()
#endif
#ifdef ANY
		:: other == me -> kind[me] = on_any; wait(FROM_ANY); take()
#endif
#ifdef STEP
		:: other == me -> d_step { kind[me] = on_step; steps++; mark[me] = steps }; wait(HELD)
#endif
#ifdef ALIGN
		:: other == me ->
			d_step { kind[me] = on_align; mark[me] = generation };
			rmw here++; last = (here == NODES) };
			if
			:: last ->
				last = false;
				here = 0;
				rmw generation++ };
				q = 0;
				do
				:: q < NODES && q != me -> wake(q); q++
				:: q == me -> q++
				:: q == NODES -> q = 0; break
				od
			:: else -> wait(HELD)
			fi
#endif
		:: left = 0
		fi;
		other = 0
	od;
	/* vc_node_leave() */
	rmw alive--; other = alive };
	discount(gone[me]);
	if
	:: last && other != 0 -> quiesce()
	:: else
	fi;
	done++
}

/* Its stores come to memory in their order, some time. */
proctype drain(byte me)
{
	byte where, what;

end:	do
	:: d_step { buffer[me]?where, what -> memory[where] = what; where = 0; what = 0 }
	od
}

#ifdef LIMIT
/* attend(), run.c. It is not counted as running, and not waited for: whatever it
 * does to running, every node that is parked sees the stop, or is woken. */
proctype limit()
{
	byte p, q;

	atomic { !resolving -> resolving = true };
	stop = true;
	do
	:: q < NODES ->
		if
		:: memory[PARKED(q)] != 0 ->
			running++;
			atomic { swap(p, 0, memory[PARKED(q)]) };
			if
			:: p != 0 -> asleep[q] = false
			:: else -> running--
			fi
		:: else
		fi;
		q++
	:: else -> break
	od;
	resolving = false
}
#endif

init
{
	byte i;

	atomic {
		do
		:: i < NODES -> run node(i); run drain(i); i++
		:: else -> break
		od;
#ifdef LIMIT
		run limit()
#endif
	};
	done == NODES && !resolving;
	assert(running == 0 && alive == 0 && dated == 0)
}
