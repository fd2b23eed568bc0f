#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Programs of Fortran run by mpif.h and the modules: calls, types, and units of files a rank.
[ -z "$SANITIZE" ] || exit 77
VCUBE=${VCUBERUN:-mpi/run/here/vcuberun}
. "${srcdir:-.}/tests/support/command.sh" || exit
. "${srcdir:-.}/tests/support/programs.sh" || exit
fort=${VCUBEFORT:-mpi/run/here/vcubefort}

if ! "$fort" --version >"$out" 2>"$err"; then
	has 'install gfortran' "$err"
	[ $status = 0 ] || finish
	echo 'There is no gfortran, which builds the programs of this test.'
	exit 77
fi

compile()       # FILE PROGRAM OPTION...
{
	local file=$1 program=$2

	shift 2
	tests=$((tests + 1))
	"$fort" -g -O1 "$@" "$programs/$file" -J "$folder" -o "$folder/$program" >"$out" 2>"$err" ||
		fail "$file does not compile"
}

# Every rank prints a line, which others do not break.
fine()          # RANKS PROGRAM ARGUMENT...
{
	local ranks=$1 program=$2

	shift 2
	runs -n "$ranks" "$folder/$program" "$@"
	sort "$out" >"$folder/sorted"
	for ((i = 0; i < ranks; i++)); do
		echo "rank $i is fine"
	done | sort | same "$folder/sorted"
}

compile fixed.f fixed
fine 2 fixed
compile calls.f90 calls -w
compile module.f90 module
compile handles.f90 handles
compile attributes.f90 attributes
compile counts.f90 counts
for ranks in 1 2 5; do
	fine $ranks calls
	fine $ranks module
	fine $ranks handles
	fine $ranks attributes
	fine $ranks counts
done
for machine in '-t ring:4 --clock virtual' '-n 3 --set fuzz=3'; do
	# shellcheck disable=SC2086 # a list of options
	runs $machine "$folder/calls"
done

# Each rank has units of its own.
compile units.f90 units
fine 2 units "$folder"
ends 7 -n 3 "$folder/units" "$folder"
has 'STOP 7' "$err"

# The example
tests=$((tests + 1))
"$fort" -O2 "${srcdir:-.}/examples/mpi/pi.f90" -o "$folder/pi" || fail 'the example does not compile'
runs -n 4 "$folder/pi"
has 'pi is about 3.141592654, off by less than 1e-9: yes' "$out"

# What is wrong is said in the words of C, and where it is in the program's source.
cat >"$folder/wrong.f90" <<-'EOF'
	program wrong
	  use mpi
	  integer :: ierr
	  call MPI_Init(ierr)
	  call MPI_Send(1, 1, MPI_INTEGER, 9, 0, MPI_COMM_WORLD, ierr)
	end program
EOF
programs=$folder compile wrong.f90 wrong
ends 6 -n 1 "$folder/wrong"
has 'MPI_Send on rank 0: communicator MPI_COMM_WORLD' "$err"
has 'wrong.f90:5' "$err"

# The module checks arguments.
sed 's/, ierr)/)/' "$folder/wrong.f90" >"$folder/missing.f90"
tests=$((tests + 1))
! "$fort" -c "$folder/missing.f90" -o "$folder/missing.o" >"$out" 2>"$err" ||
	fail 'a call without ierror is compiled'

# Another compiler is named by a variable; a missing one is told.
VCUBE_FC=none "$fort" -c "$folder/wrong.f90" >"$out" 2>"$err"
has 'install gfortran' "$err"
finish
