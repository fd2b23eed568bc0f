#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Programs and options that vcuberun refuses, with what would be right.
[ -z "$SANITIZE" ] || exit 77
VCUBE=${VCUBERUN:-mpi/run/here/vcuberun}
. "${srcdir:-.}/tests/support/command.sh" || exit
. "${srcdir:-.}/tests/support/programs.sh" || exit

# Programs
build initial.c
refuses 'cannot be read: No such file' -n 2 /nowhere/program
refuses 'is not a program' "$folder"
echo 'exec true' >"$folder/script"
refuses 'is not a program' "$folder/script"
echo '#!/bin/sh' >"$folder/script"
refuses 'is a script' "$folder/script"
head -c 3000 "$folder/initial" >"$folder/short"
refuses 'is cut off' "$folder/short"
refuses 'counter_of_thread' "$folder/initial"
refuses 'initial-exec' "$folder/initial"
for how in -pie -no-pie; do
	echo 'int main(void) { return 0; }' | ${CC:-cc} -x c - $how -o "$folder/plain" || exit
	refuses 'is a plain executable' -n 2 "$folder/plain"
	refuses 'vcubecc' -n 2 "$folder/plain"
done
echo 'int main(void) { return 0; }' | ${CC:-cc} -x c - -shared -fPIC -o "$folder/shared.so" || exit
refuses 'was not linked by vcubecc' "$folder/shared.so"
# A library of the name that other MPIs have
echo 'int MPI_Other(void) { return 0; }' |
	${CC:-cc} -x c - -shared -fPIC -Wl,-soname,libmpi.so.40 -o "$folder/libmpi.so.40" || exit
echo 'int MPI_Other(void); int main(void) { return MPI_Other(); }' |
	${CC:-cc} -x c - -x none "$folder/libmpi.so.40" -o "$folder/other" || exit
refuses 'was built for another MPI (libmpi.so.40)' -n 2 "$folder/other"

# Options
build ends.c
refuses 'name a program'
refuses 'name a program' -n 4
refuses 'from 1 to' -n 0 "$folder/ends"
refuses 'from 1 to' -n many "$folder/ends"
refuses 'requires an argument' -n
refuses '-np requires an argument' -np
refuses '--mca requires two arguments' --mca btl
refuses 'cannot change to the folder /nowhere' -wdir /nowhere "$folder/ends"
for option in --output-filename -outfile-pattern; do
	refuses '--prefix begins each line' $option out "$folder/ends"
	refuses '--prefix begins each line' $option=out "$folder/ends"
done
refuses 'from 1 to' --ntasks=many "$folder/ends"
refuses 'it takes N[ps|ns' --timeout soon "$folder/ends"
refuses 'all ranks run the same one' -n 2 "$folder/ends" exit : -n 1 "$folder/ends"
refuses 'did you mean --clock?' --clok virtual "$folder/ends"
refuses 'did you mean --set routing=?' --routing none "$folder/ends"
refuses 'hypercube:2 has 4 nodes' -t hypercube:2 -n 3 "$folder/ends"
refuses 'KEY=VALUE' --set startup "$folder/ends"
refuses 'did you mean startup?' --set strtup=1us "$folder/ends"
refuses 'did you mean allgather?' --set allgater=ring "$folder/ends"
refuses 'did you mean dcycles?' --set allgather=dcycls "$folder/ends"
refuses 'did you mean parts?' --set alltoall=multiphase:prts=2 "$folder/ends"
refuses 'did you mean binomial?' --set scatter=binomil "$folder/ends"
refuses 'it takes N[ps|ns' --set scatter=1furlong "$folder/ends"
refuses 'give --clock virtual' --compute measured "$folder/ends"
for how in mesured measured: measured:-1 measured:1x measuredly; do
	refuses '--compute takes charged, measured' --clock virtual --compute $how "$folder/ends"
done
refuses 'hypercube' -t cube:3 "$folder/ends"
refuses 'did you mean sp2?' --profile sp3 "$folder/ends"
refuses 'share one process' --set transport=sockets "$folder/ends"
refuses 'leave out --trace' --step --trace x "$folder/ends"
refuses 'add --step' --print "$folder/ends"
refuses 'shows one; give it with the replay=' --explore --step "$folder/ends"
refuses 'shows one; give it with the replay=' --explore --trace x "$folder/ends"
refuses 'use buffered, synchronous or both' --clock virtual --set routing=none --set explore=clock \
	"$folder/ends"
refuses 'or give --explore' --set digest=yes "$folder/ends"
refuses 'needs clock=free' --explore --clock virtual "$folder/ends"
refuses '0 and 5 are not wired' -n 2 --set links=0-5:down "$folder/ends"
refuses 'at most 16384' -n 16385 "$folder/ends"
VCUBE_N=some refuses 'VCUBE_N' "$folder/ends"
VCUBE_NO=3 refuses 'VCUBE_NO' "$folder/ends"
finish
