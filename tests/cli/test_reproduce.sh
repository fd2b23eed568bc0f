#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# vcube calibrate and reproduce: profiles, this host's own, and the papers' figures.
. "${srcdir:-.}/tests/support/command.sh" || exit

# Profiles: costs, and by default the virtual clock.
for profile in $("$vcube" list profiles --names); do
	runs run allgather.ring -t ring:4 -m 64 --profile "$profile" --no-wall --json
	has "\"profile\":\"$profile\"" "$out"
	has '"clock":"virtual"' "$out"
	tests=$((tests + 1))
	[ "$(json time_ps <"$out")" = "$(json predicted_ps <"$out")" ] ||
		fail "$profile: not as predicted"
done
runs run allgather.ring -t ring:4 -m 0 --set startup=1us --profile sp2 --json
has '"time_ps":3000000,' "$out"
runs run allgather.ring -t ring:4 -m 0 --clock free --profile sp2 --json
has '"clock":"free"' "$out"
VCUBE_PROFILE=sp2 VCUBE_STARTUP=2us runs run allgather.ring -t ring:4 -m 0 --json
has '"time_ps":6000000,' "$out"
VCUBE_CLOCK=free runs run allgather.ring -t ring:4 -m 0 --profile sp2 --json
has '"clock":"free"' "$out"
runs run allgather.ring -t ring:4 --profile sp2
has 'sp2: virtual clock' "$out"
printf '[profile]\ntitle = mine\nsource = here\n[machine]\nstartup = 5us\n' >"$folder/mine.ini"
runs run allgather.ring -t ring:4 -m 0 --profile "$folder/mine.ini" --json
has '"time_ps":15000000,' "$out"
VCUBE_PROFILES=$folder runs list profiles
has 'mine; here' "$out"
echo 'startup = 1' >>"$folder/mine.ini"
VCUBE_PROFILES=$folder runs list profiles
has 'mine.ini:6: startup' "$out"
refuses 'mine.ini:6: startup' run allgather.ring --profile "$folder/mine.ini"
refuses 'sp2-mpich' run allgather.ring --profile sp3

# This host's own profile. An existing one is kept unless an option says otherwise.
runs calibrate --output "$folder/this-host.ini" --iterations 1 -q
has 'messages, a step of an exchange' "$out"
has 'residual' "$out"
for piece in 'all    from     8 B to   1 MiB' 'short  from     8 B to   4 KiB' 'long   from   4 KiB to   1 MiB'; do
	has "  $piece: " "$out"
done
has ', 2 nodes on ' "$folder/this-host.ini"
has 'messages from 8 B to 1 MiB, up to' "$folder/this-host.ini"
has "written to $folder/this-host.ini" "$out"
runs run allgather -t ring:4 --profile "$folder/this-host.ini" --json
has '"status":"ran"' "$out"
echo '# mine' >>"$folder/this-host.ini"
refuses '--force' calibrate --output "$folder/this-host.ini" --iterations 1
has '# mine' "$folder/this-host.ini"
runs calibrate --output "$folder/this-host.ini" --iterations 1 --force -q
lacks '# mine' "$folder/this-host.ini"
XDG_CONFIG_HOME=$folder/config runs calibrate --iterations 1 -q
XDG_CONFIG_HOME=$folder/config runs list profiles --names
has this-host "$out"
ends 0 calibrate --output - --iterations 1 -q
has '[machine]' "$out"
has 'residual' "$err"
# More nodes than processors; a line for some messages, whose numbers are those of its piece.
runs calibrate --output "$folder/this-host.ini" --iterations 1 --force -q --nodes 9 --for long
has ', 9 nodes on ' "$folder/this-host.ini"
has 'messages from 4 KiB to 1 MiB, up to' "$folder/this-host.ini"
tests=$((tests + 1))
line=$(sed -n 's/^  long .*: *\([0-9.]*\) ns + \([0-9.]*\) ns per byte.*/\1 \2/p' "$out")
awk -v line="$line" '/^(startup|per_byte) =/ { found[$1] = $3 + 0 }
	END {
		split(line, wanted, " ")
		exit !(found["startup"] - wanted[1] < 0.06 && wanted[1] - found["startup"] < 0.06 &&
		       found["per_byte"] - wanted[2] < 0.002 && wanted[2] - found["per_byte"] < 0.002)
	}' "$folder/this-host.ini" || fail 'the profile does not have the line of long messages'
refuses 'all, short or long' calibrate --for some
refuses 'from 2 to 1024' calibrate --nodes 1
refuses "transport 'socket': no such transport" calibrate --transport socket
ends 1 calibrate --output "$folder/nowhere/this-host.ini" --iterations 1 -q
has 'cannot write' "$err"
refuses 'iterations' calibrate --iterations 0
refuses 'no words' calibrate sp2

# The papers' figures are reproduced, but not with other constants.
for name in $("$vcube" list reproductions --names); do
	runs reproduce "$name" --most 36 --json
	[ "$(json reproduction <"$out" | sort -u)" = "\"$name\"" ] || fail "$name as JSON"
done
mkdir "$folder/wrong"
sed 's/startup = 70us/startup = 71us/' "${srcdir:-.}/profiles/sp2.ini" >"$folder/wrong/sp2.ini"
VCUBE_PROFILES=$folder/wrong ends 1 reproduce bokhari-crossovers
has 'TOO FAR' "$out"
has '4 groups are' "$err"
# Constants that are fitted to Tables 4 and 7 alone predict the reduction's communication.
sed 's/^exchange_all_startup = .*/exchange_all_startup = 18.34us/
	s/^exchange_all_longest = .*/exchange_all_longest = 1470ns/
	s/^exchange_all_gather = .*/exchange_all_gather = 77.5ns/' "${srcdir:-.}/profiles/cm200.ini" >"$folder/wrong/cm200.ini"
VCUBE_PROFILES=$folder/wrong runs reproduce cm200-table13
has 'median 0.49%, most 0.52%; bounds 2% and 10%: ok' "$out"
# Those of the index that are fitted to Table 7 alone predict it in Tables 11 and 13.
runs reproduce cm200-index
has 'median 1.83%, most 2.96%; bounds 3% and 5%: ok' "$out"
has 'median 2.95%, most 3.30%; bounds 3% and 5%: ok' "$out"
runs reproduce cm200-table7 --most 64
has ' 64 nodes' "$out"
lacks '128 nodes' "$out"
has 'bound for these rows 15%: ok' "$out"
# Runs outside the tables have no error beside those in a table.
runs reproduce cm200-table15 --nodes 2,16 --size 100,256
has '-     5.73316 ms          -' "$out"
has '39.37 ms' "$out"
runs reproduce cm200-table11 --size 100 --json
has '"paper":null' "$out"
# Runs of other sizes also agree with a table of formulas; what cannot be transposed is left out.
runs reproduce mathur-table2 --nodes 4,32 --size 1,2,60
has '32 nodes, w = 60                                 186            186     +0.00%' "$out"
has '32 nodes, w = 60                                   -           2752          -' "$out"
has '32 nodes, w = 60                                 383            383     +0.00%' "$out"
has 'without 32 nodes, w = 1: 1 word of a node cannot be scattered evenly' "$out"
has 'amended' "$out"
# Only on the mesh do messages wait and crossovers shift.
runs reproduce exclusive-or ports --most 16
has '16 nodes, all messages                          0 us           0 us' "$out"
has '-     145.152 us' "$out"
has '16 nodes                                      1.8 us         1.8 us' "$out"
# Crossovers of machines outside the paper, and the best partition for a block.
runs reproduce bokhari-crossovers --nodes 2,32,512
has 'paragon, d=5: 5 from                      1558.17 B     1558.174 B      +0.00%' "$out"
has 'paragon, d=9: 9 from                               -    2756.167 B           -' "$out"
runs reproduce bokhari-crossovers --nodes 128,16384 --size 40,60
has 'sp2, d=7: blocks of 40 B                       2+2+3          2+2+3       same' "$out"
has 'sp2, d=7: blocks of 60 B                         3+4            3+4       same' "$out"
has 'sp2, d=14: blocks of 60 B                          -            7+7          -' "$out"
runs reproduce bokhari-networks --nodes 8
has 'cs2, mesh:2x4: 3 from                              -    1218.097 B' "$out"
runs reproduce kumar-broadcasts --most 16
has 'pipelined on the ring: (ts + tw m)(p - 1)' "$out"
runs reproduce kumar-equations switching --most 9
has 'torus:3x3, 1 word' "$out"
has ' 8 hops, 64 B' "$out"
lacks 'ring:16' "$out"
lacks '16 hops' "$out"
runs reproduce bokhari-networks --most 32
has 'paragon, hypercube:5: 5 from              1397.52 B     1397.516 B' "$out"
has 'paragon, mesh:4x8: 5 from                 1397.52 B     3511.128 B' "$out"
# With one set of constants the reduction takes 2^d steps, not one less.
runs reproduce cm200-table13
has 'median 0.53%, most 2.24%; bounds 2% and 10%: ok' "$out"
has 'median 8.35%, most 54.36%; no bound' "$out"
# Break-even points by the paper's own formulas; winners, also outside the paper.
runs reproduce cm200-table9 --nodes 256,4096
has '256 nodes                                         48             48     +0.00%' "$out"
runs reproduce irregular --nodes 16 --size 256
has '16 nodes, 256 elements: the fastest                -           A4-b          -' "$out"
has '16 nodes, 256 elements: A4-n2                      -         little          -' "$out"
runs reproduce irregular --nodes 7 --size 1
has '7 nodes, 1 element: A4-b' "$out"
has '7 nodes, 1 element: the fastest' "$out"
has 'without 7 nodes, 1 element: A3-b, which needs a square' "$out"
refuses 'takes 4, 9, 16, .. nodes, not 8' reproduce irregular-constants --nodes 8
runs reproduce irregular-constants --nodes 9 --size 64
has '1 for each other: A3 before A4           883.7209 B' "$out"
has 'SP2, transpose of 64, A4-n2 before A3-n1 to    1257.143 B' "$out"
runs reproduce liu-equations --nodes 9 --size 1,64
has 'spike, 64 elements' "$out"
runs reproduce irregular-bytes --nodes 16,64 --size 1024
has '16 nodes, 1024 bytes: the fastest               A4-b           A4-b       same' "$out"
has '64 nodes, 1024 bytes: the fastest               A3-b           A3-b       same' "$out"
# By their equations, a stage copies all before it sends: without a second buffer, so it does
# if elements are dealt, but for the delivery, of 18 of 22 bytes.
runs reproduce irregular-dealt --nodes 16 --size 1024
has '16 nodes, 1024 elements: A4-n1          0.3931576 ms   0.4135654 ms     +5.19%' "$out"
has '16 nodes, 1024 elements: A4-n2                     -    0.191823 ms          -' "$out"
# And it is drawn.
if command -v gnuplot >/dev/null; then
	runs reproduce cm200-table11 cm200-table15 --most 16 --plot "$folder/tables.svg"
	# a gain of 0 percent, too
	runs reproduce irregular --nodes 9 --size 64 --plot "$folder/irregular.svg"
	has 'one cycle: reorder' "$folder/tables.svg"
	has 'points: the paper; lines: this library' "$folder/tables.svg"
fi
ends 2 reproduce cm200-table11 --plot "$folder/tables.pdf"
has 'named .svg or .png' "$err"
lacks 'paper' "$out"
refuses 'takes 2, 4, 8, .. nodes, not 12' reproduce cm200-table7 --nodes 12
refuses '--size takes a whole number' reproduce cm200-table7 --size 64,x
refuses "only the paper's numbers of nodes" reproduce kumar-equations --nodes 8
refuses "only the paper's sizes" reproduce kumar-equations --size 8
refuses '--nodes takes a whole number' reproduce cm200-table7 --nodes 0
ends 0 reproduce cm200-table7 --most 1
has 'cm200-table7 compares nothing: each row needs more nodes than --most 1, or more memory' "$err"
refuses '--most takes a whole number' reproduce cm200-table7 --most 0
refuses 'kumar-equations' reproduce nonsense
refuses 'name a reproduction' reproduce

# Rows fit a terminal; titles that do not fit have their own line.
runs reproduce exclusive-or cube-on-ring mathur-table2 --most 16
has '  messages over the busiest link; times as long' "$out"
tests=$((tests + 1))
[ "$(wc -L <"$out")" -le 80 ] || fail 'a line is longer than 80'

# list names what can be reproduced; sizes are written as elsewhere.
runs list reproductions
cp "$out" "$folder/list"
runs reproduce --list
tests=$((tests + 1))
cmp -s "$out" "$folder/list" || fail 'reproduce --list is not list reproductions'
runs reproduce switching liu-table1
has '4 hops, 4 KiB  ' "$out"
has ', 800 B  ' "$out"
lacks ' bytes ' "$out"

# An interrupted run leaves complete rows.
mkfifo "$folder/pipe"
"$vcube" reproduce irregular >"$folder/pipe" 2>"$err" &
{
	read -r line
	kill -KILL $!
	{ echo "$line"; cat; } >"$out"
} <"$folder/pipe"
wait $! 2>/dev/null
tests=$((tests + 1))
[ -z "$(tail -c 1 "$out")" ] || fail 'a run that is cut off ends within a row'
has 'irregular: ' "$out"

finish
