# SPDX-License-Identifier: BSD-2-Clause
#
# Makes the constants of Fortran of those in mpi.h, valid in fixed and free source. With `f08`,
# handles have types of their own.

/^#define VCUBE_MPI_ERRORS/ { in_errors = 1 }
in_errors && match($0, /X\(MPI_[A-Z_]+, [0-9]+/) {
	split(substr($0, RSTART + 2, RLENGTH - 2), word, /, /)
	integer(word[1], word[2])
}
/^enum \{/ { in_enum = 1; in_errors = 0 }
/^\}/ { in_enum = 0 }
in_enum && /^\tMPI_[A-Z0-9_]+ = / {
	sub(/,.*/, "", $3)
	integer($1, $3)
}
/^#define MPI_[A-Za-z0-9_]+[ \t]+[0-9]+$/ { integer($2, $3) }
/^#define MPI_[A-Za-z0-9_]+[ \t]+\(\(MPI_[A-Za-z]+\)0x/ {
	split($3, word, /[()]+/)
	handle($2, word[2], value(word[3]))
}
# Another name of the same
/^#define MPI_[A-Za-z0-9_]+[ \t]+MPI_[A-Z_]+$/ { handle($2, type_of[$3], value_of[$3]) }

# The longest texts, in Fortran without the 0 at their end; places in statuses, from 1
function integer(name, number)
{
	if (name ~ /^MPI_T_/)
		return
	if (name ~ /^MPI_MAX_/)
		number--
	if (name ~ /^MPI_F_(SOURCE|TAG|ERROR)$/)
		number++
	sub(/^MPI_F_/, "MPI_", name)
	if (number ~ /^0x/)
		number = value(number)
	declare("integer", name, number)
}

function handle(name, type, number)
{
	type_of[name] = type
	value_of[name] = number
	if (f08)
		declare("type(" type ")", name, type "(" number ")")
	else
		declare("integer", name, number)
}

function declare(type, name, number)
{
	print "      " type " " name
	print "      parameter (" name "=" number ")"
}

function value(hexadecimal,    n, i)
{
	n = 0
	for (i = 3; i <= length(hexadecimal); i++)
		n = 16 * n + index("0123456789abcdef", tolower(substr(hexadecimal, i, 1))) - 1
	return n
}
