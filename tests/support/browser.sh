# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
#
# A browser without a screen, by the W3C's WebDriver; bash, to be sourced. Needs
# chromium and chromedriver (Debian: chromium, chromium-driver).
#
#   browser_there             are they installed?
#   browser_start FOLDER      with what it keeps in FOLDER
#   browser_end
#   browse URL                goes there, and waits until it is loaded
#   press KEY...              as a person would; Right, Left, Home, End, Enter, Tab,
#                             Escape, or a letter
#   ask SCRIPT                what the script returns; a text or a number
#   choose SELECTOR WORDS     types the words into what the selector finds
#   window WIDTH HEIGHT
#   picture FILE.png          of the window

browser_there() { command -v chromium && command -v chromedriver; } >/dev/null

# Sets $answer to the driver's. The shell asks it, since a test asks a thousand times, and to start
# a program for that takes longer than what the browser does.
request()       # METHOD PATH [JSON]
{
	local LC_ALL=C body=${3-} socket line length=0  # lengths are of bytes

	answer=
	exec {socket}<>"/dev/tcp/127.0.0.1/$browser_port" || return
	printf '%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n' "$1" "$2" "$browser_port" >&"$socket"
	printf 'Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' ${#body} "$body" >&"$socket"
	while read -r -t 60 -u "$socket" line && [ "$line" != $'\r' ]; do
		[[ ${line,,} != content-length:* ]] || length=${line//[!0-9]/}
	done
	read -r -t 60 -N "$length" -u "$socket" answer
	exec {socket}>&-
}

webdriver()     # METHOD PATH [JSON]: prints the answer
{
	local answer

	request "$@"
	printf '%s' "$answer"
}

# Makes $answer the value that is in it.
unwrap()
{
	answer=${answer#'{"value":'} answer=${answer#'"'}
	answer=${answer%'}'} answer=${answer%'"'}
}

browser_start()
{
	local answer

	# It prints the port on which it listens; reads the pipe until then, and keeps it open.
	exec {browser_words}< <(XDG_CONFIG_HOME=$1 exec chromedriver --port=0 2>"$1/chromedriver.log")
	browser_process=$!
	while read -r -t 60 -u "$browser_words" answer; do
		browser_port=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' <<<"$answer")
		[ -z "$browser_port" ] || break
	done
	[ -n "$browser_port" ] || return 1
	answer=$(webdriver POST /session '{"capabilities":{"alwaysMatch":{"browserName":"chrome",
		"goog:loggingPrefs":{"browser":"ALL"},
		"goog:chromeOptions":{"args":["--headless=new","--no-sandbox","--disable-gpu",
		"--disable-dev-shm-usage","--hide-scrollbars","--force-color-profile=srgb",
		"--user-data-dir='"$1"'/profile"]}}}}')
	browser_session=/session/$(sed -n 's/.*"sessionId":"\([0-9a-f]*\)".*/\1/p' <<<"$answer")
	[ "$browser_session" != /session/ ] || { echo "$answer"; return 1; }
}

browser_end()
{
	[ -z "$browser_session" ] || webdriver DELETE "$browser_session" >/dev/null
	[ -z "$browser_process" ] || kill "$browser_process" 2>/dev/null
	browser_session='' browser_process=''
}

# As a string in JSON.
quoted()
{
	local words=${1//\\/\\\\}

	words=${words//\"/\\\"}
	words=${words//$'\t'/ }
	printf '%s' "${words//$'\n'/ }"
}

browse() { local answer; request POST "$browser_session/url" "{\"url\":\"$1\"}"; }

ask()
{
	local answer

	request POST "$browser_session/execute/sync" "{\"script\":\"$(quoted "$1")\",\"args\":[]}"
	unwrap
	answer=${answer//'\u003C'/'<'}
	printf '%s' "${answer//'\"'/'"'}"
}

press()
{
	local key code list='' answer

	for key; do
		case $key in
		Right) code='\ue014' ;;
		Left) code='\ue012' ;;
		Home) code='\ue011' ;;
		End) code='\ue010' ;;
		Enter) code='\ue007' ;;
		Tab) code='\ue004' ;;
		Escape) code='\ue00c' ;;
		*) code=$key ;;
		esac
		list+="${list:+,}{\"type\":\"keyDown\",\"value\":\"$code\"},{\"type\":\"keyUp\",\"value\":\"$code\"}"
	done
	request POST "$browser_session/actions" \
		"{\"actions\":[{\"type\":\"key\",\"id\":\"keys\",\"actions\":[$list]}]}"
}

choose()
{
	local found

	found=$(webdriver POST "$browser_session/element" \
		"{\"using\":\"css selector\",\"value\":\"$(quoted "$1")\"}" |
		sed -n 's/.*"element-[^"]*":"\([^"]*\)".*/\1/p')
	webdriver POST "$browser_session/element/$found/value" "{\"text\":\"$(quoted "$2")\"}" >/dev/null
}

window() { webdriver POST "$browser_session/window/rect" "{\"width\":$1,\"height\":$2}" >/dev/null; }

picture()
{
	webdriver GET "$browser_session/screenshot" | sed 's/^{"value":"//; s/"}$//' | base64 -d >"$1"
}

# The page's complaints since the last call.
complaints() { webdriver POST "$browser_session/se/log" '{"type":"browser"}' | sed 's/^{"value":\[\]}$//'; }

# What a test says; it has $status and $tests.
# shellcheck disable=SC2034
fail()
{
	echo "not ok: $*"
	status=1
}

same()          # WHAT FOUND WANTED
{
	tests=$((tests + 1))
	[ -n "$3" ] && [ "$2" = "$3" ] || fail "$1: '$2', not '$3'"
}

# What a script returns is the same sooner or later, at the latest in 25 s: the browser looks
# at each change.
becomes()       # WHAT EXPRESSION WANTED
{
	local answer

	tests=$((tests + 1))
	request POST "$browser_session/execute/async" "{\"script\":\"$(quoted "
		const done = arguments[arguments.length - 1], look = () => { try { return String($2) } catch (e) { return String(e) } };
		const end = performance.now() + 25000;
		const again = () => (look() === \"$3\" || performance.now() > end ? done(look()) : requestAnimationFrame(again));
		again();")\",\"args\":[]}"
	unwrap
	[ "$answer" = "$3" ] || fail "$1: '$answer', not '$3'"
}
