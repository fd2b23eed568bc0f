# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
#
# What ./try, ./check and .ci/run have in common; bash, sourced in the top folder.
#
#   need [ROWS]           installs what is missing of the rows below and of ROWS
#   build NAME [OPTION..] builds in build/NAME, configured with the options; all or $goal
#   suite NAME [ARG..]    make check there, or make ARG..
#   tally NAME            adds the results of the last suite there
#   counts                prints their sum; fails if a test has failed

set -euo pipefail
export LC_ALL=C DEBIAN_FRONTEND=noninteractive
# libtool is a script that starts for each file, and faster in a small shell, as Debian's sh is.
export CONFIG_SHELL=/bin/sh

# how it is recognized   Debian package   what for
basics='
cc              gcc             compiles
stdlib.h        libc6-dev       the headers of the C library
c++             g++             tests that the headers are C++ as well
make            make            builds
autoreconf      autoconf        writes configure
automake        automake        writes the makefile
libtoolize      libtool         links the shared and the static library
pkg-config      pkg-config      finds the libraries
liburcu-cds.pc  liburcu-dev     lock-free queues and RCU
inih.pc         libinih-dev     the files of profiles
jansson.pc      libjansson-dev  JSON output of the vcube command
libmicrohttpd.pc libmicrohttpd-dev serves the page of vcube lab
/usr/share/nodejs/d3/package.json node-d3 scales, axes and zoom of the page of vcube view
ncursesw.pc     libncurses-dev  the full screen of the stepper
cmocka.pc       libcmocka-dev   unit tests
'

have()
{
	case $1 in
	*.h) echo "#include <$1>" | cc -E - >/dev/null 2>&1 ;;
	*.hpp) echo "#include <$1>" | c++ -E -x c++ - >/dev/null 2>&1 ;;
	*.pc) pkg-config --exists "${1%.pc}" 2>/dev/null ;;
	/*) [ -e "$1" ] ;;
	-f*) echo 'int main(void) { return 0; }' | clang "$1" -x c -o /dev/null - 2>/dev/null ;;
	*) command -v "$1" >/dev/null ;;
	esac
}

# Asks for a password only where there is somebody to ask.
sudo=sudo
[ -t 0 ] || sudo='sudo -n'
[ "$(id -u)" != 0 ] || sudo=

need()
{
	local sign package what missing='' packages=()

	while read -r sign package what; do
		if [ -n "$sign" ] && ! have "$sign"; then
			missing+=$(printf '  %-16s %s' "$package" "$what")$'\n'
			packages+=("$package")
		fi
	done <<<"$basics${1-}"
	[ -n "$missing" ] || return 0

	if ! command -v apt-get >/dev/null; then
		printf 'This is not Debian. Please install what these packages of Debian contain, and run it again:\n%s' "$missing" >&2
		exit 1
	fi
	if [ -n "$sudo" ] && ! command -v sudo >/dev/null; then
		printf 'These packages are missing, and there is no sudo. Please run, as root: apt-get install %s\n%s' \
			"${packages[*]}" "$missing" >&2
		exit 1
	fi
	printf 'Installing, with apt-get:\n%s' "$missing"
	mkdir -p build
	{
		$sudo apt-get -q update || true       # the lists there are may do
		$sudo env DEBIAN_FRONTEND="$DEBIAN_FRONTEND" \
			apt-get -q -y install --no-install-recommends "${packages[@]}"
	} >build/apt-get.log 2>&1 </dev/null || {
		tail -n 20 build/apt-get.log >&2
		echo "apt-get could not install ${packages[*]}; all it said is in build/apt-get.log." >&2
		exit 1
	}
}

# Runs quietly; says what it said if it fails.
quietly()
{
	local log=$1

	shift
	"$@" >>"$log" 2>&1 </dev/null || {
		tail -n 40 "$log" >&2
		echo "Failed: $*; the whole of it is in $log." >&2
		return 1
	}
}

jobs=$(nproc 2>/dev/null || echo 2)

build()
{
	local folder=build/$1 log=$PWD/build/$1/setup.log

	shift
	mkdir -p "$folder"
	find "$folder" -name '*.trs' -delete            # what is not run does not count
	: >"$log"
	if [ ! -x configure ] || [ ! -f Makefile.in ]; then
		echo "Writing configure"
		quietly "$log" autoreconf --install || return
	fi
	if [ ! -f "$folder/Makefile" ]; then
		echo "Configuring $folder${*:+ with $*}"
		(cd "$folder" && quietly "$log" ../../configure "$@") || return
	fi
	if [ -f "$folder/libvcube.la" ]; then
		echo "Building $folder"
	else
		echo "Building $folder, which takes a minute or two for the first time"
	fi
	quietly "$log" make -C "$folder" -j"$jobs" "${goal:-all}"
}

# What cmocka says of the cases in the programs that ran.
cases()
{
	local result name

	find "build/$1/tests" -name 'test_*.trs' | sort | while read -r result; do
		name=$(basename "$result" .trs)
		sed -nE "s/^\[(={10}\] [0-9]|  (PASSED|FAILED)  \]).*/$name: &/p" "${result%.trs}.log"
	done
}

# Tests wait for a fifth of their time, so one more runs than there are processors.
suite()
{
	local folder=build/$1 status=0

	shift
	find "$folder" -name '*.trs' -delete
	make -C "$folder" -j$((jobs + 1)) --silent --no-print-directory "${@:-check}" </dev/null || status=$?
	cases "${folder#build/}"
	return $status
}

passed=0 failed=0

tally()
{
	local results

	results=$(find "build/$1" -name '*.trs' -exec sed -n 's/^:test-result: //p' {} +)
	passed=$((passed + $(grep -c '^PASS' <<<"$results" || true)))
	failed=$((failed + $(grep -cE '^(FAIL|ERROR)' <<<"$results" || true)))
}

counts()
{
	echo "$passed passed, $failed failed"
	[ "$failed" = 0 ]
}
