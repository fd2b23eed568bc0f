# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash disable=SC2154
#
# Builds the MPI programs of tests/mpi/programs with the compilers of the build tree, into the
# folder of command.sh. VCUBECC and VCUBECXX name the compilers.
programs=${srcdir:-.}/tests/mpi/programs

build()         # FILE [OPTION...]: the program is named as the file, without its suffix
{
	local file=$1 compiler=${VCUBECC:-mpi/run/here/vcubecc}

	shift
	[ "$file" = "${file%.cc}" ] || compiler=${VCUBECXX:-mpi/run/here/vcubecxx}
	"$compiler" -g -Wall -Wextra -Werror "$programs/$file" "$@" -o "$folder/${file%.*}" || exit
}

# Goes to the folder, where $programs is still right.
work_in_folder()
{
	programs=$(cd "$programs" && pwd)
	cd "$folder" || exit
}

# Is the file what stdin has?
same()          # FILE
{
	tests=$((tests + 1))
	diff - "$1" || fail "$1 has other lines"
}
