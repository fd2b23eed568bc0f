#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# An order that an exploration has printed is the same in a run, in its trace, in the data of its page
# and in the stepper; so is every other order, by answers and, in virtual time, by delays.
# VCUBE is the command.
vcube=${VCUBE:-cli/here/vcube}
sources=$(cd "${srcdir:-.}" && pwd) here=$PWD
. "$sources"/tests/support/page.sh
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
[ -z "$SANITIZE" ] && [ -f "$here/.libs/libvcube-stepper.so" ] || exit 77
LD_LIBRARY_PATH=$here/.libs
export LD_LIBRARY_PATH
status=0 timed='full:4 clock=virtual routing=none'

fail()
{
	echo "not ok: $*"
	status=1
}

cat >"$folder/program.c" <<'EOF'
#include <stdio.h>
#include <string.h>
#include <vcube.h>
#include <vcube/stepper.h>
#include <vcube/trace.h>

static int32_t got[3];
static int explores;

/* Node 0 takes a message of each other node, and says whose came. */
static int
program(vcube_node *self, void *arg)
{
	int32_t me = vcube_rank(self), took[3] = {0};

	(void)arg;
	if (me > 0)
		return vcube_send(self, NULL, 0, &me, sizeof me);
	vcube_watch(self, "took", took, VCUBE_INT32, 3);
	for (int i = 0; i < 3; i++) {
		vcube_recv(self, NULL, VCUBE_ANY, &took[i], sizeof took[i], NULL);
		vcube_step(self, "take");
	}
	memcpy(got, took, sizeof got);
	return explores && took[0] == 3 && took[1] == 2;
}

/* explore|run|step MACHINE [TRACE] */
int
main(int argc, char **argv)
{
	struct vcube_error error;
	vcube_machine *machine = vcube_open(argv[2], &error);
	const struct vcube_stepper_options options = {.print = stdout};
	int code;

	if (machine == NULL || (argc > 3 && vcube_trace_start(machine, argv[3], NULL, &error) != 0)) {
		fprintf(stderr, "%s\n", error.text);
		return 2;
	}
	explores = strcmp(argv[1], "explore") == 0;
	if (strcmp(argv[1], "step") == 0)
		code = vcube_stepper_run(machine, program, NULL, &options, &error);
	else
		code = vcube_run(machine, program, NULL);
	if (explores)
		printf("%s", vcube_run_report(machine));
	else if (strcmp(argv[1], "run") == 0)
		printf("%d%d%d\n", got[0], got[1], got[2]);
	vcube_close(machine);
	return code != 0;
}
EOF
${CC:-cc} -g -I "$sources/lib/include" "$folder/program.c" -o "$folder/program" -L "$here/.libs" \
	-lvcube-stepper -lvcube >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }

same()          # WHERE MACHINE FOUND WANTED
{
	[ "$3" = "$4" ] || fail "$1 of $2 has the order '$3', not $4"
}

# ORDER MACHINE: the order is seen everywhere
seen()
{
	local order=$1 machine=$2

	same 'the run' "$machine" "$("$folder/program" run "$machine" "$folder/trace")" "$order"
	"$vcube" trace --csv="$folder/csv" "$folder/trace" || fail "$machine has no events"
	same 'the trace' "$machine" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 && $at["event"] == "got" && $at["node"] == 0 { printf "%s", $at["peer"] }' \
		"$folder/csv")" "$order"
	"$vcube" view "$folder/trace" -o "$folder/page" || fail "$machine has no page"
	same 'the page' "$machine" "$(page_rows "$folder/page" |
		awk -F, -v got="$(page_kind "$folder/page" got)" '$1 == got && $4 == 0 { printf "%s", $5 }')" "$order"
	"$folder/program" step "$machine" >"$folder/steps" || fail "$machine cannot be stepped through"
	same 'the stepper' "$machine" "$(awk '$1 ~ /^took\[/ { at[$1] = $2 }
		END { print at["took[0]"] at["took[1]"] at["took[2]"] }' "$folder/steps")" "$order"
}

first()         # MACHINE: the first failing order that an exploration prints
{
	"$folder/program" explore "$1" | sed -n 's/^.* failed; the first: //p'
}

seen 321 "full:4 $(first 'full:4 explore=buffered')"
seen 321 "$timed $(first "$timed explore=clock")"
for order in 123 132 213 231 312 321; do
	a=${order:0:1} b=${order:1:1} c=${order:2:1}
	seen "$order" "full:4 replay=0:$a,$b,$c"
	seen "$order" "$timed delay=$b-0@0:5us,$c-0@0:10us"
done
[ "$(first 'full:4 explore=buffered')" = replay=0:3,2,1 ] || fail 'another order fails first'
exit $status
