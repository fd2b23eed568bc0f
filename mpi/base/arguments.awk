# SPDX-License-Identifier: BSD-2-Clause
# Writes, for each row of <vcube/mpi_calls.h>, its parameters, and their names: what a function of
# MPI passes on to itself (process.h).
/^MPI_(LARGE_)?CALL\(/ { row = "" ; within = 1; large = /^MPI_LARGE/ }
within { row = row $0 }
within && /\)\)$/ {
	within = 0
	sub(/^MPI_(LARGE_)?CALL\([^,]*,[^,]*, */, "", row)
	name = substr(row, 1, index(row, ",") - 1)
	list = substr(row, index(row, "(") + 1)
	count = split(substr(list, 1, length(list) - 2), parameter, ",")
	parameters = substr(list, 1, length(list) - 2)
	gsub(/VCUBE_(INT|PLACE)/, "int", parameters)
	gsub(/VCUBE_AINT/, "MPI_Aint", parameters)
	gsub(/[ \t]+/, " ", parameters)
	names = ""
	for (i = 1; i <= count; i++) {
		gsub(/\[[^]]*\]/, "", parameter[i])
		sub(/[ \t]+$/, "", parameter[i])
		if (match(parameter[i], /[A-Za-z_0-9]+$/) && parameter[i] != "void")
			names = names (names == "" ? "" : ", ") substr(parameter[i], RSTART)
	}
	printf "#define VCM_PARAMETERS_%s (%s)\n", name, parameters
	printf "#define VCM_ARGUMENTS_%s (%s)\n", name, names
	if (large)
		printf "#define VCM_ARGUMENTS_%s_c (%s)\n", name, names
}
