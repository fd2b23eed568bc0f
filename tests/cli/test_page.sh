#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The page of vcube view in a browser, with keys pressed: steps forward and back, two
# runs side by side, and the numbers of the trace. VCUBE is the
# command, srcdir where the sources are.
vcube=${VCUBE:-cli/here/vcube}
. "${srcdir:-.}"/tests/support/browser.sh
browser_there || { echo 'skipped: there is no chromium with chromedriver'; exit 77; }
folder=$(mktemp -d) || exit
trap 'browser_end; rm -rf "$folder"' EXIT
status=0 tests=0

says()          # WHAT FOUND WORDS
{
	tests=$((tests + 1))
	[[ $2 == *"$3"* ]] || fail "$1: '$2', without '$3'"
}

record()        # NAME RUN...
{
	local name=$1
	shift
	"$vcube" run "$@" --clock virtual --no-wall -q --trace "$folder/$name.trace" >/dev/null ||
		fail "vcube run $* fails"
	"$vcube" view "$folder/$name.trace" -o "$folder/$name.html" || fail "$name has no page"
	"$vcube" trace "$folder/$name.trace" --csv "$folder/$name.csv"
}

# Runs an awk program on the events of a trace up to a time.
sum()           # NAME PATTERN TIME
{
	awk -F, -v until="$3" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
		NR > 1 && $at["time_ps"] <= until { kind = $at["event"]; bytes = $at["amount"]
			span = $at["span"]; '"$2"' }
		END { print sum + 0 }' "$folder/$1.csv"
}

page() { browse "file://$folder/$1.html#$2"; }
stop() { ask 'return new URLSearchParams(location.hash.slice(1)).get("stop")'; }
summary() { ask 'return document.getElementById("summary").textContent'; }
view() { ask 'return document.querySelector(".view").getAttribute("aria-label")'; }

record cube allgather.hypercube -t hypercube:3 -m 64
record ring allgather.ring -t ring:8 -m 64
record torus alltoall.direct -t torus:4x4 -m 16
record broken alltoall.pairwise -t ring:8 -m 8 --set 'links=0>1:down'
record sum allreduce.hypercube -t hypercube:3 -m 8
record scatter reduce_scatter.halving -t hypercube:2 -m 64
record wide alltoall.pairwise -t hypercube:6 -m 8
record large bcast.binomial -t torus:33x32 -m 8
record thousand allgather.hypercube -t hypercube:10 -m 8
record ports alltoall.aapc3:block=yes -t hypercube:5 -m 8 --ports all
record one-port alltoall.aapc1 -t hypercube:3 -m 8
record many-ports alltoall.aapc4:block=yes -t hypercube:7 -m 8 --ports all
record pieces allgather.dcycles -t hypercube:3 -m 24 --ports all
record contention alltoall.direct -t ring:8 -m 64
record long alltoall.direct -t ring:8 -m 1KiB
examples/lab/stuck 'ring:4 clock=virtual' "$folder/stuck.trace" 2>/dev/null
examples/lab/stuck 'ring:1 clock=virtual' "$folder/alone.trace" 2>/dev/null
examples/lab/stuck 'ring:70 clock=virtual' "$folder/crowd.trace" 2>/dev/null
"$vcube" run alltoall.pairwise -t ring:4 -m 8 --clock virtual --no-wall -q --set 'drop=50%' \
	--trace "$folder/lost.trace" >/dev/null 2>&1
"$vcube" run allgather.ring -t ring:8 -m 8 --clock virtual --no-wall -q --set 'crash=3@2us' \
	--trace "$folder/crash.trace" >/dev/null 2>&1
examples/nbody "${srcdir:-.}"/examples/data/planets.txt -n 1 --trace "$folder/own.trace" >/dev/null
for name in stuck alone crowd lost crash own; do
	"$vcube" view "$folder/$name.trace" -o "$folder/$name.html" || fail "$name has no page"
done
"$vcube" run allgather.ring -t ring:4 -m 8 --clock wall --no-wall -q --trace "$folder/wall.trace" >/dev/null
"$vcube" view "$folder/wall.trace" -o "$folder/wall.html" || fail 'no page of the wall clock'
"$vcube" run alltoall.pairwise -t mesh:4x2 -m 24 --clock wall --set routing=any \
	--set switching=store-and-forward --no-wall -q --trace "$folder/stored.trace" >/dev/null
"$vcube" view "$folder/stored.trace" -o "$folder/stored.html" || fail 'no page of stored messages'
"$vcube" run alltoall.standard -t hypercube:3 -m 24 --no-wall -q --trace "$folder/free.trace" >/dev/null
"$vcube" view "$folder/free.trace" -o "$folder/free.html" || fail 'no page of the free clock'
"$vcube" view "$folder/cube.trace" "$folder/ring.trace" -o "$folder/both.html" || fail 'no page of both'
"$vcube" view "$folder/cube.trace" "$folder/large.trace" -o "$folder/mixed.html" || fail 'no mixed page'

browser_start "$folder" || { fail 'the browser does not start'; exit 1; }
window 1100 900

page both ''
same 'two runs open by time' "$(ask 'return state.by')" time

# Keys, on the page as it opens: forward, back, to the ends, from view to view.
page both 'view=blocks&stop=0&by=step'
says 'the first step' "$(summary)" 'Before the first step'
press Right Right
same 'two keys forward' "$(stop)" 2
says 'two keys forward' "$(summary)" 'block: “exchange”. 8 messages, 1024 B: 0 sends 128 B to 2;'

# Side by side: the blocks that each run still lacks, 4 and 5 of 8, on 8 nodes.
missing='return Array.from(document.querySelectorAll(".run"), (run) =>
	run.querySelectorAll(".cell.missing").length).join(" ")'
same 'blocks that are missing' "$(ask "$missing")" '32 40'
same 'titles' "$(ask 'return Array.from(document.querySelectorAll(".run > h2"), (h) => h.textContent).join("|")')" \
	'allgather.hypercube on hypercube:3, 64 B a block|allgather.ring on ring:8, 64 B a block'
same 'runs beside each other' "$(ask 'const [a, b] = document.querySelectorAll(".run");
	return a.offsetTop === b.offsetTop && a.offsetLeft < b.offsetLeft')" true
press Left
same 'a key back' "$(stop)" 1
same 'blocks that are missing' "$(ask "$missing")" '48 48'
press Right End
same 'nothing is missing at the end' "$(ask "$missing")" '0 0'
press Home
same 'the first step again' "$(stop)" 0
for number in 2:topology 3:spacetime 4:costs 5:failure 1:blocks; do
	press "${number%:*}"
	same "key ${number%:*}" "$(view)" "${number#*:}"
done
press p
same 'it plays' "$(ask 'return document.getElementById("play").getAttribute("aria-pressed")')" true
press p
same 'it pauses' "$(ask 'return document.getElementById("play").getAttribute("aria-pressed")')" false
press Tab
same 'controls are reached by keys' "$(ask 'return document.activeElement.matches("button")')" true

press t
says 'time instead of steps' "$(ask 'return location.hash')" 'by=time'
ask 'const jump = document.getElementById("jump"); jump.value = "4.3us"; jump.dispatchEvent(new Event("change"))' >/dev/null
same 'to a time' "$(ask 'return `${stops[state.stop]} ${document.getElementById("jump").value}`')" '4256000 4.256 us'
ask 'const jump = document.getElementById("jump"); jump.value = "2.2"; jump.dispatchEvent(new Event("change"))' >/dev/null
same 'to a time without a unit' "$(ask 'return document.getElementById("jump").value')" '2.192 us'
ask 'const jump = document.getElementById("jump"); jump.value = "soon"; jump.dispatchEvent(new Event("change"))' >/dev/null
same 'to no time' "$(ask 'return document.getElementById("jump").value')" '2.192 us'
press t g
same 'to a step' "$(ask 'return document.activeElement.id')" jump
press Escape m
same 'to the messages' "$(ask 'return document.activeElement.id')" message
press Escape
ask 'document.querySelectorAll(".view")[1].focus()' >/dev/null
press Right
same 'the keys stay where they are' "$(ask 'return document.activeElement === document.querySelectorAll(".view")[1]')" true
ask 'document.getElementById("all").open = true' >/dev/null
says 'all that happens' "$(ask 'return document.getElementById("list").textContent')" '7 sends 64 B to 0'

# Numbers: at several times, compared with the trace up to then.
cost() { ask "return Array.from(document.querySelectorAll('table:first-of-type [data-cost=$1]'), (c) => c.textContent)[1]"; }
page torus 'view=costs&by=time&stop=0'
for steps in 1 7 12; do
	# shellcheck disable=SC2046
	press $(printf 'Right %.0s' $(seq "$steps"))
	until=$(ask 'return stops[state.stop]')
	same "start-ups at $until" "$(cost startups)" "$(sum torus 'if (kind == "send") sum++' "$until")"
	same "bytes at $until" "$(cost bytes)" "$(sum torus 'if (kind == "send") sum += bytes' "$until")"
	same "time at $until" "$(ask 'const sum = sumOf(costsOf(runs[0], upTo(runs[0], "time", stops[state.stop]), "time", stops[state.stop])).sum;
		return PARTS.reduce((all, name) => all + sum[name], 0)')" $((16 * until))
done

# Messages over all ports at once have one start-up: of 32 nodes, and of groups.
page ports 'view=costs&by=time'
press End
same 'start-ups of a node' "$(ask 'return document.querySelectorAll("[data-cost=startups]")[0].textContent')" 6
page 'many-ports' 'view=costs'
press End
same 'start-ups of groups' "$(cost startups)" $((128 * 7))
page one-port 'view=costs'
press End
same 'start-ups over one port' "$(cost startups)" "$(sum one-port 'if (kind == "send" && $at["detail"] == 0) sum++' 1e18)"
same 'start-ups that are none' "$(sum one-port 'if ($at["detail"] == 1 && kind ~ /send|arrive/) sum++' 1e18)" 48

# Links: in all they carry each message once per link of its route.
page torus 'view=topology&by=time'
press End
loads='let sum = 0; for (const t of document.querySelectorAll(".load title"))
	sum += Number(/: (\d+) bytes/.exec(t.textContent)[1]); return sum'
same 'bytes on links' "$(ask "$loads")" "$(ask 'let sum = 0; for (const m of runs[0].messages.values())
	sum += m.bytes * linksOf(runs[0], m).length; return sum')"
same 'links of a torus' "$(ask 'return document.querySelectorAll(".load").length')" 64
page torus 'view=topology&message=0>10%230'
same 'the route of a message' "$(ask 'return document.querySelectorAll(".route").length')" 4
# It lies on the side of the links that it takes, not on that of the other direction.
same 'the side of a route' "$(ask 'go(stops.length - 1); const { from, to } = linksOf(runs[0], runs[0].messages.get(state.message))[0];
	const [route, link] = [".route", `[data-link="${from}>${to}"]`].map((s) => document.querySelector(s).getPointAtLength(0));
	return Math.hypot(route.x - link.x, route.y - link.y) < 1')" true
page broken 'view=topology&message=0>1%230'
same 'the route round a link that is down' "$(ask 'return document.querySelectorAll(".route").length')" 7
# Also under the other clocks, as in vcube trace.
for name in stored free; do
	page $name 'view=topology&by=time&message=0>1%230'
	press End
	same "links of a $name run" "$(ask 'return Array.from(document.querySelectorAll(".load title"), (t) =>
		t.textContent.replace(/link (\d+) to (\d+): (\d+) bytes.*/, "$1,$2,$3")).sort().join(" ")')" \
		"$("$vcube" trace "$folder/$name.trace" --links - | awk -F, 'NR > 1 { print $1 "," $2 "," $4 }' |
		LC_ALL=C sort | paste -sd' ')"
	same "the route of a message of a $name run" "$(ask 'return document.querySelectorAll(".route").length')" 1
done
says 'links have no times' "$(ask 'return document.querySelector(".view").textContent')" \
	'The free clock simulates no times of links'
page ring 'view=costs&by=time'
says 'the formula' "$(ask 'return document.querySelector(".view").textContent')" 'exactly the time of the run'

page broken 'view=costs&by=time'
says 'the formula beside another time' "$(ask 'return document.querySelector(".view").textContent')" 'which does not hold here: the run took '
page broken 'view=topology&message=0>1%230'
says 'the route in words' "$(ask 'return document.querySelector(".words").textContent')" \
	'from 0 to 1 crosses 7 links: 0, 7, 6, 5, 4, 3, 2, 1.'

# Pieces of blocks: on the page what the stepper prints, and each with a part of its bar.
page pieces 'view=blocks&by=step&stop=2'
same 'pieces of a node' "$(ask 'return Array.from(document.querySelectorAll("tbody tr:first-child td:nth-child(2) .cell"), (c) => c.dataset.text || ".").join(" ")')" \
	"$("$vcube" step allgather.dcycles -t hypercube:3 -m 24 --ports all --print |
	sed -n '/^step 2,/,/^step 3,/s/^  out\[[0-9]\]  *\([^ ]*\).*/\1/p' | paste -sd' ')"
same 'whole blocks after two steps' "$(ask 'return Array.from(document.querySelectorAll("tbody tr:first-child td:nth-child(2) .cell")).filter((c) => c.dataset.text && !c.dataset.text.includes("|")).length')" 1

# One screen: all views; what is pointed at or selected in one is marked in all.
page contention 'view=all&by=time&stop=6'
same 'all views' "$(ask 'return Array.from(document.querySelectorAll(".view"), (v) => v.getAttribute("aria-label")).join(" ")')" \
	'topology blocks spacetime costs'
same 'controls and pictures have names' "$(ask 'return [...document.querySelectorAll("button, input, select, summary, canvas, svg[role], [tabindex]")].filter((e) => !(e.ariaLabel || e.textContent.trim() || [...(e.labels ?? [])].some((l) => l.textContent.trim()))).map((e) => e.outerHTML.slice(0, 60)).join() || "all"')" all
point() { ask "document.querySelector('$1').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))" >/dev/null; }
marked() { ask "return Array.from(document.querySelectorAll('.panel'), (panel) => panel.querySelectorAll('.$1').length).join(' ')"; }
point '.panel-blocks tr[data-node=\"3\"] td'
same 'a node in all views' "$(marked lit)" '1 1 1 1'
says 'a node in words' "$(ask 'return document.getElementById("about").textContent')" 'start-up 3 us, transfer 192 ns, waiting 3.192 us, work 0 ps.'
point '.panel-spacetime [data-message=\"0>2#0\"]'
same 'a message, its nodes and its links' "$(marked lit)" '4 2 3 2'
press n n
same 'a node by keys' "$(ask 'return new URLSearchParams(location.hash.slice(1)).get("node")')" 1
same 'a node by keys in all views' "$(marked chosen-thing)" '1 1 1 1'
same 'messages on their links' "$(ask 'const t = stops[state.stop];
	return document.querySelectorAll(".mover").length === Array.from(runs[0].messages.values()).filter((m) => m.start <= t && t < m.end).length')" true
same 'messages on their way when a step is shown again' "$(ask 'const stop = state.stop;
	changeBy("step");
	go(0);
	drawMoment(runs[0], document.querySelector(".run"), "step", 0, 0.5);
	const moving = document.querySelectorAll(".mover").length;
	show();
	const left = document.querySelectorAll(".mover").length;
	changeBy("time");
	go(stop);
	return `${moving > 0} ${left}`;')" 'true 0'
same 'where a message is' "$(ask 'const m = Array.from(runs[0].messages.values()).find((m) => linksOf(runs[0], m).length === 2);
	return positionOf(runs[0], m, m.start + (m.end - m.start) * 3 / 4).join(" ")')" \
	"$(ask 'const m = Array.from(runs[0].messages.values()).find((m) => linksOf(runs[0], m).length === 2), link = linksOf(runs[0], m)[1];
	return `${link.from} ${link.to} 0.5`')"
press c
becomes 'the critical path' 'document.querySelectorAll(".critical").length > 0' true
press + +
same 'enlarged' "$(ask 'return (PLOT.window.to - PLOT.window.from) / runs[0].time')" 0.25
press - -
same 'the whole again' "$(ask 'return String(PLOT.window)')" null
same 'play goes on between stops' "$(ask 'const before = document.querySelector(".now-line").getAttribute("x1");
	drawMoment(runs[0], document.querySelector(".run"), "time", stops[state.stop] + 1e5, 0);
	return document.querySelector(".now-line").getAttribute("x1") > before')" true
window 700 900
page contention 'view=all&by=time&stop=6'
same 'one view where it is narrow' "$(ask 'return document.querySelectorAll(".view").length')" 1
window 1100 900
page broken 'view=topology&by=time&stop=3'
same 'a link that is down' "$(ask 'return document.querySelector(".down title").textContent')" 'link 0 to 1 is down'

# Who holds a link, and who waits for it: nothing has crossed one when the run begins.
page contention 'view=topology&by=time&stop=0'
same 'load at the start' "$(ask 'return Array.from(runs[0].holds.keys(), (key) => linkAt(runs[0], key, 0).bytes).reduce((a, b) => a + b, 0)')" 0
says 'load at the start' "$(ask 'return document.querySelector(".legend, .view .soft").textContent')" 'No link has carried anything yet'
press End
same 'load at the end' "$(ask 'return Array.from(runs[0].holds.keys(), (key) => linkAt(runs[0], key, runs[0].time).bytes).reduce((a, b) => a + b, 0)')" \
	"$(ask 'let sum = 0; for (const m of runs[0].messages.values()) sum += m.bytes * linksOf(runs[0], m).length; return sum')"
same 'one message at a time on a link' "$(ask 'return stops.every((t) => Array.from(runs[0].holds.keys()).every((key) => linkAt(runs[0], key, t).holders.length <= 1))')" true
page contention 'view=blocks&by=time&stop=6'
says 'how old the blocks are' "$(ask 'return document.querySelector(".view").textContent')" 'Shown as recorded at 0 ps.'
same 'somebody waits for a link' "$(ask 'return stops.some((t) => Array.from(runs[0].holds.keys()).some((key) => linkAt(runs[0], key, t).queue.length > 0))')" true

# Every long block is shown, by its beginning.
page long 'view=blocks&by=step&stop=0'
same 'long blocks' "$(ask 'return document.querySelectorAll("td:nth-child(2) .cell").length')" 64
same 'long blocks that are missing' "$(ask 'return document.querySelectorAll("td:nth-child(2) .missing").length')" 64
same 'nothing is cut off' "$(ask 'return document.querySelectorAll("td .soft").length')" 0

# For a node that waits for a message: its route and its waits.
bars() { ask "return document.querySelectorAll('rect.$1').length > 0"; }
page long 'view=spacetime&by=time'
same 'transfer and waiting' "$(bars transfer) $(bars waiting)" 'true true'
page ring 'view=spacetime&by=time'
same 'transfer alone' "$(bars transfer) $(bars waiting)" 'true false'

# Many blocks are shown as colours, with the words under the pointer.
page wide 'view=blocks&by=step&stop=1'
same 'many blocks' "$(ask 'const canvas = document.querySelector("canvas.dense"), box = canvas.getBoundingClientRect();
	canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + 31, clientY: box.top + 20 }));
	return document.getElementById("about").textContent')" 'Node 0, out[0]: 0>0.'

# A deadlock: the page opens with who waits for whom, and why.
page stuck ''
same 'why nobody goes on' "$(ask 'return document.querySelector(".view .alarm").textContent')" \
	'Nodes 0, 3, 2, 1 wait in a cycle, each for the next and the last for the first, so none of them can ever continue.'
same 'the circle' "$(ask 'return document.querySelectorAll("path.cycle").length')" 4
says 'the report' "$(ask 'return document.querySelector("pre").textContent')" 'cycle: 0 -> 3 -> 2 -> 1 -> 0'
page alone ''
same 'a circle of one' "$(ask 'return document.querySelectorAll("path.cycle").length')" 1
page crowd ''
same 'why nobody of many goes on' "$(ask 'return document.querySelector(".view .alarm").textContent')" \
	'Nodes 0, 69, 68, 67, 66, 65 .. 2, 1, 70 in all, wait in a cycle, each for the next and the last for the first, so none of them can ever continue.'
same 'who of many waits' "$(ask 'const list = document.querySelectorAll(".view li");
	return `${list.length} ${list[64].textContent}`')" '65 and 6 more'

# A lost message is the reason even if the waiting nodes form a circle; a node that
# others wait for, and that waits for nobody, is dashed.
page lost ''
says 'a message that was lost' "$(ask 'return document.querySelector(".view .alarm").textContent')" \
	'The run failed: an injected fault ended the run: message 0 from node 1 to node 0'
page crash ''
same 'who crashed' "$(ask 'return document.querySelectorAll(".ended").length')" 1
says 'who waits for a group' "$(ask 'return document.querySelector(".view ul").textContent')" \
	'waits for the other members of a group, now node'

page wall 'view=spacetime&by=time&stop=2'
says 'which clock' "$(ask 'return document.querySelector(".run").textContent')" 'ring:4, wall clock, '

# A program's own run: the formula is that of a call, and fractions are short.
page own 'view=costs'
says 'the formula of a call' "$(ask 'return document.querySelector(".view").textContent')" \
	'Formula for the first call, allgather.hypercube: ts log p + tw m (p - 1) = 3.224 us.'
press End 1
same 'the longest cell' "$(ask 'return Math.max(...Array.from(document.querySelectorAll(".cell"), (c) => c.textContent.length)) <= 13')" true

same 'elements of its memory' "$(ask 'return document.querySelectorAll("tbody tr:nth-child(2) td:nth-child(2) .cell").length')" 4
same 'complex numbers' "$(ask 'return shortText(valueIn(new DataView(new Float64Array([1 / 3, -2]).buffer), 11))')" 0.33333-2i

# By the host's clock nodes take a while to start; the picture begins with the first.
page free 'view=spacetime&by=time'
same 'where the first bar begins' "$(ask 'return Math.min(...Array.from(document.querySelectorAll("rect.waiting, rect.transfer, rect.startup, rect.work"), (r) =>
	r.getAttribute("x"))) - PLOT.left')" 0

# Changes come first; for sums, the nodes in them.
page sum 'view=blocks&by=step&stop=1'
same 'columns' "$(ask 'return Array.from(document.querySelectorAll("thead th"), (h) => h.textContent).join(" ")')" \
	'node out missing got missing in'
same 'sets of nodes' "$(ask 'return Array.from(document.querySelectorAll("tbody tr:nth-child(6) .cell"), (c) => c.textContent).join(" ")')" \
	'45 4 5'
same 'who is not in it yet' "$(ask 'return document.querySelector("tbody tr:nth-child(6) td:nth-child(3)").textContent')" \
	'0-3,6,7'
page scatter 'view=blocks&by=step&stop=1'
same 'blocks of sums' "$(ask 'return Array.from(document.querySelectorAll("tbody tr:nth-child(2) td:nth-child(4) .cell"), (c) => c.textContent).join(" ")')" \
	'1:13 2:13 3:1 0:1'
# Prediction: a wrong answer, then the right one.
page cube 'view=blocks&by=step&stop=0&predict=1'
says 'a question' "$(ask 'return document.getElementById("question").textContent')" 'To which node will node 0 send next?'
same 'what is sent is hidden' "$(ask 'return document.getElementById("message-label").offsetWidth')" 0
page cube 'view=topology&by=step&stop=0&predict=1&message=0>1%230'
same 'no route of it' "$(ask 'return document.querySelectorAll(".route").length')" 0
page cube 'view=blocks&by=step&stop=0&predict=1'
choose '#answer' 7
press Enter
says 'a wrong answer' "$(ask 'return document.getElementById("question").textContent')" 'No: node 0 sends to 1.'
rank=$(ask 'return /node (\d+) send/.exec(document.getElementById("question").textContent.replace(/^.*?\. /, ""))[1]')
choose '#answer' $((rank ^ 2))
press Enter
says 'a right answer' "$(ask 'return document.getElementById("question").textContent')" '1 of 2 right'

# Of many messages the page draws those nearest to the time, and says how many it omits.
page wide 'view=spacetime&by=time&stop=30'
same 'messages drawn' "$(ask 'return document.querySelector("canvas.lines").dataset.shown')" 3000
says 'what is not drawn' "$(ask 'return document.querySelector(".view").textContent')" \
	'1032 messages before and after are not drawn'
same 'one at this time is drawn' "$(ask 'return document.querySelector("canvas.lines").dataset.now > 0')" true

# Without a mouse: views wider than the window scroll, and the step stays.
page torus 'view=blocks&by=step&stop=1'
same 'keys scroll' "$(ask 'document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", shiftKey: true, bubbles: true }));
	return `${document.querySelector(".view").scrollLeft} ${state.stop}`')" '120 1'

# A step changes what differs, and the page is then as if it was drawn anew.
kept()          # PAGE ADDRESS STOP...
{
	local page=$1 address=$2

	shift 2
	page "$page" "$address"
	same "what steps keep of $page, $address" "$(ask "const unnamed = (runs) => { runs.querySelectorAll('[id]').forEach((e) => e.removeAttribute('id')); return runs; };
		const wrong = [], looks = () => [unnamed(\$('runs').cloneNode(true)), ...[...document.querySelectorAll('canvas')].map((c) => c.toDataURL())];
		for (const stop of [${*/%/,}]) {
			go(stop);
			const kept = looks();
			\$('runs').textContent = '';
			go(stop);
			if (!looks().every((look, i) => (i ? look === kept[i] : look.isEqualNode(kept[i]))))
				wrong.push(stop);
		}
		return wrong.join() || 'all'")" all
}
window 1100 4000                # high enough for all views
for view in all blocks topology spacetime costs; do
	kept contention "view=$view&by=time&critical=1&node=2" 3 9 4
	kept sum "view=$view&by=step" 1 3 2 0
done
kept both 'view=spacetime&by=time' 3 9 4
kept wide 'view=blocks&by=step' 1 40 39
kept wide 'view=spacetime&by=step' 1 40 39
kept wide 'view=spacetime&by=time' 100 101 7
window 1100 500
page contention 'view=all&by=time&stop=1'
press End
becomes 'costs below the window' "document.querySelectorAll('.panel-costs [data-cost=bytes]')[1].textContent" \
	"$(sum contention 'if (kind == "send") sum += bytes' 1e18)"
same 'a view below the window that begins elsewhere' "$(ask '$("runs").querySelector(".run > p").remove(); go(1); return true')" true
becomes 'a view below the window, drawn anew' 'document.querySelectorAll(".panel-costs [data-cost=bytes]").length > 2' true
press 4
same 'a view that was below the window' "$(ask 'return document.querySelectorAll(".panel-costs [data-cost=bytes]").length > 2')" true
window 1100 900
page contention 'view=all&by=step&stop=1'
same 'an element that stays' "$(ask 'const node = document.querySelector(".panel-topology [data-node]"); go(2); return node.isConnected')" true

# All views share one window, each is seen whole, and says what it shows when asked.
inside='const box = (e) => e.getBoundingClientRect(), all = [...document.querySelectorAll(".panel")];
	const out = (a, b) => box(a).left < box(b).left - 1 || box(a).right > box(b).right + 1 || box(a).top < box(b).top - 1 || box(a).bottom > box(b).bottom + 1;
	return [document.documentElement.scrollHeight <= innerHeight, all.length, all.filter((p) => out(p, document.body)).length,
		[...document.querySelectorAll(".panel-topology .picture, .panel-topology canvas, .panel-spacetime .view > svg, canvas.dense")].filter((e) => out(e, e.closest(".panel"))).length].join(" ")'
for size in '1300 860' '1440 1000' '1920 1080'; do
	# shellcheck disable=SC2086
	window $size
	for name in torus wide contention; do
		page $name 'view=all&by=time&stop=5'
		becomes "all of $name in $size" "(() => { $inside })()" 'true 4 0 0'
	done
done
page cube 'view=all&by=step&stop=1'
press Tab
same 'no explanation unasked' "$(ask 'return document.querySelectorAll(".explanation:popover-open").length')" 0
ask 'document.querySelector(".panel-topology .explain").click()' >/dev/null
same 'what a view shows' "$(ask 'return document.querySelector(".explanation:popover-open").textContent.startsWith("Ringed: sends or receives in this step.")')" true
ask 'document.getElementById("help").click()' >/dev/null
same 'the keys' "$(ask 'return document.querySelector("#footer:popover-open").textContent.startsWith("Keys: ")')" true
window 860 900
page cube 'view=all&by=step&stop=1'
same 'one view in a narrow window' "$(ask 'return document.querySelectorAll(".panel").length')" 1
page thousand 'view=all&by=step&stop=1'
same 'that of a run without memory' "$(view)" topology
window 1100 900

# Equal blocks are equally wide, also those of which parts are there.
page pieces 'view=blocks&by=step&stop=2'
same 'widths of blocks' "$(ask 'return new Set(Array.from(document.querySelectorAll("td:nth-child(2) .cell"), (c) => Math.round(c.getBoundingClientRect().width))).size')" 1

# The critical path leads from the begin of the run to its end without a gap: messages also wait for
# a port, for a wire that carries another the other way, and for a link that one on its way has left.
# What it consists of is what the machine tells; but the page names who holds a link or a port.
followed='const [run] = runs, path = criticalPath(run), sums = { message: 0, startup: 0, work: 0, waiting: 0 };
	const wrong = path.filter((piece, i) => piece.from !== (i ? path[i - 1].to : 0) || piece.to <= piece.from);
	const outside = path.filter(({ kind, rank, message: m, from, to }) => kind === "message" && rank === undefined && (from < m.start || to > m.end));
	for (const { kind, from, to } of path)
		sums[kind] += to - from;
	return [wrong.length, outside.length, path[path.length - 1].to === run.time, sums.message + sums.startup, sums.work, sums.waiting].join(" ")'

# Prints a field of a run that vcube run --json has recorded.
of_run() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$folder/$2.json"; }

critical()      # NAME RUN...
{
	local name=$1
	shift
	"$vcube" run "$@" --clock virtual --no-wall -q --json --trace "$folder/$name.trace" >"$folder/$name.json" &&
		"$vcube" view "$folder/$name.trace" -o "$folder/$name.html" || fail "$* has no page"
	page "$name" 'view=spacetime&by=time&critical=1'
	same "the critical path of $*" "$(ask "$followed")" \
		"0 0 true $(($(of_run startup_ps "$name") + $(of_run transfer_ps "$name") + $(of_run waiting_ps "$name"))) $(of_run work_ps "$name") 0"
}

critical path1 alltoall.direct -t hypercube:4 -m 256 --set duplex=half
critical path2 alltoall.direct -t star:4 -m 256
critical path3 gather.star -t full:8 -m 256
critical path4 alltoall.direct -t ring:8 -m 64 --set switching=store-and-forward
critical path5 alltoall.direct -t torus:4x4 -m 64 --set switching=store-and-forward --set duplex=half --ports all
critical path6 allreduce.ring -t ring:6 -m 192 --set recv_overhead=200ns --set send_overhead=100ns --set combine=2ns
critical path7 alltoall.pairwise -t ring:8 -m 8 --set 'links=0>1:down'
critical path8 gather.star -t full:8 -m 256 --set recv_overhead=3us
critical path9 alltoall.pairwise -t dragonfly:2x2x2 -m 64 --set channels=2
${CC:-cc} -std=c11 -fPIC -shared $SANITIZE -I "${srcdir:-.}/lib/include" -x c - -o "$folder/waits.so" <<'P' || exit
#include <vcube/authoring.h>
int vcube_own_program(vcube_node *self, size_t bytes)
{
	const int p = vcube_size(self), me = vcube_rank(self);
	char block[512] = { 0 };
	(void)bytes;
	vcube_compute(self, 1000000 * me);
	vcube_align(self, NULL);
	vcube_compute(self, me == 0 ? 50000000 : 0);
	for (int i = 0; i < 4 * (p - 1); i++)
		if (me == 0 && vcube_probe(self, NULL, 1 + i / 4, NULL) == 0)
			vcube_recv(self, NULL, 1 + i / 4, block, sizeof block, NULL);
		else if (me == 1 + i / 4)
			vcube_send(self, NULL, 0, block, sizeof block);
	vcube_compute(self, 1000000 * (p - me));
	return vcube_align(self, NULL);
}
P
for more in recv_overhead=0ps capacity=600 recv_overhead=2us; do
	critical own-$more --load "$folder/waits.so" -t full:5 --set capacity=600 --set "$more"
done
page path3 'view=spacetime&by=time&critical=1'
same 'pieces of the critical path' "$(ask 'return document.querySelectorAll("line.critical").length')" "$(ask 'return runs[0].critical.length')"
says 'its time in words' "$(ask 'return document.querySelector(".critical-words").textContent')" 'Critical path: messages 8.792 us.'
# That it waits is said where nobody knows for what.
record late alltoall.direct -t ring:8 -m 64 --set jitter=1us
page late 'view=spacetime&by=time&critical=1'
says 'a late message' "$(ask "$followed")" '0 0 true '
same 'where the path waits' "$(ask 'return document.querySelectorAll("line.critical.waits").length')" "$(ask 'return runs[0].critical.filter(({ kind }) => kind === "waiting").length')"
"$vcube" run allgather.ring -t ring:8 -m 8 --clock virtual --no-wall -q --trace "$folder/some.trace" --trace-nodes 2..4 >/dev/null
"$vcube" view "$folder/some.trace" -o "$folder/some.html"
page some 'view=spacetime&by=time&critical=1'
same 'no critical path of some nodes' "$(ask 'return `${document.getElementById("critical").disabled} ${document.querySelectorAll("line.critical").length}`')" 'true 0'

# Large runs are summed up, and the page says so.
page large 'view=costs&by=time&predict=1&critical=1'
same 'no critical path of groups' "$(ask 'return `${document.getElementById("critical").disabled} ${document.getElementById("critical").checked}`')" 'true false'
same 'nothing to predict of groups' "$(ask 'return document.getElementById("question").hidden')" true
press End
says 'the most of a group' "$(ask 'return document.querySelector(".panel-costs, .view").textContent')" 'most of any group of nodes'
same 'bytes of groups' "$(cost bytes)" "$(sum large 'if (kind == "send") sum += bytes' 1e18)"
press 3
same 'what groups send, and when' "$(ask 'let sum = 0; for (const t of document.querySelectorAll(".part title"))
	sum += Number(/sent (\d+) bytes/.exec(t.textContent)[1]); return sum')" "$(sum large 'if (kind == "send") sum += bytes' 1e18)"
says 'what is left out' "$(ask 'return document.body.textContent')" 'are too many to show one by one'
for view in 2 3; do
	press $view
	same 'the names of as many groups as can be lie in the picture' "$(ask 'runs[0].nodes = runs[0].traced = 16384; show(); const names = [...document.querySelectorAll(".view svg text")];
		const edge = document.querySelector(".view svg").getBoundingClientRect();
		return names.length > 16 && names.every((name) => name.getBoundingClientRect().left >= edge.left && name.getBoundingClientRect().top >= edge.top)')" true
done

# A thousand nodes: each is in the picture, apart from the others, and answers to the pointer.
page thousand 'view=topology&by=step&stop=3'
same 'nodes of a picture' "$(ask 'const { places, radius, width, height } = runs[0].layout;
	return [places.length, places.every((a, i) => places.every((b, k) => k <= i || Math.hypot(a[0] - b[0], a[1] - b[1]) > 2 * radius)),
		places.every(([x, y]) => x > 0 && y > 0 && x < width && y < height)].join(" ")')" '1024 true true'
says 'what the picture is' "$(ask 'return document.querySelector(".run > p").textContent')" 'The picture of so many nodes is a grid'
for nodes in 252 299 300 1000; do
	record ring-$nodes bcast.binomial -t ring:$nodes -m 8
	page ring-$nodes 'view=topology&by=step&stop=3'
	says 'what a large ring looks like' "$(ask 'return document.querySelector(".run > p").textContent')" 'The picture of so large a ring is a loop'
	same "the wires of a ring of $nodes" "$(ask 'const { places, wires } = runs[0], far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
		return [places.length, wires.length, wires.every(([a, b]) => far(places[a], places[b]) < 1500), places.every((a, i) => places.every((b, k) => k <= i || far(a, b) > 999))].join(" ")')" "$nodes $nodes true true"
done
page thousand 'view=topology&by=step&stop=3'
painted='const canvas = document.querySelector("canvas.crowd"), scale = canvas.width / runs[0].layout.width, [x, y] = runs[0].layout.places[runs[0].position[777]];
	const copy = new OffscreenCanvas(1, 1).getContext("2d");
	copy.drawImage(canvas, -Math.round(x * scale), -Math.round(y * scale));
	const [r, g, b] = copy.getImageData(0, 0, 1, 1).data;
	return d3.rgb(r, g, b).hex()'
same 'a node by what has come to it' "$(ask "$painted")" "$(ask 'return d3.color(styleOf("--load4")).hex()')"
same 'a node under the pointer' "$(ask 'const canvas = document.querySelector("canvas.crowd"), box = canvas.getBoundingClientRect(), [x, y] = runs[0].layout.places[runs[0].position[777]];
	canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + x, clientY: box.top + y, bubbles: true }));
	return document.getElementById("about").textContent.split(";")[0]')" 'Node 777: 3 messages, 56 B'
press Home
same 'nothing has come yet' "$(ask "$painted")" "$(ask 'return d3.color(styleOf("--panel")).hex()')"
press +
becomes 'an enlarged picture' 'd3.zoomTransform(document.querySelector("canvas.crowd")).k' 2
press z
becomes 'all of it' 'd3.zoomTransform(document.querySelector("canvas.crowd")).k' 1
press 3 End
same 'rows of nodes' "$(ask 'return document.querySelector("canvas.lines").dataset.shown')" 3000
press 4
same 'bytes of all' "$(cost bytes)" "$(sum thousand 'if (kind == "send") sum += bytes' 1e18)"

# Beside a run that is not: equal times are at equal places.
page mixed 'view=spacetime'
same 'one scale of time' "$(ask 'const [a, b] = Array.from(document.querySelectorAll(".view"), (v) =>
	Array.from(v.querySelectorAll(".axis .tick"), (t) => t.textContent).join());
	return a.length > 0 && a === b')" true

errors=$(complaints)
[ -z "$errors" ] || fail "errors in the browser: $errors"
[ $status = 0 ] && echo "$tests checks passed"
exit $status
