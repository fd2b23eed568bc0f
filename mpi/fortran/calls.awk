# SPDX-License-Identifier: BSD-2-Clause
#
# Reads vcube/mpi_calls.h, and has call() of another script handle each function that Fortran
# has: `name` as in C, `returns`, and its parameters 1 to `count`, as `type`, `stars` (how many *
# and []), `is_list` (by []), `is_const` and `parameter`; `missing` are arguments that it has in C
# alone. `is_large`: it has a large form, in which parameter i is `declared[i]`; `mark[i]` says
# which type of the list it has, if it differs there. With `large_forms`, call() is called again for
# the large form of a function, named so, if integers of Fortran tell it from the other. Before it comes by_hand.c: `by_hand` has the names of the functions that stand there.

FILENAME ~ /by_hand\.c$/ {
	if (/^[A-Z_]+\([a-z]/)
		for (n = split($0, word, /[(, ]+/); n > 1; n--)
			by_hand[word[n]] = 1
	next
}

/^MPI_PART/ { title = $0 }

/^MPI_(LARGE_)?CALL/ { row = "" }
/^MPI_(LARGE_)?CALL/, /\)\)$/ {
	sub(/^[ \t]+/, " ")
	row = row $0
	if ($0 ~ /\)\)$/)
		read_row()
}

function read_row(    parts, list, short)
{
	is_large = row ~ /^MPI_LARGE/
	split(substr(row, index(row, "(") + 1), parts, /, /)
	there = parts[1]
	returns = parts[2]
	name = short = parts[3]
	list = substr(row, index(row, ", (") + 3)
	sub(/\)\)$/, "", list)
	if (title ~ /Conversion of handles|Tool information/ || is_of_c())
		return
	overloads = large_forms && (is_large && list ~ /VCUBE_(INT|PLACE)/ ||
		name ~ /^Type_get_(contents|envelope)/)
	large = name ~ /_c$/
	read_parameters(list)
	call()
	if (overloads && is_large) {
		large = 1
		name = short "_c"
		read_parameters(list)
		call()
	}
}

function read_parameters(list,    parts, n, i)
{
	count = 0
	missing = ""
	n = split(list, parts, /, */)
	for (i = 1; i <= n; i++)
		read_parameter(parts[i])
}

# Not in Fortran; and what takes commands or conversions of the program, which nothing does so far
function is_of_c()
{
	return name ~ /^Abi_[gs]et_fortran_|^Comm_spawn|^Register_datarep/ || !large_forms && name ~ /_c$/
}

# Programs of Fortran pass no argc and argv; in C both may be missing.
function read_parameter(text,    word)
{
	if (text ~ /arg[cv](\[\])?$/)
		missing = missing (missing == "" ? "0" : ", 0")
	if (text == "void" || text ~ /arg[cv](\[\])?$/ || text == "...")
		return
	count++
	mark[count] = match(text, /VCUBE_[A-Z]+/) ? substr(text, RSTART, RLENGTH) : ""
	declared[count] = text
	sub(/^ */, "", declared[count])
	sub(/VCUBE_(INT|AINT)/, "MPI_Count", declared[count])
	sub(/VCUBE_PLACE/, "MPI_Aint", declared[count])
	if (large) {
		text = declared[count]
		sub(/VCUBE_AINT/, "MPI_Count", text)
	}
	sub(/VCUBE_(INT|PLACE)/, "int", text)
	sub(/VCUBE_AINT/, "MPI_Aint", text)
	is_const[count] = sub(/^ *const /, "", text)
	sub(/^ */, "", text)
	type[count] = text
	sub(/[ *].*/, "", type[count])
	is_list[count] = text ~ /\[/
	stars[count] = gsub(/\*/, "", text) + gsub(/\[[0-9]*\]/, "", text)
	parameter[count] = text
	sub(/.* /, "", parameter[count])
}

function fail(sentence)
{
	print "mpi_calls.h: MPI_" name ": " sentence >"/dev/stderr"
	failed = 1
	exit 1
}

function is_handle(i)
{
	return type[i] ~ /^MPI_(Comm|Datatype|Errhandler|File|Group|Info|Message|Op|Request|Session|Win)$/
}

function is_function(i)
{
	return type[i] ~ /_function(_c)?$/
}

# Chosen by the caller: any type
function is_choice(i)
{
	return type[i] == "void" && parameter[i] !~ /^(extra_state|attribute_val)$/
}
