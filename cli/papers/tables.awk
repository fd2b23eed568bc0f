# SPDX-License-Identifier: BSD-2-Clause
#
# Writes the tables of data/ as strings of C, for cli/papers/tsv.c.
BEGIN {
	print "/* SPDX-License-Identifier: BSD-2-Clause */"
	print "/* Written by cli/papers/tables.awk. */"
	print "#include \"papers/reproduce.h\"\n"
	print "const struct tsv_source tsv_sources[] = {"
}
FNR == 1 {
	name = FILENAME
	sub(/.*\//, "", name)
	sub(/\.tsv$/, "", name)
	printf("%s\t{ \"%s\",\n", (NR > 1 ? "\t},\n" : ""), name)
}
/^#/ { next }
{
	gsub(/\\/, "\\\\")
	gsub(/"/, "\\\"")
	gsub(/\t/, "\\t")
	print "\t  \"" $0 "\\n\""
}
END { print "\t},\n\t{ NULL, NULL }\n};" }
