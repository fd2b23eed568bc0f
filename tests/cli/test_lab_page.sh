#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The lab in a browser: each control runs the machine again, the address holds the state, what
# cannot run says why, a loaded program that crashes or hangs is reported, and nothing is left
# when the lab ends while it runs. VCUBE is the command, CC the compiler.
vcube=$(realpath "${VCUBE:-cli/here/vcube}")
srcdir=$(realpath "${srcdir:-.}")
. "$srcdir"/tests/support/browser.sh
browser_there && command -v curl >/dev/null || { echo 'skipped: there is no chromium with chromedriver, or no curl'; exit 77; }
folder=$(mktemp -d) || exit
trap 'browser_end; [ -z "$lab" ] || kill "$lab"; rm -rf "$folder"' EXIT
cd "$folder" || exit
status=0 tests=0

# What a person does with a control: sets it, and leaves it.
set_control()   # ID VALUE
{
	ask "const c = document.getElementById('$1'); c.value = '$2'; c.dispatchEvent(new Event('change', { bubbles: true }));" >/dev/null
}

built()         # NAME
{
	${CC:-cc} -std=c11 -fPIC -shared $SANITIZE -I "$srcdir/lib/include" -x c - -o "$1.new" &&
		mv "$1.new" "$1.so" || exit
}

built mine <<'P'
#include <stdio.h>
#include <vcube/authoring.h>
int vcube_own_program(vcube_node *self, size_t bytes)
{
	char mine = 1, theirs = 0;
	const int p = vcube_size(self), me = vcube_rank(self);
	(void)bytes;
	printf("<b>node %d\n", me);
	vcube_step(self, "mine");
	vcube_sendrecv(self, NULL, (me + 1) % p, &mine, 1, (me + p - 1) % p, &theirs, 1, NULL);
	return 0;
}
P

exec {said}< <(exec "$vcube" lab --no-browser --seconds 5 mine.so 2>lab.err)
lab=$!
read -r -t 60 -u "$said" url || {
	grep -q 'needs libmicrohttpd' lab.err && { lab=; echo 'skipped: there is no libmicrohttpd'; exit 77; }
	fail "the lab does not start: $(cat lab.err)"
	exit 1
}
state='document.getElementById("state").textContent'
refused='document.getElementById("refused").textContent'
frame='document.querySelector("#frames iframe").contentDocument'
said='document.querySelector("#said pre").textContent'
browser_start "$folder" || { fail 'the browser does not start'; exit 1; }
window 1400 1000

# It opens with what was loaded; what that prints is beside it, as it is.
browse "$url"
becomes 'a program of messages' "$state" 'mine: 1.001 us'
becomes 'its page' "$frame.getElementById('what').textContent" 'program.mine on ring:8, 64 B a block'
# The command that the page tells does the same.
tests=$((tests + 1))
command=$(ask 'state.links = "0>1:down"; const text = commandText(); delete state.links; return text')
(eval "\"\$vcube\" ${command#vcube }" >/dev/null && grep -q 'program.mine on ring:8, 64 B a block' run.html && grep -q 'links=0>1:down' run.html) ||
	fail "the command is wrong: $command"
rm -f run.html
becomes 'what it prints' "$said.trim().replaceAll('<b>', '(b)').split('\\n').sort().join()" '(b)node 0,(b)node 1,(b)node 2,(b)node 3,(b)node 4,(b)node 5,(b)node 6,(b)node 7'
same 'what it prints is seen' "$(ask 'const { top, bottom } = document.querySelector("#said pre").getBoundingClientRect(); return top > 0 && bottom < innerHeight && document.getElementById("frames").getBoundingClientRect().bottom <= innerHeight')" true

# Built again, it is run again.
built mine <<'P'
#include <stdio.h>
#include <vcube/authoring.h>
int vcube_own_program(vcube_node *self, size_t bytes)
{
	(void)bytes;
	if (vcube_rank(self) == 0)
		printf("node 0 comes to here\n");
	*(volatile int *)8 = vcube_align(self, NULL);
	return 0;
}
P
becomes 'a program that crashes' "$refused.startsWith('The run ')" true
same 'the crash has a name' "$(ask "return /crashed: Segmentation fault|AddressSanitizer|SEGV/.test($refused)")" true
becomes 'what it prints before it crashes' "$said.startsWith('node 0 comes to here')" true
built mine <<'P'
#include <vcube/authoring.h>
int vcube_own_program(vcube_node *self, size_t bytes)
{
	(void)bytes;
	for (volatile int i = 0; vcube_size(self) > 0; i++)
		;
	return 0;
}
P
becomes 'a program that hangs' "$refused" "The run took more than 5 seconds, and was stopped; \`vcube lab --seconds N' gives it longer."
becomes 'nothing is printed' 'document.getElementById("said").hidden' true
# What it prints for ever is read, and its beginning shown.
built mine <<'P'
#include <stdio.h>
#include <vcube/authoring.h>
int vcube_own_program(vcube_node *self, size_t bytes)
{
	(void)self;
	for (size_t i = 0; i < 1 << 14; i += bytes > 0)
		puts("again");
	return 0;
}
P
becomes 'a program that prints much' "$state" 'mine: 0 ps'
becomes 'how much of it is not shown' "$said.replace(/(again\\s)*/, '').replace(/\\s/g, ' ')" "ag .. and $((8 * 6 * (1 << 14) - (32 << 10))) bytes more, which the lab leaves out"

# Each control, beginning with another state in the address.
browse "$url#collective=allgather&a=ring&topology=ring:8&bytes=64"
becomes 'the state of the address' "$state" 'ring: 7.448 us as predicted'
becomes 'it prints nothing' 'document.getElementById("said").hidden' true
becomes 'the page' "$frame.getElementById('what').textContent" 'allgather.ring on ring:8, 64 B a block'
set_control startup "$(ask 'return SLIDERS.startup.values.indexOf(2e6)')"
becomes 'the start-up' "$state" 'ring: 14.45 us as predicted'
set_control startup "$(ask 'return SLIDERS.startup.values.indexOf(1e6)')"
set_control per_byte "$(ask 'return SLIDERS.per_byte.values.indexOf(2e3)')"
becomes 'the time of a byte' "$state" 'ring: 7.896 us as predicted'
set_control per_byte "$(ask 'return SLIDERS.per_byte.values.indexOf(1e3)')"
set_control bytes 10
becomes 'the bytes' "$state" 'ring: 14.17 us as predicted'
set_control b bruck
becomes 'two beside each other' "$frame.querySelectorAll('.run').length" 2
set_control topology hypercube:3
becomes 'the topology' "$frame.getElementById('what').textContent.split(' beside ')[1]" 'allgather.bruck on hypercube:3, 1 KiB a block'
becomes 'the figure' "document.querySelectorAll('#figure path.curve').length" 2
becomes 'its points' "document.querySelectorAll('#figure .point').length" 8
# The figure follows: lines are the formula, and a ring is where they cross.
browse about:blank
browse "$url#collective=alltoall&a=bruck&b=pairwise&topology=full:8&bytes=64"
becomes 'where another is faster' "document.querySelector('#figure .crossing').textContent" 'from 800 B on: pairwise'
becomes 'a line of the figure' "d3.select('#figure path.curve').datum().at.get(8)" 3096000
set_control startup "$(ask 'return SLIDERS.startup.values.indexOf(2e6)')"
becomes 'where it is faster then' "document.querySelector('#figure .crossing').textContent" 'from 1600 B on: pairwise'
becomes 'the line then' "d3.select('#figure path.curve').datum().at.get(8)" 6096000
set_control over nodes
becomes 'over nodes' "[...document.querySelectorAll('#figure .x .tick text')].map((t) => t.textContent).join(' ')" '4 8 16 32'
becomes 'runs over nodes' "document.querySelectorAll('#figure .point').length" 8
set_control over bytes
set_control startup "$(ask 'return SLIDERS.startup.values.indexOf(1e6)')"
set_control collective allgather
set_control topology hypercube:3
becomes 'the first algorithm of a collective' "$state.startsWith(state.a + ': ')" true
set_control other torus:3x3
becomes 'another topology' "JSON.stringify([state.topology, document.getElementById('topology').value])" \
	'[\"torus:3x3\",\"torus:3x3\"]'
becomes 'what cannot run' "document.querySelector('#why').textContent.includes('hypercube: allgather.hypercube needs a number of nodes that is a power of two')" true
becomes 'what cannot run is not offered' "document.querySelector('#a option[value=hypercube]').disabled" true
set_control other 'torus:0x3'
becomes 'a wrong topology' "$refused.includes('torus')" true
browse "$url#collective=bcast&links=x"
becomes 'a refusal without words for a terminal' "$refused.startsWith('links ') && !$refused.includes('vcube')" true
browse "$url#bytes=1KiB&startup=soon"
becomes 'what is no number' "$refused.startsWith('startup ')" true
same 'what the controls show then' \
	"$(ask 'return ["bytes", "startup"].map((id) => document.getElementById(`${id}-value`).textContent).join()')" \
	'1 KiB,soon'
browse "$url#collective=bcast"
becomes 'the first algorithm of the collective in an address' "$state.split(':')[0]" binomial
browse "$url#collective=bcast&a=binomial&topology=torus:32x32"
becomes 'many nodes' "$frame.getElementById('what').textContent" 'bcast.binomial on torus:32x32, 64 B a block'
same 'lines of the figure whose runs are too large' "$(ask 'return showFigure(wanted).then(() => document.querySelectorAll("#figure path.curve").length)')" 1
browse "$url#collective=alltoall&a=pairwise&topology=ring:8&bytes=64"
becomes 'another collective' "$state.split(':')[0]" pairwise
# An address counts though the page writes its own before it hears of it.
ask "const old = location.hash; location.hash = old.replace('pairwise', 'direct'); history.replaceState(null, '', old);" >/dev/null
becomes 'an address that was written over' "$state.split(':')[0]" direct
browse "$url#collective=alltoall&a=pairwise&topology=ring:8&bytes=64"
becomes 'the address before' "$state.split(':')[0]" pairwise
set_control links '0>1:down'
becomes 'a link that fails' "$frame.querySelector('.alarm') === null || $frame.querySelector('.alarm').textContent.length > 0" true
same 'the address has the link' "$(ask 'return new URLSearchParams(location.hash.slice(1)).get("links")')" '0>1:down'
set_control links ''
set_control fail 2-3
becomes 'a link chosen to fail' "$frame.querySelector('.down title').textContent" 'link 2 to 3 is down'
same 'a link that fails is in the address' "$(ask 'return state.links')" '2-3:down'
becomes 'a link that can work again' "[...document.getElementById('fail').options].find((o) => o.value === '2-3').textContent" '2-3 works again'
ask "$frame.querySelector('[data-wire=\"5-6\"]').dispatchEvent(new PointerEvent('click', { bubbles: true }))" >/dev/null
becomes 'a link clicked to fail' "[...$frame.querySelectorAll('.down')].map((d) => d.dataset.wire).sort().join()" '2-3,2-3,5-6,5-6'
ask "$frame.querySelector('.down[data-wire=\"5-6\"]').dispatchEvent(new PointerEvent('click', { bubbles: true }))" >/dev/null
set_control fail 2-3
becomes 'all links work again' "$frame.querySelectorAll('.down').length + String(state.links)" 0undefined
set_control crashed 3
becomes 'a node that crashes' "$frame.querySelector('.alarm').textContent.includes('node 3')" true
set_control crashed ''
becomes 'no node crashes' "$frame.querySelector('.alarm')" null
becomes 'all views after a run that failed' "[...$frame.querySelectorAll('.panel')].map((panel) => panel.querySelectorAll('.view').length).join('')" 1111
for control in ports=all switching=store-and-forward duplex=half mapping=gray profile=cm5 drop=10 seed=7; do
	set_control "${control%=*}" "${control#*=}"
done
same 'all of it is in the address' "$(ask 'const p = new URLSearchParams(location.hash.slice(1)); return ["ports", "switching", "duplex", "mapping", "profile", "drop", "seed"].map((k) => p.get(k)).join(" ")')" \
	'all store-and-forward half gray cm5 10% 7'

# Every control has its sentence.
same 'sentences' "$(ask 'return [...document.querySelectorAll("#controls select, #controls input")].filter((c) => c.id !== "b" && !document.getElementById(c.getAttribute("aria-describedby"))?.textContent).map((c) => c.id).join(" ") || "all"')" all

same 'controls have names' "$(ask 'return [...document.querySelectorAll("button, input, select, summary, canvas, svg[role], [tabindex]")].filter((e) => !(e.ariaLabel || e.textContent.trim() || [...(e.labels ?? [])].some((l) => l.textContent.trim()))).map((e) => e.outerHTML.slice(0, 60)).join() || "all"')" all

# Predicting: the question comes first.
browse "$url#collective=allgather&a=ring&topology=ring:8&bytes=64&predict=1"
becomes 'before' "$state" 'ring: 7.448 us as predicted'
set_control topology ring:16
becomes 'it asks' "document.getElementById('question').hidden" false
same 'it shows nothing before' "$(ask "return $state")" 'ring: 7.448 us as predicted'
ask 'document.querySelector("#question button[value=\"1\"]").click()' >/dev/null
becomes 'it judges' "document.getElementById('question').textContent" 'Right: 15.96 us, slower. 1 of 1 right'

# What looks the same is not drawn again, and looks as if all were: the picture of many blocks, and
# each view, at steps of one run and of the next.
as_new='const page = document.querySelector("#frames iframe").contentWindow, canvas = page.document.querySelector("canvas.dense");
	const seen = () => canvas.toDataURL() + [...page.document.querySelectorAll(".view")].map((view) => view.innerHTML).join();
	page.showBelow();
	const kept = seen();
	canvas.kind = "";
	page.forgetPanels(page.document);
	page.show();
	page.showBelow();
	return kept === seen();'
browse about:blank
browse "$url#collective=alltoall&a=pairwise&topology=hypercube:5&bytes=8"
becomes 'many blocks' "$state.split(':')[0]" pairwise
page='document.querySelector("#frames iframe").contentWindow'
for stop in 0 5 4 31; do
	ask "$page.go($stop)" >/dev/null
	same "what is kept at step $stop" "$(ask "$as_new")" true
done
set_control a bruck
becomes 'another algorithm' "$state.split(':')[0]" bruck
same 'what is kept in another run' "$(ask "$as_new")" true
set_control bytes 4
becomes 'other blocks' "$frame.getElementById('what').textContent" 'alltoall.bruck on hypercube:5, 16 B a block'
same 'what is kept of other blocks' "$(ask "$as_new")" true

# Its cells are its own: they look the same when it is the first run of a page.
blocks='return [...document.querySelector("#frames iframe").contentDocument.querySelector("canvas.dense").toDataURL()].reduce((sum, c) => (31 * sum + c.charCodeAt()) % 1000003, 0)'
set_control collective allgather
becomes 'another collective' "$frame.getElementById('what').textContent.split('.')[0]" allgather
ask "$page.go(4)" >/dev/null
becomes 'the step of another collective' "new URLSearchParams(new URLSearchParams(location.hash.slice(1)).get('view')).get('stop')" 4
shown=$(ask "$blocks")
webdriver POST "$browser_session/refresh" '{}' >/dev/null
becomes 'another collective after a reload' "$frame.getElementById('slider').value" 4
same 'its blocks after a reload' "$(ask "$blocks")" "$shown"

# The address has the step and the view, too: what is loaded again is as it was.
browse about:blank
browse "$url#collective=bcast&a=binomial&topology=hypercube:4&bytes=64"
becomes 'the first view' "$frame.getElementById('slider').value" 0
ask "document.querySelector('#frames iframe').contentWindow.setView('blocks')" >/dev/null
ask "document.querySelector('#frames iframe').contentWindow.go(1)" >/dev/null
becomes 'the step in the address' "new URLSearchParams(new URLSearchParams(location.hash.slice(1)).get('view')).get('stop')" 1
webdriver POST "$browser_session/refresh" '{}' >/dev/null
becomes 'the step after a reload' "$frame.getElementById('slider').value" 1
becomes 'the view after a reload' "$frame.querySelector('.view').getAttribute('aria-label')" blocks
becomes 'the run after a reload' "$frame.getElementById('what').textContent" 'bcast.binomial on hypercube:4, 64 B a block'

# Two tabs: each has its own state, and both run.
first=$(webdriver GET "$browser_session/window" | sed 's/.*"value":"//; s/".*//')
second=$(webdriver POST "$browser_session/window/new" '{"type":"tab"}' | sed 's/.*"handle":"//; s/".*//')
webdriver POST "$browser_session/window" "{\"handle\":\"$second\"}" >/dev/null
browse "$url#collective=reduce&a=star&topology=ring:5&bytes=8"
becomes 'the second tab' "$frame.getElementById('what').textContent" 'reduce.star on ring:5, 8 B a block'
set_control topology ring:4
becomes 'a change in the second tab' "$frame.getElementById('what').textContent" 'reduce.star on ring:4, 8 B a block'
webdriver DELETE "$browser_session/window" >/dev/null
webdriver POST "$browser_session/window" "{\"handle\":\"$first\"}" >/dev/null
same 'the first tab' "$(ask "return $frame.getElementById('what').textContent")" 'bcast.binomial on hypercube:4, 64 B a block'

# A window of another size: the picture fits it, and nothing is wider than the window.
for size in '700 900' '1920 1080' '1400 1000'; do
	# shellcheck disable=SC2086
	window $size
	becomes "the frame is as high as $size allows" "document.querySelector('#frames').getBoundingClientRect().height <= innerHeight && $frame.documentElement.scrollHeight <= $frame.documentElement.clientHeight + (innerWidth < 1000 ? 1e6 : 0)" true
	becomes "nothing is wider than $size" "document.documentElement.scrollWidth <= innerWidth && $frame.documentElement.scrollWidth <= $frame.documentElement.clientWidth" true
done

# A run that fails after one that did not: what looks the same in both is still there.
browse about:blank
browse "$url#collective=bcast&a=binomial&topology=torus:3x3&bytes=64"
becomes 'a run before it fails' "$state.split(':')[0]" binomial
set_control crashed 2
becomes 'a run that fails then' "$state" 'binomial: failed, predicted 4.256 us'
becomes 'all its views' "[...$frame.querySelectorAll('.panel')].map((panel) => panel.querySelectorAll('.view').length).join('')" 1111
same 'nothing else goes wrong' "$(ask "return $refused + 'nothing'")" nothing

# A run that fails: the page says why, and shows who waits for whom.
browse "$url#collective=alltoall&a=pairwise&topology=ring:4&bytes=8&drop=50%25&seed=3"
becomes 'a run that fails' "$frame.querySelector('.alarm').textContent.startsWith('The run failed: an injected fault ended the run')" true
becomes 'the status of a run that fails' "$state.startsWith('pairwise: ')" true

# Back and forward go through the runs, with the views that they had; a slider that moves is one step.
go_history() { webdriver POST "$browser_session/$1" '{}' >/dev/null; }
browse about:blank
browse "$url#collective=allgather&a=ring&topology=ring:8&bytes=64"
becomes 'the first of some runs' "$state" 'ring: 7.448 us as predicted'
set_control topology ring:4
becomes 'the second' "$state" 'ring: 3.192 us as predicted'
ask "document.querySelector('#frames iframe').contentWindow.setView('costs')" >/dev/null
becomes 'its view in the address' "location.hash.includes('costs')" true
set_control a bruck
becomes 'the third' "$state" 'bruck: 3.32 us as predicted'
ask 'for (const size of [7, 8, 9, 10]) { const c = document.getElementById("bytes"); c.value = size; c.dispatchEvent(new Event("change", { bubbles: true })); }' >/dev/null
becomes 'the fourth' "$state" 'bruck: 8.12 us as predicted'
go_history back
becomes 'back to the third' "$state" 'bruck: 3.32 us as predicted'
go_history back
becomes 'back to the second' "$state" 'ring: 3.192 us as predicted'
becomes 'its view' "$frame.querySelector('.view').getAttribute('aria-label')" costs
becomes 'its controls' 'document.getElementById("a").value' ring
go_history back
becomes 'back to the first' "$state" 'ring: 7.448 us as predicted'
same 'its topology' "$(ask 'return document.getElementById("topology").value')" ring:8
go_history forward
becomes 'forward to the second' "$state" 'ring: 3.192 us as predicted'
same 'what it is called' "$(ask 'return document.title')" 'allgather.ring on ring:4 - vcube lab'

# The page to keep.
browse "$url#collective=bcast&a=binomial&topology=hypercube:4&bytes=64"
becomes 'a root' "document.getElementById('root') !== null" true
saved=$(ask 'return document.getElementById("save").href')
curl -s --noproxy '*' "$saved" -o kept.html
same 'the page to keep' "$(grep -o 'bcast.binomial on hypercube:4, 64 B a block' kept.html | sort -u | wc -l)" 1

# It ends while it runs: no process is left, and the page says so.
curl -s --noproxy '*' -m 30 "${url}run?run=program.mine&topology=ring:2" -o /dev/null &
left=$!
kill "$lab"
wait "$lab" 2>/dev/null
ended=$?
lab=
wait "$left" 2>/dev/null
same 'how the lab ends' "$ended" 0
same 'processes that are left' "$(pgrep -cf -- "--load=$folder/mine.so")" 0
same 'files that are left' "$(find "$folder" -maxdepth 1 -name '*.html' | wc -l)" 1
becomes 'the page when the lab has ended' "$state" 'The lab has stopped. What is shown stays; start it again with vcube lab.'
[ $status = 0 ] && echo "ok: $tests looks at the lab"
exit $status
