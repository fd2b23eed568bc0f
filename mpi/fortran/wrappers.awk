# SPDX-License-Identifier: BSD-2-Clause
#
# Makes the functions of Fortran of those in C: mpi_send_ of MPI_Send. With calls.awk.

BEGIN {
	print "/* Made of mpi_calls.h by wrappers.awk. */"
	print "#include \"convert.h\""
	room["version"] = "MPI_MAX_LIBRARY_VERSION_STRING"
	room["name"] = "MPI_MAX_PROCESSOR_NAME"
	room["string"] = "MPI_MAX_ERROR_STRING"
	room["comm_name"] = room["type_name"] = room["win_name"] = "MPI_MAX_OBJECT_NAME"
	room["key"] = "MPI_MAX_INFO_KEY"
	room["port_name"] = "MPI_MAX_PORT_NAME"
	room["pset_name"] = "MPI_MAX_PSET_NAME_LEN"
	room["datarep"] = "MPI_MAX_DATAREP_STRING"
	# How many handles there are in a list
	length_of["array_of_requests"] = "*COUNT"
	length_of["array_of_types"] = "*count"
	length_of["array_of_datatypes"] = "*max_datatypes"
	length_of["sendtypes"] = "vcf_has_place(sendbuf) ? 0 : vcf_PEERS(*comm, 1)"
	length_of["recvtypes"] = "vcf_PEERS(*comm, 0)"
}

function call()
{
	if (tolower(name) in by_hand)
		return
	before = after = parameters = lengths = ""
	arguments = missing
	for (i = 1; i <= count; i++)
		convert(i, parameter[i])
	if (returns == "int")
		add_parameter("MPI_Fint *ierror")
	print "\nFORTRAN(" tolower(name) ", " (returns == "int" ? "void" : returns) ", (" \
		(parameters lengths == "" ? "void" : parameters lengths) "))\n{"
	if (returns == "int")
		print before "\tvcf_here();\n\tconst int code = MPI_" name "(" arguments ");\n\n" after \
			"\tvcf_result(ierror, code);"
	else
		print "\treturn MPI_" name "(" arguments ");"
	print "}"
}

function add_parameter(text)
{
	parameters = parameters (parameters == "" ? "" : ", ") text
}

function add(parameter_text, argument)
{
	add_parameter(parameter_text)
	arguments = arguments (arguments == "" ? "" : ", ") argument
}

function convert(i, p,    t)
{
	t = type[i]
	if (is_handle(i))
		convert_handle(i, p, "MPI_" (t == "MPI_Datatype" ? "Type" : substr(t, 5)))
	else if (is_choice(i))
		add("void *" p, p == "baseptr" ? p : "vcf_buffer(" p ")")
	else if (t == "MPI_Status")
		add("MPI_Fint *" p, "vcf_status(" p ")")
	else if (t == "char" && stars[i] == 1)
		convert_string(i, p)
	else if (t == "int" && stars[i] <= 1)
		convert_int(i, p)
	else if (p == "ranges")
		add("MPI_Fint " p "[][3]", p)
	else if (t ~ /^MPI_(Aint|Count|Offset)$/ && stars[i] <= 1)
		add(t " *" p, (stars[i] ? "" : "*") p)
	else
		fail(p ": its conversion is not known; by_hand.c could have the function")
}

function convert_int(i, p)
{
	add("MPI_Fint *" p, p ~ /weights$/ ? "vcf_weights(" p ")" : (stars[i] ? "" : "*") p)
	if (is_const[i])
		return
	if (stars[i] && p == "indx")
		after = after "\tvcf_from_one(" p ", 1);\n"
	if (p == "array_of_indices")
		after = after "\tvcf_from_one(" p ", vcf_is_some(code, *outcount) ? *outcount : 0);\n"
}

function convert_string(i, p)
{
	lengths = lengths ", size_t " p "_length"
	if (is_const[i]) {
		add("char *" p, p "_")
		before = before "\tchar *" p "_ = vcf_string(" p ", " p "_length, " \
			(p ~ /^(key|value)$/) ");\n"
		after = after "\tfree(" p "_);\n"
	} else {
		if (!(p in room))
			fail(p ": its longest text is not known; by_hand.c could have the function")
		add("char *" p, p "_")
		before = before "\tchar " p "_[" room[p] "] = \"\";\n"
		after = after "\tvcf_pad(" p ", " p "_length, " p "_);\n"
	}
}

function convert_handle(i, p, kind)
{
	if (stars[i] == 0) {
		add("MPI_Fint *" p, kind "_f2c(*" p ")")
	} else if (p in length_of) {
		convert_handles(i, p)
	} else {
		add("MPI_Fint *" p, "&" p "_")
		before = before "\t" type[i] " " p "_ = " kind "_f2c(*" p ");\n"
		after = after "\t*" p " = " kind "_c2f(" p "_);\n"
	}
}

function convert_handles(i, p,    n)
{
	n = length_of[p]
	sub(/COUNT/, parameter[1] == "incount" ? "incount" : "count", n)
	sub(/PEERS/, name ~ /neighbor/ || name ~ /Neighbor/ ? "neighbors" : "peers", n)
	add("MPI_Fint *" p, "(" type[i] " *)" p "_")
	before = before "\tconst int " p "_count = " n ";\n" \
		"\tvoid **" p "_ = vcf_handles(" p ", " p "_count);\n"
	after = after "\tvcf_handles_end(" p "_, " (is_const[i] ? "NULL" : p) ", " p "_count);\n"
}

END {
	exit failed
}
