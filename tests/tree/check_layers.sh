#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The folders of the library keep to their layers (sees_LAYER in Makefile.am).
# Prints the graph of their includes. An include in quotes names a header of a
# folder that the including one sees. Outside nodes/kernel, no two pairs of source and
# header include each other in a circle.
cd "${srcdir:-.}" || exit

find lib topo nodes -name '*.[ch]' ! -path 'lib/include/*' | LC_ALL=C sort |
	awk -v most=8 '
function complain(text)
{
	print text
	status = 1
}

# The folder of the chain in which the file lies.
function folder_of(file)
{
	while (sub("/[^/]*$", "", file))
		if (file in sees)
			return file
	return ""
}

# The names behind sees_LAYER, from Makefile.am; folders keep the order of the chain.
function read_chain(    line, more, word, n, i, layer, below, folder)
{
	while ((getline more <"Makefile.am") > 0) {
		line = line more
		if (sub(/\\$/, "", line))
			continue
		if (line ~ /^sees_[a-z]* =/) {
			n = split(line, word)
			layer = substr(word[1], 6)
			below = ""
			for (i = 3; i <= n; i++) {
				if (word[i] ~ /^\$\(sees_/) {
					below = word[i]
					gsub(/\$\(sees_|\)/, "", below)
					seen_by[layer] = seen_by[layer] seen_by[below]
				} else if (sub(/^\$\(srcdir\)\//, "", word[i])) {
					seen_by[layer] = seen_by[layer] word[i] " "
					folders[++count] = word[i]
					layer_of[word[i]] = layer
				}
			}
		}
		line = ""
	}
	for (i = 1; i <= count; i++) {
		folder = folders[i]
		sees[folder] = " " seen_by[layer_of[folder]]
	}
}

# What each file includes in quotes.
function read_includes(file,    line, word)
{
	while ((getline line <file) > 0)
		if (line ~ /^[ \t]*#[ \t]*include[ \t]*"/) {
			split(line, word, "\"")
			sub(".*/", "", word[2])
			includes[file] = includes[file] " " word[2]
		}
	close(file)
}

# The folder is compiled with the paths of its layer.
function read_fragment(folder, layer,    line, good)
{
	if (folder !~ "(^|/)" layer "$")        # one in a folder with a fragment
		return
	while ((getline line <(folder "/files.mk")) > 0)
		if (index(line, "_CPPFLAGS = $(sees_" layer ")"))
			good = 1
	if (!good)
		complain(folder "/files.mk must set ..._CPPFLAGS = $(sees_" layer ").")
}

function unit(file)
{
	sub(/\.[ch]$/, "", file)
	return file
}

# Marks the units that `from` reaches by one or more includes.
function follow(from, at,    word, n, i)
{
	n = split(leads[at], word)
	for (i = 1; i <= n; i++)
		if (!((from, word[i]) in reaches)) {
			reaches[from, word[i]] = 1
			follow(from, word[i])
		}
}

BEGIN {
	read_chain()
}

{
	files[++file_count] = $0
	base = $0
	sub(".*/", "", base)
	if (base ~ /\.h$/) {
		if (base in header)
			complain($0 " and " header[base] " have the same name.")
		header[base] = $0
	}
	if (folder_of($0) == "")
		complain($0 " lies in no folder of the chain sees_... in Makefile.am.")
	read_includes($0)
}

END {
	for (i = 1; i <= file_count; i++) {
		file = files[i]
		from = folder_of(file)
		n = split(includes[file], word)
		for (k = 1; k <= n; k++) {
			if (!(word[k] in header))       # it is built
				continue
			to = folder_of(header[word[k]])
			arrow[from, to] = 1
			if (unit(file) != unit(header[word[k]]))
				leads[unit(file)] = leads[unit(file)] " " unit(header[word[k]])
			if (!index(sees[from], " " to " "))
				complain(file " must not include " word[k] ", which lies in " to "/.")
		}
	}
	for (i = 1; i <= count; i++)
		read_fragment(folders[i], layer_of[folders[i]])

	for (u in leads)
		follow(u, u)
	for (u in leads)
		if ((u, u) in reaches) {
			circle++
			if (folder_of(u) != "nodes/kernel")
				outside = outside " " u
		}
	if (circle > most)
		complain(circle " pairs of source and header include each other in a circle, more than " most ".")
	if (outside)
		complain("These include each other in a circle, and lie outside nodes/kernel:" outside ".")

	for (i = 1; i <= count; i++) {
		printf "%s ->", folders[i]
		for (k = 1; k <= count; k++)
			if (k != i && (folders[i], folders[k]) in arrow)
				printf " %s", folders[k]
		printf "\n"
	}
	exit status
}'
