#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# vcubecc and vcubecxx stand in for compilers: options, libraries, sanitizers, build systems.
[ -z "$SANITIZE" ] || exit 77
VCUBE=${VCUBERUN:-mpi/run/here/vcuberun}
. "${srcdir:-.}/tests/support/command.sh" || exit
. "${srcdir:-.}/tests/support/programs.sh" || exit
work_in_folder
cc=$VCUBECC cxx=$VCUBECXX

does()          # COMMAND...: ends with 0
{
	tests=$((tests + 1))
	timeout 100 "$@" >"$out" 2>"$err" || fail "$* ends with $?"
}

fails()         # WORDS COMMAND...
{
	local words=$1

	shift
	tests=$((tests + 1))
	! timeout 100 "$@" >"$out" 2>"$err" || fail "$* is not refused"
	has "$words" "$err"
}

# Two ranks of a program of two files
is_whole()      # PROGRAM
{
	runs -n 2 "./$1"
	sort "$out" >sorted
	printf 'rank %s\n' '0 of 2: 21 20' '1 of 2: 22 20' | same sorted
}

# Steps of a build, in one call and one by one
does "$cc" "$programs/whole.c" "$programs/part.c" -o whole
is_whole whole
does "$cc" -E "$programs/part.c"
has 'part_value + ++calls' "$out"
does "$cc" -MM "$programs/whole.c"
has 'mpi.h' "$out"
does "$cc" -S "$programs/part.c" -o part.s
does "$cc" -c part.s
does "$cc" -c -O3 -fvisibility=hidden "$programs/whole.c" -o whole.o
does ar rcs libpart.a part.o
does "$cc" whole.o -L. -lpart -o whole
is_whole whole
# main() in a static library; a program that is executed by itself finds the vcuberun of its build.
does ar rcs libmain.a whole.o
does "$cc" -L. -lmain -lpart -o whole
is_whole whole
does env -u VCUBERUN VCUBE_N=2 ./whole
has 'rank 1 of 2' "$out"
does "$cc" -flto -O2 "$programs/whole.c" "$programs/part.c" -o whole
is_whole whole
# Options that make plain executables are without effect, -static is refused.
does "$cc" -fPIE -pie "$programs/whole.c" "$programs/part.c" -o whole
is_whole whole
does "$cc" -no-pie "$programs/whole.c" "$programs/part.c" -o whole
is_whole whole
fails 'leave out -static' "$cc" -static "$programs/whole.c" "$programs/part.c" -o whole
fails 'part' "$cc" "$programs/whole.c" -o whole
does "$cc" -O2 -D_FORTIFY_SOURCE=2 "$programs/own.c" -o own
GIVEN=before runs -n 4 ./own
does "$cc" -fopenmp "$programs/own.c" -o own
GIVEN=before runs -n 4 ./own

# What it says of itself, and of its compiler
does "$cc" -show "$programs/part.c" -o x
has '-lvcube-mpi' "$out"
tests=$((tests + 1))
[ ! -e x ] || fail '-show compiles'
does "$cc" -showme:compile
# shellcheck disable=SC2046
does ${CC:-cc} $(cat "$out") -c "$programs/whole.c"
does "$cc" -showme:link
# shellcheck disable=SC2046
does ${CC:-cc} whole.o part.o -o whole $(cat "$out")
is_whole whole
# Build systems link shared libraries by it, too; a program needs a main().
does "$cc" -showme:link
# shellcheck disable=SC2046
does ${CC:-cc} -fPIC -shared "$programs/part.c" -o libpart.so $(cat "$out")
does "$cc" whole.o "$folder/libpart.so" -o whole
v -n 2 ./whole
has 'rank 1 of 2' "$out"
v -n 2 ./libpart.so
has 'it has no main()' "$err"
fails main "$cc" "$programs/part.c" -o part
echo 'int main(void) { return MPI_Init(NULL, NULL) + MPI_Finalize(); }' >bare.c
does "$cc" -include mpi.h bare.c -o bare
runs -n 2 ./bare
# The program's own macros stay.
printf '%s\n' '#define X(name) its_##name' '#include <mpi.h>' 'int X(own)(void);' 'int main(void) { return 0; }' >macro.c
does "$cc" -Werror macro.c -o macro
does "$cc" -showme:incdirs
does test -f "$(cut -d' ' -f1 "$out")/mpi.h"
does "$cc" -showme:libdirs
does test -f "$(cut -d' ' -f1 "$out")/libvcube-own.a"
does "$cc" -showme:version
has libvcube-mpi "$out"
does "$cc" --showme:version
has libvcube-mpi "$out"
fails 'unknown option -showme:all' "$cc" -showme:all
does "$cc" -compile_info
# shellcheck disable=SC2046
does $(cat "$out") -c "$programs/whole.c"
does "$cc" -link_info
has '-lvcube-mpi' "$out"
does "$cc" --version
does "$cc" -v
does "$cc" -dumpmachine
VCUBE_CC=/nowhere/cc fails '/nowhere/cc' "$cc" -c "$programs/part.c"

# What depends on what is installed
if command -v clang >/dev/null; then
	VCUBE_CC=clang does "$cc" -O2 "$programs/own.c" -o own
	GIVEN=before runs -n 4 ./own
fi
if command -v cmake >/dev/null; then
	cat >CMakeLists.txt <<-EOF
		cmake_minimum_required(VERSION 3.10)
		project(found C CXX)
		find_package(MPI REQUIRED)
		add_library(found_part SHARED "$programs/part.c")
		target_link_libraries(found_part MPI::MPI_C)
		add_executable(found_whole "$programs/whole.c")
		target_link_libraries(found_whole found_part MPI::MPI_C)
		add_executable(found_c "$programs/own.c")
		target_link_libraries(found_c MPI::MPI_C)
		add_executable(found_cxx "$programs/objects.cc")
		set_target_properties(found_cxx PROPERTIES CXX_STANDARD 17)
		target_link_libraries(found_cxx MPI::MPI_CXX)
	EOF
	found()         # NAME OPTION...
	{
		local name=$1

		shift
		does cmake -S . -B "$name" "$@"
		does cmake --build "$name"
		GIVEN=before runs -n 2 "$name/found_c"
		runs -n 2 "$name/found_cxx"
		runs -n 2 "$name/found_whole"
		sort "$out" >sorted
		printf 'rank %s\n' '0 of 2: 21 20' '1 of 2: 22 20' | same sorted
	}
	found as_compiler -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" \
		-DCMAKE_POSITION_INDEPENDENT_CODE=ON
	found asked -DCMAKE_C_FLAGS=-fPIC -DCMAKE_CXX_FLAGS='-fPIC -fno-gnu-unique' \
		-DMPI_C_COMPILER="$cc" -DMPI_CXX_COMPILER="$cxx"
fi

# A library sees the environment of the rank that calls it, and changes it.
does ${CC:-cc} -fPIC -shared "$programs/says.c" -o libsays.so
does "$cc" "$programs/asks.c" "$folder/libsays.so" -o asks
runs -n 2 ./asks
sort "$out" >sorted
printf 'value %s\n' '0, NAME_0, nothing' '1, NAME_1, nothing' | same sorted

# Sanitizers see the user's errors and none of ours.
sanitizes()     # SANITIZER ERROR WORDS
{
	"$cc" -g -fsanitize="$1" "$programs/wrong.c" -o "wrong-$1" 2>"$err" || return
	does "$cc" -g -fsanitize="$1" "$programs/passes.c" -o "passes-$1"
	v -n 4 "./passes-$1"
	has 'rank 3 is done' "$out"
	lacks 'SUMMARY: ' "$err"
	lacks 'CHECK failed' "$err"
	runs -n 3 "./wrong-$1" nothing
	v -n 3 "./wrong-$1" "$2"
	has "$3" "$err"
	has 'wrong.c' "$err"
}
sanitizes address heap heap-buffer-overflow
sanitizes address global global-buffer-overflow
sanitizes undefined overflow 'signed integer overflow'
sanitizes thread race 'data race'
if command -v valgrind >/dev/null; then
	"$cc" -g "$programs/wrong.c" -o wrong || exit
	for error in nothing:0 heap:33; do
		tests=$((tests + 1))
		timeout 200 valgrind -q --fair-sched=yes --error-exitcode=33 --trace-children=yes \
			--trace-children-skip='*/sed,*/cat,*/rm,*/dirname,*/basename' \
			"$vcube" -n 2 ./wrong "${error%:*}" >"$out" 2>"$err"
		[ $? = "${error#*:}" ] || fail "valgrind with ${error%:*} does not end with ${error#*:}"
	done
	has 'wrong.c' "$err"
fi

# A breakpoint is one of all ranks.
if command -v gdb >/dev/null && gdb -q -batch -ex run --args true 2>&1 | grep -q 'exited normally'; then
	"$cc" -g "$programs/wrong.c" -o wrong || exit
	cat >commands <<-'EOF'
		set breakpoint pending on
		set pagination off
		set confirm off
		set startup-with-shell off
		break wrong.c:do_wrong
		run
		continue
		continue
		kill
	EOF
	tests=$((tests + 1))
	TMPDIR=$folder timeout 100 gdb -q -batch -x commands --args "$vcube" -n 3 ./wrong nothing >"$out" 2>"$err"
	[ "$(grep -c 'hit Breakpoint' "$out")" = 3 ] || fail 'the breakpoint is not hit in 3 ranks'
	has '"rank 0" hit' "$out"
fi
finish
