#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# Shared libraries: those that call MPI belong to a rank, as its program does.
[ -z "$SANITIZE" ] || exit 77
VCUBE=${VCUBERUN:-mpi/run/here/vcuberun}
. "${srcdir:-.}/tests/support/command.sh" || exit
. "${srcdir:-.}/tests/support/programs.sh" || exit
work_in_folder
cc=$VCUBECC plain=${CC:-cc}
mkdir lib

makes()         # COMMAND...
{
	tests=$((tests + 1))
	"$@" >"$out" 2>"$err" || fail "$* ends with $?"
}

library()       # OPTION...: of serves.c
{
	makes "$cc" -shared "$programs/serves.c" -o lib/libserves.so "$@"
}

program()       # OPTION...: finds libraries where it is itself
{
	# shellcheck disable=SC2016
	makes "$cc" "$programs/served.c" -o served "$@" -Llib -lserves '-Wl,-rpath,$ORIGIN/lib'
}

# Ranks say: each its own
own()
{
	GIVEN=it runs -n 3 "$folder/served"
	printf '%s it\n' 1 111 221 | same "$out"
}

# By default each rank has its own, which calls the program of its rank.
library
program
own
cd /
own
cd "$folder" || exit
# So has it with a name of its own, with versions, or both, and if it is found by another way.
library -Wl,-soname,libserves.so.1
ln -s libserves.so lib/libserves.so.1
program
own
printf 'SERVES_1 { global: serves; served; local: *; };\n' >versions
library -Wl,-soname,libserves.so.1 -Wl,--version-script=versions
program
own
library -Wl,--version-script=versions
program
own
makes "$cc" "$programs/served.c" -o served "$folder/lib/libserves.so"
own
makes "$cc" "$programs/served.c" -o served -Llib -lserves
LD_LIBRARY_PATH=$folder/lib own
makes "$cc" "$programs/served.c" -o served -Llib -lserves -Wl,--disable-new-dtags,-rpath,"$folder/lib"
own
# It is known by what it calls, too, or linked by the options of programs.
makes "$plain" -fPIC -shared -I"$("$cc" -showme:incdirs | cut -d' ' -f1)" "$programs/serves.c" -o lib/libserves.so
program
own
makes "$cc" -showme:compile
# shellcheck disable=SC2046
makes "$plain" $(cat "$out") -c "$programs/serves.c" -o serves.o
makes "$cc" -showme:link
# shellcheck disable=SC2046
makes "$plain" -shared serves.o -o lib/libserves.so $(sed 's/-Wl,-z,defs//' "$out")
program
own
# Code that runs while it is linked
cat >resolves.c <<-'EOF'
	static int one(void) { return 1; }
	static int (*resolve(void))(void) { return one; }
	int resolved(void) __attribute__((ifunc("resolve")));
	int (*volatile resolved_at)(void) = resolved;
EOF
if "$plain" -fPIC -shared resolves.c -o resolves.so 2>"$err"; then
	library resolves.c
	program
	own
	library
	program resolves.c
	own
fi

# All share it if asked: then they have one count, and the program that it calls is that of a rank.
library
program
shared()        # OPTION...
{
	GIVEN=it runs -n 3 "$@" "$folder/served"
	printf '%s it\n' 1 102 203 | same "$out"
}
shared --shared-lib libserves.so
shared --shared-lib "$folder/lib/libserves.so"
refuses 'does not need the library' -n 2 --shared-lib libother.so ./served

# One that needs it is its rank's as well.
makes "$plain" -fPIC -shared "$programs/between.c" -o lib/libbetween.so -Llib -lserves
program -DBETWEEN -lbetween
runs -n 3 ./served
printf '%s\n' '11 2' '1111 112' '2211 222' | same "$out"
# Shared, it shares what it needs.
runs -n 3 --shared-lib libbetween.so ./served
printf '%s\n' '11 2' '1032 104' '2053 206' | same "$out"
# So is one that calls no MPI, but is where the program says.
makes "$plain" -fPIC -shared "$programs/part.c" -o lib/libpart.so -Wl,-soname,libpart.so
makes "$cc" "$programs/whole.c" -o whole -Llib -lpart -Wl,-rpath,"$folder/lib"
runs -n 2 ./whole
sort "$out" >sorted
printf 'rank %s\n' '0 of 2: 21 20' '1 of 2: 22 20' | same sorted
# One that is installed is shared, unless it is named.
cat >maps.c <<-'EOF'
	#include <mpi.h>
	#include <stdio.h>
	#include <string.h>
	int main(void)
	{
		FILE *maps = fopen("/proc/self/maps", "r");
		char line[4096];
		int rank, count = 0;

		MPI_Init(NULL, NULL);
		MPI_Comm_rank(MPI_COMM_WORLD, &rank);
		while (fgets(line, sizeof line, maps))
			count += strstr(line, "r-xp") && strstr(line, "libatomic");
		if (rank == 0)
			printf("%d\n", count);
		MPI_Finalize();
	}
EOF
if "$cc" maps.c -o maps -Wl,--no-as-needed -latomic 2>"$err" && ldd maps | grep -q libatomic.so.1; then
	runs -n 2 ./maps
	echo 1 | same "$out"
	runs -n 2 --private-lib libatomic.so.1 ./maps
	echo 3 | same "$out"    # the loader's way to find it leaves one more
fi
refuses 'does not need the library' -n 2 --private-lib libother.so ./whole

# What cannot be copied is refused, with the way out.
printf '%s\n' '#include <mpi.h>' '__thread int here;' \
	'int serves(void) { int r; MPI_Comm_rank(MPI_COMM_WORLD, &r); return here++ + r; }' \
	'const char *served(void) { return "it"; }' >fixed.c
makes "$cc" -ftls-model=initial-exec -shared fixed.c -o lib/libserves.so
program
refuses '--shared-lib' -n 2 ./served
runs -n 2 --shared-lib libserves.so ./served
printf '%s it\n' 0 1 | same "$out"
# One that calls no MPI is shared then.
echo '__thread int own = 1; int part_value = 20; int part(int n) { return n + own++; }' >fixed.c
makes "$plain" -fPIC -ftls-model=initial-exec -shared fixed.c -o lib/libpart.so -Wl,-soname,libpart.so
runs -n 2 ./whole
sort "$out" >sorted
printf 'rank %s\n' '0 of 2: 1 20' '1 of 2: 2 20' | same sorted
echo 'int it;' >it.c
makes "$plain" -fPIC -shared it.c -o lib/libmpi.so -Wl,-soname,libmpi.so.40
makes "$plain" -fPIC -shared "$programs/part.c" -o lib/libpart.so -Llib -Wl,--no-as-needed -lmpi
refuses 'libpart.so was built for another MPI (libmpi.so.40)' -n 2 ./whole
finish
