# SPDX-License-Identifier: BSD-2-Clause
#
# Makes the interfaces of a module: of mpi; or of mpi_f08, with `f08`, where handles and statuses
# have types of their own and ierror can be missing. Both are of the same functions, since such a
# type is an integer in memory. With calls.awk.

BEGIN {
	split("commute complete flag high is_set periods remain_dims reorder weighted", word, " ")
	for (i in word)
		logical[word[i]] = 1
	print "      interface"
}

function call()
{
	if (f08 && name ~ /^Buffer_detach/)     # in f08.inc
		return
	if (overloads && !large)
		print "      end interface\n      interface MPI_" name
	procedure("MPI_" name)
	if (overloads && large)
		print "      end interface\n      interface"
	if (returns != "int")
		procedure("PMPI_" name)
}

function procedure(full,    i, list, kind)
{
	for (i = 1; i <= count; i++)
		list = list (i > 1 ? ", " : "") (i % 6 == 0 ? "&\n        " : "") parameter[i]
	kind = returns == "int" ? "subroutine" : "function"
	if (returns == "int" && name != "Pcontrol")
		list = list (count ? ", " : "") "ierror"
	print "      " kind " " full "( &\n        " list ")"
	if (f08)
		print "        import"
	if (kind == "function")
		print "        " (returns == "double" ? "double precision" : "integer(kind=8)") " " full
	for (i = 1; i <= count; i++)
		declare(i, parameter[i])
	if (list ~ /ierror$/)
		print "        integer" (f08 ? ", optional" : "") " :: ierror"
	print "      end " kind
}

function declare(i, p,    text)
{
	if (is_choice(i)) {
		print "        !GCC$ ATTRIBUTES NO_ARG_CHECK :: " p
		# A target, since gfortran takes others for unused once the call is over.
		print "        type(*), dimension(*), target :: " p
	} else if (is_function(i)) {
		print "        external " p
	} else {
		print "        " type_of(i, p) " :: " p dimension_of(i, p)
	}
}

function type_of(i, p)
{
	if (type[i] == "char")
		return "character(len=*)"
	if (f08 && (is_handle(i) || type[i] == "MPI_Status"))
		return "type(" type[i] ")"
	if (is_long(i, p))
		return "integer(kind=8)"
	return p in logical ? "logical" : "integer"
}

# Addresses are integers of their own but in functions of MPI 1.
function is_long(i, p)
{
	return type[i] ~ /^MPI_Count|^MPI_Offset/ ||
		(type[i] == "MPI_Aint" || type[i] == "void") &&
		title !~ /Removed/ && name !~ /^Attr_|^Keyval_/
}

function dimension_of(i, p)
{
	if (p == "ranges")
		return "(3,*)"
	if (type[i] == "MPI_Status" && !f08)
		return p ~ /^array_of/ ? "(8,*)" : "(8)"
	return is_list[i] && type[i] != "char" || p ~ /^array_of/ ? "(*)" : ""
}

# One for each type, of any number of dimensions
function sizes(    list, n, i, kinds, k)
{
	n = split("integer 1 integer 2 integer 4 integer 8 integer 16 logical 1 logical 2 logical 4 " \
		"logical 8 logical 16 real 4 real 8 real 16 complex 4 complex 8 complex 16 character 1",
		list, " ")
	print "      interface MPI_Sizeof"
	for (i = 1; i < n; i += 2)
		print "        module procedure sizeof_" list[i] list[i + 1]
	print "      end interface\n      contains"
	for (i = 1; i < n; i += 2) {
		print "      subroutine sizeof_" list[i] list[i + 1] "(x, size, ierror)"
		print "        " list[i] (list[i] == "character" ? "(len=*)" : "(kind=" list[i + 1] ")") \
			", dimension(..) :: x"
		print "        integer, intent(out) :: size"
		print "        integer" (f08 ? ", optional" : "") ", intent(out) :: ierror"
		print "        size = int(storage_size(x) / 8)"
		print "        " (f08 ? "if (present(ierror)) " : "") "ierror = MPI_SUCCESS"
		print "      end subroutine"
	}
}

# Handles of mpi_f08
function comparisons(    kinds, n, i)
{
	n = split("Comm Datatype Errhandler File Group Info Message Op Request Session Win", kinds, " ")
	print "      interface operator(==)"
	for (i = 1; i <= n; i++)
		print "        module procedure same_" kinds[i]
	print "      end interface\n      interface operator(/=)"
	for (i = 1; i <= n; i++)
		print "        module procedure other_" kinds[i]
	print "      end interface"
	for (i = 1; i <= n; i++) {
		procedures = procedures compare("same_" kinds[i], kinds[i], "==") \
			compare("other_" kinds[i], kinds[i], "/=")
	}
}

function compare(full, kind, sign)
{
	return "      elemental logical function " full "(a, b)\n" \
		"        type(MPI_" kind "), intent(in) :: a, b\n" \
		"        " full " = a%MPI_VAL " sign " b%MPI_VAL\n" \
		"      end function\n"
}

END {
	if (failed)
		exit 1
	print "      end interface"
	if (f08)
		comparisons()
	sizes()
	printf "%s", procedures
}
