#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# axe-core finds nothing to complain of in any view of the page, nor in the lab, light or dark,
# wide or narrow. AXE is its axe.min.js, such as `npm pack axe-core' has; skipped without. VCUBE is
# the command, srcdir where the sources are.
vcube=${VCUBE:-cli/here/vcube}
. "${srcdir:-.}"/tests/support/browser.sh
[ -r "$AXE" ] || { echo 'skipped: AXE names no axe.min.js (npm pack axe-core)'; exit 77; }
browser_there || { echo 'skipped: there is no chromium with chromedriver'; exit 77; }
folder=$(mktemp -d) || exit
trap 'browser_end; [ -z "$lab" ] || kill "$lab"; rm -rf "$folder"' EXIT
status=0 tests=0

{
	printf '{"args":[],"script":"'
	sed 's/\\/\\\\/g; s/"/\\"/g; s/\t/\\t/g; s/\x01/\\u0001/g; s/\x02/\\u0002/g' "$AXE" | tr '\n' ' '
	printf '"}'
} >"$folder/axe.json"

# Says what axe finds in the page that is seen, if it is anything, or not WORDS.
look()          # WHAT [WORDS]
{
	local found

	tests=$((tests + 1))
	webdriver POST "$browser_session/execute/sync" "$(<"$folder/axe.json")" >/dev/null
	found=$(webdriver POST "$browser_session/execute/async" "{\"args\":[],\"script\":\"$(quoted '
		const done = arguments[arguments.length - 1], why = (n) => [...n.any, ...n.all, ...n.none][0]?.message;
		const told = (v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target.join(" ")} ${why(n)}`).join(", ")}`;
		axe.run(document, { resultTypes: ["violations"], iframes: false })
			.then((r) => done(`found ${r.violations.length}. ${r.violations.map(told).join("; ")}`), (e) => done(String(e)));')\"}")
	[[ $found == *"${2-\"found 0. \"}"* ]] || fail "$1: $found"
}

colours() { webdriver POST "$browser_session/goog/cdp/execute" '{"cmd":"Emulation.setEmulatedMedia","params":{"features":[{"name":"prefers-color-scheme","value":"'"$1"'"},{"name":"prefers-reduced-motion","value":"reduce"}]}}' >/dev/null; }

"$vcube" view alltoall.direct -t torus:4x4 -o "$folder/run.html"
"$vcube" view allreduce.ring,allreduce.hypercube -t hypercube:3 -m 24 -o "$folder/both.html"
"$vcube" view allgather.hypercube -t hypercube:7 -m 8 -o "$folder/crowd.html"
"$vcube" view bcast.binomial -t torus:33x32 -m 8 -o "$folder/groups.html"
"$vcube" view alltoall.pairwise -t ring:4 -m 8 --set drop=50% --set seed=3 -o "$folder/failed.html" 2>/dev/null
browser_start "$folder" || { fail 'the browser does not start'; exit 1; }
for colour in light dark; do
	for wide in 1400 700; do
		window $wide 900
		colours $colour
		for view in all blocks topology spacetime costs failure; do
			browse about:blank
			browse "file://$folder/run.html#by=time&stop=7&view=$view&critical=1&node=3"
			look "$view, $colour, $wide"
		done
		for page in both crowd groups failed; do
			browse "file://$folder/$page.html#stop=3"
			look "$page, $colour, $wide"
		done
	done
done
browse "file://$folder/run.html#by=step&stop=0&predict=1"
look 'a question'
ask 'document.querySelector("main").append(document.createElement("button"))' >/dev/null
look 'a button without a name' 'found 1. button-name'

exec {said}< <(exec "$vcube" lab --no-browser 2>/dev/null)
lab=$!
if read -r -t 60 -u "$said" url; then
	for colour in light dark; do
		window 1400 900
		colours $colour
		browse "$url#collective=allreduce&a=ring&b=hypercube&topology=hypercube:3&bytes=1024"
		becomes 'the figure' "document.querySelectorAll('#figure .point').length > 2" true
		ask 'document.querySelectorAll("details").forEach((d) => { d.open = true; })' >/dev/null
		look "the lab, $colour"
	done
else
	lab=
fi
[ $status = 0 ] && echo "ok: $tests looks"
exit $status
