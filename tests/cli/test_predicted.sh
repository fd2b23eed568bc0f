#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# bench/predicted: predicted times and choices on some machines are near those of runs, and what is
# off is counted and told.
. "${srcdir:-.}/tests/support/command.sh" || exit
counting=${srcdir:-.}/bench/predicted

# Counts with the settings given; leaves the exit status in $ended.
counts()        # STATUS WHICH PROGRAM [NAME=VALUE]...
{
	local wanted=$1 which=$2 program=$3
	shift 3
	tests=$((tests + 1))
	env "$@" timeout 60 "$counting" "$which" "$program" >"$out" 2>"$err"
	ended=$?
	[ $ended = "$wanted" ] || fail "predicted $which ends with $ended, not $wanted"
}

counts 0 clock "$vcube" MACHINES=mesh:3x4,full:5 LARGE=hypercube:3 SIZES=8,64KiB \
	COLLECTIVES="$(printf 'allreduce\nalltoall\nbcast')"
has 'mesh:3x4 one' "$out"
has 'hypercube:3 all' "$out"
has '100.00 % of predictions within 5 % (asked: 95), 100.00 % of choices within 1.05 (99)' "$out"
lacks 'predicted 0' "$out"
tests=$((tests + 1))
awk '$1 == "mesh:3x4" && $3 > 10 && $3 == $4 && $4 == $5 && $6 == 6 && $7 == 6 { right++ }
	$1 == "hypercube:3" && $6 == 5 && $7 == 5 { right++ }
	END { exit right != 4 }' "$out" || fail 'cases and choices are not counted'

# A command whose predictions and choices are off.
cat >"$folder/vcube" <<'END'
#!/bin/sh
echo collective,topology,bytes,algorithm,chosen,ports,time_ps,predicted_ps,predicted_is
echo bcast,ring:4,8,chain,,one,100,100,exact
echo bcast,ring:4,8,star,,one,200,180,at least
echo bcast,ring:4,8,trees,,one,,,
echo bcast,ring:4,8,auto,star,one,200,180,at least
END
chmod +x "$folder/vcube"
counts 1 clock "$folder/vcube" MACHINES=ring:4 LARGE= PORTS=one COLLECTIVES=bcast
has '50.00 % of predictions within 5 % (asked: 95), 0.00 % of choices within 1.05 (99)' "$out"
has 'bcast ring:4 one 8.star at least: predicted 180 ps, took 200' "$out"
has 'bcast ring:4 one 8: auto takes star, 2.00 times chain' "$out"

# The same of a host. Of several passes the least counts.
cat >"$folder/collectives" <<'END'
#!/bin/sh
for more in 9 0; do
	echo "bcast.auto 4 8 17$more.0"
	echo 'auto bcast.star 4 8'
	echo "bcast.star 4 8 13$more.0"
	echo "bcast.chain 4 8 10$more.0"
	echo "scan.auto 4 8 12$more.0"
	echo 'auto scan.chain 4 8'
	echo 'scan.chain 4 8 400.0'
	echo "scan.star 4 8 10$more.0"
done
END
chmod +x "$folder/collectives"
counts 1 host "$folder/collectives" NODES=4 SIZES=8 COLLECTIVES=bcast
has '50.0 % of 2 choices within 1.25 (asked: 95)' "$out"
has 'bcast 4 8: auto takes bcast.star, 1.30 times bcast.chain (100 ns)' "$out"
lacks 'auto takes scan' "$out"
printf '#!/bin/sh\n' >"$folder/collectives"
counts 2 host "$folder/collectives" NODES=4 SIZES=8 COLLECTIVES=bcast
counts 2 no-such-clock "$vcube"
has usage "$err"
finish
