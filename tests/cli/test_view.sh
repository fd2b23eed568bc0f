#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# vcube view: the page is complete, small and self-contained, has the run's numbers, and
# other files are refused. What it does in a browser is tested
# by test_page.sh. VCUBE is the command to test.
vcube=${VCUBE:-cli/here/vcube}
. "$(realpath "${srcdir:-.}")"/tests/support/page.sh
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
status=0 tests=0

fail()
{
	echo "not ok: $*"
	status=1
}

# RUN...: writes the trace NAME.trace and the page NAME.html
page()
{
	local name=$1
	shift
	"$vcube" run "$@" --no-wall -q --trace "$folder/$name.trace" --csv >"$folder/$name.csv" ||
		fail "vcube run $* fails"
	"$vcube" view "$folder/$name.trace" -o "$folder/$name.html" || fail "$name has no page"
}

# The value of a column of the only run in a CSV file.
column()
{
	awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
		NR == 2 { print $at }' "$folder/$1.csv"
}

same()          # WHAT FOUND WANTED
{
	tests=$((tests + 1))
	[ -n "$3" ] && [ "$2" = "$3" ] || fail "$1: '$2', not '$3'"
}

# The command must end with this status, a sentence with these words, and no page.
refuses()       # STATUS WORDS ARGUMENT...
{
	local wanted=$1 words=$2
	shift 2
	tests=$((tests + 1))
	rm -f "$folder/none.html"
	"$vcube" view "$@" >"$folder/out" 2>"$folder/err"
	[ $? = "$wanted" ] || fail "vcube view $* does not end with $wanted"
	grep -qF -e "$words" "$folder/err" || fail "vcube view $* does not say '$words'"
	[ ! -s "$folder/out" ] && [ ! -e "$folder/none.html" ] || fail "vcube view $* writes a page"
}

page torus alltoall.direct -t torus:4x4 -m 16 --clock virtual
page ring allgather.ring -t ring:8 -m 64 --clock virtual
page large allgather.hypercube -t hypercube:7 -m 8 --clock virtual
"$vcube" view "$folder/torus.trace" "$folder/ring.trace" -o "$folder/both.html" || fail 'both'

# The page refers to nothing outside itself, and is small without its data. It has the names of
# d3's authors, which refer to no file; and forbids the browser to load anything.
for name in torus ring large both; do
	tests=$((tests + 3))
	! sed '/id="library"/,/<\/script>/d' "$folder/$name.html" |
		grep -nE "https?:|src=|href=|@import|url\((\"|'|/)|fetch\(|XMLHttp" ||
		fail "$name.html refers to something else"
	grep -q "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';" "$folder/$name.html" ||
		fail "$name.html may load something"
	[ "$(sed '/id="data"/,/<\/script>/d' "$folder/$name.html" | wc -c)" -lt 500000 ] ||
		fail "$name.html is too large"
done

# The data: the messages and bytes of the run.
send=$(page_kind "$folder/torus.html" send)
sends() { page_rows "$folder/$1.html" | grep -c "^$send,"; }
same 'messages on a torus' "$(sends torus)" "$(column torus messages_total)"
same 'messages on a ring' "$(sends ring)" "$(column ring messages_total)"
same 'bytes on a torus' "$(page_rows "$folder/torus.html" |
	awk -F, -v send="$send" '$1 == send { sum += $7 } END { print sum }')" "$(column torus bytes_total)"
same 'prediction for a ring' "$(sed -n 's/^"predicted":\([0-9]*\),$/\1/p' "$folder/ring.html")" \
	"$(column ring predicted_ps)"
page block alltoall.aapc3:block=yes -t hypercube:5 -m 8 --ports all --clock virtual
same 'prediction with an option' "$(sed -n 's/^"predicted":\([0-9]*\),$/\1/p' "$folder/block.html")" \
	"$(column block predicted_ps)"
same 'bytes of groups' "$(page_rows "$folder/large.html" |
	awk -F, -v send="$send" '$1 == send { sum += $7 } END { print sum }')" "$(column large bytes_total)"

# Sums that vcube run records are sets of nodes, whatever the algorithm; others are not.
sets()          # WANTED RUN...
{
	local wanted=$1
	shift
	page sums "$@" --clock virtual
	same "sets of $*" "$(grep -qE '^("cells":\[)?\["[^"]*".*,\[[0-9]+,"[0-9a-f]+"\]' "$folder/sums.html" && echo true || echo false)" "$wanted"
}
for name in $("$vcube" list algorithms --names | grep -E '^(all)?reduce|^scan'); do
	sets true "$name" -t torus:4x4 -m 16
done
sets true reduce.binomial -t hypercube:6 -m 8 --op bor --type uint64
sets false reduce.binomial -t hypercube:3 -m 8 --op max
sets false reduce.binomial -t hypercube:3 -m 8 --type int32
sets false allgather.ring -t ring:4 -m 16

# The same trace, the same page.
"$vcube" view "$folder/ring.trace" -o - | cmp -s - "$folder/ring.html" || fail 'pages differ'

# Without -o, beside the trace.
"$vcube" view "$folder/ring.trace" || fail 'a page beside its trace'
cmp -s "$folder/ring.trace.html" "$folder/ring.html" || fail 'the page beside its trace differs'

# Blocks whose lengths differ: the page is that of the trace, but for the heap.
for name in allgatherv.ring alltoallv.direct; do
	page lengths $name -t ring:4 -m 256 --pattern spike --clock virtual
	"$vcube" view $name -t ring:4 -m 256 --pattern spike -o "$folder/run.html" || fail "no page of $name"
	same "rows of $name" "$(page_rows "$folder/run.html" | cksum)" "$(page_rows "$folder/lengths.html" | cksum)"
done
printf '1 1\n1 1\n' >"$folder/matrix"
refuses 2 'would overwrite the file of --pattern' allgatherv.ring -t full:2 --pattern "$folder/matrix" \
	-o "$folder/matrix"

# Without threads no data are moved, and the page has the run without them.
"$vcube" view allgather.ring -t ring:8 --set threads=no -o "$folder/noted.html" || fail 'a page without threads'
same 'messages without threads' "$(sends noted)" "$(sends ring)"

# Refusals.
head -c 1000 "$folder/ring.trace" >"$folder/cut"
echo 'no trace, by far' >"$folder/foreign"
refuses 2 'is truncated' "$folder/cut" -o "$folder/none.html"
refuses 2 'is not a trace of vcube' "$folder/foreign" -o "$folder/none.html"
refuses 2 'is not a trace of vcube' "$folder/ring.trace" "$folder/foreign" -o "$folder/none.html"
refuses 2 'No such file' "$folder/nothing" -o "$folder/none.html"
refuses 1 'cannot write' "$folder/ring.trace" -o "$folder/no/such/page.html"
refuses 1 'No space left' "$folder/ring.trace" -o /dev/full
refuses 2 'name a trace' -o "$folder/none.html"
refuses 2 'would overwrite the trace itself' "$folder/ring.trace" -o "$folder/ring.trace"
refuses 2 'name the page' allgather.ring -t ring:4
refuses 2 'or two side by side' a b c -o "$folder/none.html"

[ $status = 0 ] && echo "$tests checks passed"
exit $status
