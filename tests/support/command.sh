# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
#
# Runs the vcube command, and compares its output and exit status. VCUBE is the command
# under test, srcdir the folder of the sources.
vcube=${VCUBE:-cli/here/vcube}
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
out=$folder/out err=$folder/err
status=0 tests=0

# Runs the command; its exit status is then in $ended. It has a minute of the processor, whatever
# else the host does, and must end before the test's own deadline.
v()
{
	(ulimit -t 60 && exec timeout 500 "$vcube" "$@" >"$out" 2>"$err")
	ended=$?
}

# A file says so as well, since the end of a pipe is a shell of its own.
fail()
{
	: >"$folder/.failed"
	echo "not ok: $*"
	sed 's/^/    stdout: /' "$out" | head -n 15
	sed 's/^/    stderr: /' "$err" | head -n 15
	status=1
}

ends()          # STATUS ARGUMENT...
{
	local wanted=$1
	shift
	tests=$((tests + 1))
	v "$@"
	[ $ended = "$wanted" ] || fail "vcube $* ends with $ended, not $wanted"
}

# The command must succeed, and print nothing on stderr.
runs()
{
	ends 0 "$@"
	[ ! -s "$err" ] || fail "vcube $* complains"
}

# Are the words in a line of the file? In a short one the shell looks itself: that is a tenth of what
# it takes to start grep.
has_words()     # WORDS FILE
{
	local all

	IFS= read -r -N 100000 all <"$2"
	if [ ${#all} -lt 100000 ]; then
		[[ $all == *"$1"* ]]
	else
		grep -qF -e "$1" "$2"
	fi
}

# A usage error: nothing on stdout, and a sentence with these words.
refuses()       # WORDS ARGUMENT...
{
	local words=$1
	shift
	ends 2 "$@"
	[ ! -s "$out" ] || fail "vcube $* prints something before it refuses"
	[[ $'\n'$(<"$err") == *$'\n'vcube* ]] || fail "vcube $* does not say who complains"
	has_words "$words" "$err" || fail "vcube $* does not say '$words'"
}

has()           # WORDS WHERE
{
	tests=$((tests + 1))
	has_words "$1" "$2" || fail "'$1' is missing"
}

lacks()
{
	tests=$((tests + 1))
	! has_words "$1" "$2" || fail "'$1' should not be there"
}

# The value of a key in the lines of JSON on stdin, one per line.
json() { grep -oE "\"$1\":(\"([^\"\\\\]|\\\\.)*\"|[^,}]*)" | sed 's/^[^:]*://'; }

# The last line of a test.
finish()
{
	[ ! -e "$folder/.failed" ] || status=1
	[ $status = 0 ] && echo "ok: $tests looks at the command"
	exit $status
}
