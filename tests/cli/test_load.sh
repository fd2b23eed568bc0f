#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Loaded algorithms and programs run, step and are seen as the library's are; vcube new writes
# some that pass their tests; other files are refused. VCUBE is the command, CC the compiler.
. "${srcdir:-.}"/tests/support/command.sh
include=$(cd "${srcdir:-.}" && pwd)/lib/include
vcube=$(cd "$(dirname "$vcube")" && pwd)/${vcube##*/}
cd "$folder" || exit

# NAME [DEFINITION]: builds NAME.so of the source on stdin
built()
{
	tests=$((tests + 1))
	${CC:-cc} -std=c11 -fPIC -shared $SANITIZE -I "$include" "${@:2}" -x c - -o "$1.so" || exit
}

# The templates as they are: built by their Makefile, and tested.
printf '#!/bin/sh\n[ "$1" != --cflags ] || echo -I%s\n' "$include" >pkg-config
chmod +x pkg-config
for kind in algorithm program; do
	runs new $kind own-$kind
	tests=$((tests + 1))
	VCUBE=$vcube make -s -C own-$kind test CC="${CC:-cc} $SANITIZE" \
		PKG_CONFIG="$folder/pkg-config" >made 2>&1 || { cat made; fail "the $kind does not pass its test"; }
done
# Other systems find an installed library; make installcheck builds by them.
for build in cmake meson; do
	runs new --build $build program by-$build
	tests=$((tests + 1))
	grep -qF by-$build by-$build/{CMakeLists.txt,meson.build} 2>/dev/null && [ ! -e by-$build/Makefile ] ||
		fail "vcube new does not write what $build reads"
done
algorithm=own-algorithm/own-algorithm.so program=own-program/own-program.so

# An algorithm: compared with the library's, chosen, predicted, stepped, seen.
runs run allgather.own-algorithm,allgather.ring --load $algorithm -t ring:5 --clock virtual \
	--no-wall --csv
tests=$((tests + 1))
[ "$(sed -n 's/own-algorithm/ring/; 2p' "$out")" = "$(sed -n 3p "$out")" ] ||
	fail 'the same algorithm has another record'
runs predict --load $algorithm -t ring:5 -m 8 --json
has '"algorithm":"own-algorithm"' "$out"
has '"predicted_ps":4032000' "$out"
runs run allgather --load $algorithm -t ring:4 --clock virtual --no-wall -q
has own-algorithm "$out"
runs step --print --load $algorithm -t ring:4
has 'step 3, shift: 4 messages' "$out"
runs view --load $algorithm -t ring:4 -o own.html
has '"formula":"(ts + tw m)(p - 1)"' own.html
runs view allgather.own-algorithm,allgather.ring --load $algorithm -t ring:4 -o -
has 'allgather.ring on ring:4, 64 B a block' "$out"

runs topo ring:4 --load $algorithm
has 'allgather.own-algorithm, 1 KiB a block, takes 6.072 us; 4 of 8 links' "$out"
runs topo ring:4 --load $program -m 64 --svg -
has 'program.own-program, 64 B a block' "$out"
refuses 'none.so: cannot open shared object file' topo ring:4 --load none.so
refuses "--load takes COLLECTIVE.ALGORITHM, such as alltoall.direct, or FILE.so, and '' is none" topo ring:4 --load ''

# A program of messages.
runs run --load $program -t ring:8 -m 8,1KiB --clock virtual --no-wall --json
tests=$((tests + 1))
[ "$(json time_ps <"$out" | tr '\n' ' ')" = '1008000 2024000 ' ] || fail 'the program takes another time'
has '"collective":"program","topology":"ring:8","nodes":8,"bytes":8,"algorithm":"own-program"' "$out"
runs step --print --load $program -t ring:4
has 'from the left[0]    3 0 1 2' "$out"
runs view --load $program -t ring:4 -o program.html
has 'program.own-program on ring:4' program.html
runs run program.own-program,allgather.own-algorithm --load $program --load $algorithm -t ring:4 \
	--clock virtual --no-wall
has 'program: messages of your own' "$out"
has 'allgather: all-to-all broadcast' "$out"
refuses 'a program of your own sets that itself' run --load $program --type int8
ends 1 predict --load $program
has 'a program of messages has no formula' "$err"

# What a program prints is beside the table, but not amid what is for other programs.
built talking <<'P'
#include <stdio.h>
#include <vcube/authoring.h>
int vcube_own_program(vcube_node *self, size_t bytes)
{
	(void)bytes;
	printf("I am node %d\n", vcube_rank(self));
	return 0;
}
P
runs run --load talking.so -t ring:2 --clock virtual --no-wall -q
has 'I am node 1' "$out"
for form in 'run --json' 'run --csv' 'view -o -' 'topo ring:2 --svg -'; do
	more='-t ring:2'
	case $form in run*) more='-t ring:2 --clock virtual --no-wall' ;; topo*) more= ;; esac
	# shellcheck disable=SC2086
	ends 0 $form --load talking.so $more
	lacks 'I am node' "$out"
	has 'I am node 1' "$err"
	[ -s "$out" ] || fail "vcube $form prints nothing"
done

# Programs that go wrong are reported as others are.
built wrong <<'P'
#include <vcube/authoring.h>
int vcube_own_program(vcube_node *self, size_t bytes)
{
	(void)bytes;
	return vcube_rank(self) == 2 ? 7 : 0;
}
P
ends 1 run --load wrong.so -t ring:4 --clock virtual -q
has 'vcube_own_program() returns 7 on node 2' "$err"
# What tells two operators apart in a report does not depend on where they were loaded.
built differing <<'P'
#include <vcube/authoring.h>
static void first(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	(void)left, (void)right, (void)into, (void)count, (void)type;
}
static void second(const void *left, const void *right, void *into, size_t count, vcube_type type)
{
	first(left, right, into, count, type);
}
int vcube_own_program(vcube_node *self, size_t bytes)
{
	const struct vcube_op op = {.name = "own", .apply = vcube_rank(self) == 2 ? second : first};
	char in = 0, out;
	(void)bytes;
	return vcube_allreduce(self, NULL, &in, &out, 1, VCUBE_BYTES(1), &op, "reduce-bcast");
}
P
ends 4 run --load differing.so -t full:4 --clock virtual -q
has ' marked ' "$err"
cp "$err" before
ends 4 run --load differing.so -t full:4 --clock virtual -q
cmp -s "$err" before || fail 'a report depends on where an operator lies'
# One that ends well, with a remark.
built keeping <<'P'
#include <vcube/authoring.h>
int vcube_own_program(vcube_node *self, size_t bytes)
{
	return vcube_rank(self) == 2 && !vcube_alloc(self, bytes);
}
P
runs run --load keeping.so -t ring:4 -m 64 --no-wall
lacks 'a block:' "$out"
runs run --load keeping.so -t ring:4 -m 64 --no-wall --set strict=yes
has 'program.keeping on ring:4, 64 B a block: node 2 has not freed 1 block (64 bytes) allocated at ' "$out"
built stuck <<'P'
#include <vcube/authoring.h>
int vcube_own_program(vcube_node *self, size_t bytes)
{
	char c;
	(void)bytes;
	vcube_recv(self, NULL, (vcube_rank(self) + 1) % vcube_size(self), &c, 1, NULL);
	return 0;
}
P
ends 3 run --load ./stuck.so -t ring:3 --clock virtual -q
has 'cycle: 0 -> 1 -> 2 -> 0' "$err"
ends 3 view --load ./stuck.so -t ring:3 -o stuck.html
has '"report":"cycle: 0 -> 1 -> 2 -> 0' stuck.html

# What is no algorithm and no program.
algorithm_of()  # MEMBERS..., and $time, the result of its formula
{
	built bad <<-P
	#include <vcube/authoring.h>
	static void run(vcube_node *self, const struct vcube_call *c) { (void)self; (void)c; }
	static vcube_time cost(const struct vcube_terms *t) { return t->p > 0 ? ${time:-1} : 0; }
	const struct vcube_algorithm vcube_own_algorithm = {
		.text = "", .paper = "", .formula = "p", .cost = cost, .run = run, $* };
	P
}
refuses 'none.so: cannot open shared object file: No such file or directory' run --load none.so
echo 'no object' >text.so
refuses 'text.so: ' run --load text.so
echo 'int nothing;' | built nothing
refuses 'nothing.so defines neither vcube_own_algorithm nor vcube_own_program' run --load nothing.so
algorithm_of '.collective = 99, .name = "mine"'
refuses 'no collective has number 99' run --load bad.so
algorithm_of '.name = "Mine!"'
refuses 'an algorithm of allgather has no usable name' run --load bad.so
algorithm_of '.name = "ring"'
refuses 'allgather.ring exists already' run --load bad.so
algorithm_of '.name = "mine", .cost = 0'
refuses 'allgather.mine lacks one of text, paper, formula, cost and run' run --load bad.so
algorithm_of '.name = "mine", .unequal = VCUBE_ALLGATHERV'
refuses "allgather.mine sets unequal, which only the library's algorithms do" run --load bad.so
options='.name = "mine", .options = (const struct vcube_option[])'
algorithm_of "$options {{\"parts\", 0, \"\"}, {0}}"
refuses 'option 1 of allgather.mine lacks a usable name, its form or its text' run --load bad.so
one='{"a", "N", ""}'
algorithm_of "$options {$one, $one, $one, $one, $one, {0}}"
refuses 'allgather.mine has more than 4 options' run --load bad.so
# Its formula is no time: there is no prediction.
for time in -5 INT64_MAX; do
	algorithm_of '.name = "mine", .native = 1u << VCUBE_RING'
	ends 1 predict --load bad.so -t ring:4 -m 8 --json
	has '"predicted_ps":null' "$out"
	has 'the range of the clocks' "$err"
done
cp stuck.so 'a b.so'
refuses "'a b' is not a name of letters" run --load 'a b.so'
refuses 'two programs are called stuck' run --load stuck.so --load ./stuck.so
refuses "no program 'mine' is loaded" run program.mine
refuses 'there are program.stuck; did you mean program.stuck?' run program.stuk --load stuck.so
refuses 'with threads=no messages carry no data' run --load stuck.so --set threads=no --clock virtual

# What is not viewed.
runs list algorithms
refuses "not $(grep -c '^  allgather\.' "$out"); name COLLECTIVE.ALGORITHM" view allgather -t ring:4 -o no.html
refuses 'name traces or algorithms, not both' view allgather.ring own.html -o no.html
refuses 'a trace has its machine' view own.html -t ring:4 -o no.html

# What is not made.
refuses "'Two' is not a name" new algorithm Two
refuses "no template 'algoritm'" new algoritm two
refuses 'name what to make' new algorithm
refuses "no build system 'ninja'" new --build ninja algorithm two
refuses "'three' is a second" new algorithm two three
refuses "the name 'auto' has a meaning already" new algorithm auto
refuses 'allgather.ring exists already; choose another name' new algorithm ring
[ ! -e ring ] || fail 'there is a folder of an algorithm that exists'
ends 1 new algorithm own-algorithm
has 'cannot make the folder own-algorithm: File exists' "$err"
finish
