#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Prints a file for Fortran, made of the headers of C and of the parts beside this script.
#
#   make.sh wrappers.c|mpif.h|mpi.f90|mpi_f08.f90
set -e
cd "$(dirname "$0")"
: "${AWK:=awk}"
calls=../include/vcube/mpi_calls.h

constants()     # [OPTION...]
{
	"$AWK" "$@" -f constants.awk ../include/mpi.h
}

module()        # NAME F08 FILE-BEFORE FILE-BEHIND
{
	echo "      module $1"
	echo '      implicit none'
	cat "$3"
	constants -v f08="$2"
	cat places.inc "$4"
	"$AWK" -v f08="$2" -v large_forms="$2" -f calls.awk -f module.awk "$calls"
	echo '      end module'
}

case $1 in
wrappers.c) "$AWK" -v large_forms=1 -f calls.awk -f wrappers.awk by_hand.c "$calls" ;;
mpif.h) constants && cat places.inc statuses.inc functions.inc ;;
mpi.f90) module mpi 0 /dev/null statuses.inc ;;
mpi_f08.f90) module mpi_f08 1 f08_types.inc f08.inc ;;
*) exit 2 ;;
esac
