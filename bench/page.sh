#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Measures the pages in chromium: a step of an alltoall of 64 nodes with contents, how long a
# trace of ten million events takes to be opened, and how soon 64 nodes appear in the lab after
# a change. Medians and the greatest, in ms. VCUBE is the command, srcdir where the sources are.
#
#   page.sh [step] [open] [lab]       all of them by default
vcube=$(realpath "${VCUBE:-cli/vcube}")
. "$(realpath "${srcdir:-.}")"/tests/support/browser.sh
browser_there || { echo 'There is no chromium with chromedriver, or no curl.'; exit 77; }
folder=$(mktemp -d) || exit
trap 'browser_end; [ -z "$lab" ] || kill "$lab"; rm -rf "$folder"' EXIT
browser_start "$folder" || exit
window 1440 1000

# Evaluates a promise.
await()
{
	webdriver POST "$browser_session/execute/async" "{\"script\":\"$(quoted "
		const done = arguments[arguments.length - 1];
		(async () => { $1 })().then(done, (e) => done(String(e)));")\",\"args\":[]}" |
		sed 's/^{"value":"\{0,1\}//; s/"\{0,1\}}$//'
}

told='const told = (times) => { times.sort((a, b) => a - b); return `${times[times.length >> 1].toFixed(0)} ${times[times.length - 1].toFixed(0)}`; };'
# until it is painted
painted='const painted = () => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)));'

row() { printf '%-44s median %5s ms, most %5s ms, asked %s\n' "$1" "${2% *}" "${2#* }" "$3"; }

step()
{
	local view

	"$vcube" view alltoall.pairwise -t hypercube:6 -m 8 -o "$folder/step.html"
	for view in ${VIEWS:-blocks all}; do
		browse "file://$folder/step.html#view=$view&by=step&stop=0"
		row "a step of 64 nodes, view $view" "$(await "$told $painted const times = [];
			for (let k = 1; k <= 30; k++) { await painted(); const begin = performance.now(); go(k); await painted(); times.push(performance.now() - begin); }
			return told(times)")" '50 ms'
	done
}

opened()
{
	local begin

	"$vcube" run alltoall.pairwise -t full:1200 -m 8 --clock virtual --no-wall -q --trace "$folder/long.trace" >/dev/null || exit
	printf '%s events, ' "$("$vcube" trace "$folder/long.trace" | awk '/^events/ { print $2 }')"
	begin=$(date +%s%N)
	"$vcube" view "$folder/long.trace" -o "$folder/long.html"
	printf 'page written in %s ms, %s bytes\n' $((($(date +%s%N) - begin) / 1000000)) "$(wc -c <"$folder/long.html")"
	browse about:blank
	browse "file://$folder/long.html"
	row 'that page opened' "$(ask 'const t = performance.getEntriesByType("navigation")[0].loadEventEnd.toFixed(0); return `${t} ${t}`')" '2 s with the above'
}

lab()
{
	local url said

	exec {said}< <(exec "$vcube" lab --no-browser)
	lab=$!
	read -r -t 60 -u "$said" url
	browse "$url#collective=alltoall&a=pairwise&topology=hypercube:6&bytes=8"
	for change in allgather:hypercube alltoall:pairwise; do
		await 'while (!shown.time) await new Promise((go) => setTimeout(go, 20)); await new Promise((go) => setTimeout(go, 2000))' >/dev/null
		row "64 nodes after a change, ${change/:/.}" "$(await "$told $painted const times = [];
			[state.collective, state.a] = '$change'.split(':');
			for (let k = 1; k <= 9; k++) {
				const begin = performance.now(); state.startup = k + 'us'; update(); const number = String(wanted);
				while (document.getElementById('state').dataset.shown !== number) await painted();
				times.push(performance.now() - begin);
				while (!document.querySelectorAll('#figure .point').length) await painted();
				await new Promise((go) => setTimeout(go, 1000));
			}
			return told(times)")" '100 ms'
	done
}

for what in "${@:-step}"; do
	case $what in
	step) step ;;
	open) opened ;;
	lab) lab ;;
	esac
done
[ $# -gt 0 ] || { opened; lab; }
