# SPDX-License-Identifier: BSD-2-Clause
#
# Makes the large forms of functions, MPI_Send_c of MPI_Send: see large.h. Those of `by_hand` are
# defined beside their twins. With calls.awk of fortran.

BEGIN {
	print "/* Made of mpi_calls.h by large.awk. */"
	print "#include <stdlib.h>"
	print "#include \"large.h\""
	split("Buffer_attach Buffer_detach Comm_attach_buffer Comm_detach_buffer Get_count " \
	      "Get_elements Pack Pack_size Session_attach_buffer Session_detach_buffer " \
	      "Status_set_elements Type_size Unpack", word, " ")
	for (i in word)
		by_hand[word[i]] = 1
}

function call(    i)
{
	if (!is_large || there == "no" || name in by_hand)
		return
	list = before = after = arguments = ""
	counts = 0
	lists = "false"
	for (i = 1; i <= count; i++) {
		list = list (i > 1 ? ", " : "") declared[i]
		arguments = arguments (i > 1 ? ", " : "") (name ~ /^Win_/ \
			? narrowed(i, parameter[i]) : passed(i, parameter[i]))
	}
	print "\nMPI_LARGE_FUNCTION(" returns ", " name ", (" list "))\n{"
	if (name ~ /^Win_/)
		print_narrow()
	else
		print_large()
	print "}"
}

# A twin that is told of large counts
function passed(i, p)
{
	if (mark[i] == "" || mark[i] == "VCUBE_AINT")
		return same(i, p)
	if (is_list[i]) {
		lists = "true"
		return "(const int *)(const void *)" p
	}
	count_of[counts++] = p
	return "vcm_large_count(" p ")"
}

# Addresses are as long as counts.
function same(i, p)
{
	if (mark[i] == "VCUBE_AINT" && stars[i])
		return "(" (is_const[i] ? "const " : "") "MPI_Aint *)" p
	return p
}

function print_large(    sent, received, result, i)
{
	sent = received = result = counts ? count_of[0] : 0
	for (i = 0; i < counts; i++) {
		if (count_of[i] ~ /^recv|^target/)
			received = count_of[i]
		if (count_of[i] ~ /^result/)
			result = count_of[i]
	}
	if (name ~ /^Type_/ && counts > 1) {
		received = count_of[1]
		result = count_of[counts - 1]
	}
	print "\tconst struct large large = {{" sent ", " received ", " result "}, " lists "};"
	print "\tint code;\n"
	print "\tvcm_from = THIS_SITE;\n\tvcm_large = &large;"
	print "\tcode = PMPI_" name "(" arguments ");"
	print "\tvcm_large = NULL;\n\treturn code;"
}

# A twin whose every number is an int: units of windows
function narrowed(i, p)
{
	if (mark[i] == "" || mark[i] == "VCUBE_AINT")
		return same(i, p)
	if (stars[i]) {
		before = before "\tint " p "_ = 0;\n"
		after = after "\tif (code == MPI_SUCCESS)\n\t\t*" p " = " p "_;\n"
		return "&" p "_"
	}
	before = before "\tconst int " p "_ = vcm_large_int(" p ", &fits);\n"
	return p "_"
}

function print_narrow()
{
	print "\tbool fits = true;\n" before "\tint code;\n"
	print "\tif (fits) {\n\t\tvcm_from = THIS_SITE;"
	print "\t\tcode = PMPI_" name "(" arguments ");\n\t} else {"
	print "\t\tcode = vcm_large_refuse(\"MPI_" name "_c\", THIS_SITE);\n\t}"
	print after "\treturn code;"
}
