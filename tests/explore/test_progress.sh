#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# An exploration shows its progress where a terminal is: in one line, which is removed at the
# end. Elsewhere, and with --quiet, it shows none.
. "${srcdir:-.}"/tests/support/command.sh || exit
include=$(cd "${srcdir:-.}" && pwd)/lib/include
command -v script >/dev/null || { echo 'There is no script(1) to make a terminal.'; exit 77; }

# Node 0 takes the others' messages in any order: 24 orders, each of which takes 20 ms, while
# progress is shown after 100 ms.
${CC:-cc} -std=gnu11 -fPIC -shared $SANITIZE -I "$include" -x c - -o "$folder/slow.so" <<'P' || exit
#include <time.h>
#include <vcube/authoring.h>
static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
int vcube_own_program(vcube_node *self, size_t bytes)
{
	const int me = vcube_rank(self);
	const double end = now() + 0.02;
	int got;

	(void)bytes;
	while (me == 0 && now() < end)
		;
	for (int i = 1; me == 0 && i < vcube_size(self); i++)
		vcube_recv(self, NULL, VCUBE_ANY, &got, sizeof got, NULL);
	return me > 0 ? vcube_send(self, NULL, 0, &me, sizeof me) : vcube_failed(self);
}
P
exploration=(run --load "$folder/slow.so" -t full:5 --explore buffered)

runs "${exploration[@]}"
has 'explored 24 orders in 24 runs' "$out"
lacks $'\033' "$out"

# What a terminal gets from stderr, while the table goes to a file.
on_terminal()           # COLUMNS ARGUMENT...
{
	local words

	printf -v words '%q ' "${@:2}"
	tests=$((tests + 1))
	script -qec "stty cols $1; exec '$vcube' $words >'$folder/table'" /dev/null </dev/null >"$out"
}

on_terminal 100 "${exploration[@]}"
has 'explored 24 orders in 24 runs' "$folder/table"
has ' orders, 0 failed' "$out"
tests=$((tests + 3))
[ "$(wc -l <"$out")" = 0 ] || fail 'progress takes more than one line'
[ "$(tail -c 4 "$out")" = $'\r\033[K' ] || fail 'the line stays at the end'
tr '\r' '\n' <"$out" | sed -n "s/^\x1b\[K//p" >"$folder/lines"
sed -n 's/.*: \([0-9]*\) orders.*/\1/p' "$folder/lines" >"$folder/orders"
[ "$(wc -l <"$folder/orders")" -ge 2 ] && sort -nuc "$folder/orders" ||
	fail 'the orders do not increase'

on_terminal 40 "${exploration[@]}"
tests=$((tests + 1))
[ "$(tr '\r' '\n' <"$out" | sed "s/^\x1b\[K//" | wc -L)" = 39 ] || fail 'progress exceeds the line'

on_terminal 100 "${exploration[@]}" --quiet
has 'explored 24 orders in 24 runs' "$folder/table"
tests=$((tests + 1))
[ ! -s "$out" ] || fail 'progress is shown in spite of --quiet'

finish
