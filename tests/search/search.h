/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the searches with relacy. Each is a test suite of relacy's: threads
 * that run in every order or, with a bound, in every order with at most so many
 * preemptions. Where C11's memory model lets a load see an older value, it sees that
 * too, at most one back. A weak compare-and-swap fails once spuriously.
 *
 * A program is called with the name of a search, and prints
 *
 *   EXECUTIONS RESULT
 *
 * 0: nothing is wrong; 1: something is, and the execution comes after.
 */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdatomic.h>
#include <cstdio>
#include <cstring>
#include <type_traits>

/* A value that two threads must not touch at once. To the program it is a T. */
template <typename T>
struct watched {
	typedef typename std::conditional<std::is_enum<T>::value, int, T>::type kept;
	rl::var<kept> var;

	watched() {}
	watched(T value) : var(value) {}
	operator T() const { return (T)(kept)var($); }
	T operator->() const { return var($); }
	T operator=(T value) { return (T)(var($) = (kept)value); }
};

/* All executions or, with a bound, those with at most so many switches. rl::simulate() would
 * do, but compiles each kind of search for each suite. */
template <typename Suite, unsigned bound = 0>
int
search()
{
	constexpr unsigned threads = Suite::params::thread_count;
	typedef typename std::conditional<bound == 0, rl::full_search_scheduler<threads>,
					  rl::context_bound_scheduler<threads> >::type scheduler;
	rl::ostringstream out, state;
	rl::test_params params;

	params.search_type = bound ? rl::sched_bound : rl::sched_full;
	params.context_bound = bound;
	params.execution_depth_limit = 1000;
	params.output_stream = params.progress_stream = &out;
	rl::run_test<Suite, scheduler>(params, state, false);
	printf("%llu %s\n", (unsigned long long)params.stop_iteration,
	       rl::test_result_str(params.test_result));
	if (params.test_result == rl::test_result_success)
		return 0;
	params.initial_state = state.str();     /* this execution again, and what happens in it */
	params.collect_history = true;
	rl::run_test<Suite, scheduler>(params, state, true);
	puts(out.str().c_str());
	return 1;
}

/* The searches of a program, the last without a name. */
extern const struct named {
	const char *name;
	int (*search)(void);
} searches[];

int
main(int count, char **name)
{
	for (const struct named *s = searches; count == 2 && s->name != NULL; s++)
		if (strcmp(s->name, name[1]) == 0)
			return s->search();
	return 2;
}

#endif
