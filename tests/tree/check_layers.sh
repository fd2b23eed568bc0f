#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The folders of the library keep to their layers (libLAYER_la_CPPFLAGS in their files.mk).
# Prints the graph of their includes. An include in quotes names a header of a
# folder that the including one sees. Outside nodes/kernel, no two pairs of source and
# header include each other in a circle. No object needs a symbol of a higher layer; those of
# algorithms and toolkit may, as programs do, call the public interface.
built=$PWD
cd "${srcdir:-.}" || exit
status=0

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

# What the layer of a fragment sees: the folders behind its CPPFLAGS, and those of the layers
# that it names there.
function read_fragment(own,    file, line, more, word, n, i, layer)
{
	layer = own
	sub(".*/", "", layer)
	file = own "/files.mk"
	while ((getline more <file) > 0) {
		line = line more
		if (sub(/\\$/, "", line))
			continue
		if (index(line, "lib" layer "_la_CPPFLAGS =") == 1) {
			n = split(line, word)
			for (i = 3; i <= n; i++) {
				if (sub(/^\$\(lib/, "", word[i]) && sub(/_la_CPPFLAGS\)$/, "", word[i])) {
					if (!(word[i] in seen_by))
						complain(file " names the layer " word[i] ", which is not below.")
					seen_by[layer] = seen_by[layer] seen_by[word[i]]
				} else if (sub(/^\$\(srcdir\)\/%D%/, own, word[i])) {
					seen_by[layer] = seen_by[layer] word[i] " "
					folders[++count] = word[i]
					layer_of[word[i]] = layer
				}
			}
		}
		line = ""
	}
	close(file)
}

# The layers, from the lowest up: the fragments that Makefile.am includes.
function read_chain(    line, i, folder)
{
	while ((getline line <"Makefile.am") > 0)
		if (sub(/^include \$\(srcdir\)\//, "", line) && sub(/\/files.mk$/, "", line))
			read_fragment(line)
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
		complain($0 " lies in no folder that a layer sees (libLAYER_la_CPPFLAGS).")
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
}' || status=1

# The layers, from the lowest up, and their symbols: LAYER OBJECT TYPE NAME
layers=$(sed -n '/^inside =/,/[^\\]$/p' Makefile.am | tr -s ' \t\\' '\n' | sed -n 's/^lib\(.*\)\.la$/\1/p')
for layer in $layers; do
	${NM:-nm} -A "$built/.libs/lib$layer.a" |
		sed -n "s/^.*lib${layer}_la-\([a-z_0-9]*\.o\):[0-9a-f ]* \([A-Z]\) /$layer \1 \2 /p"
done | awk -v layers="$layers" '
BEGIN {
	count = split(layers, layer)
	for (i = 1; i <= count; i++)
		height[layer[i]] = i
}
$3 == "U" { needs[$1 " " $2 " " $4] }
$3 != "U" { owner[$4] = $1 }
END {
	for (i = 1; i <= count; i++)
		defined[layer[i]] = 0
	for (name in owner)
		defined[owner[name]]++
	for (i = 1; i <= count; i++)
		if (!defined[layer[i]]) {
			print "The layer " layer[i] " defines no symbol."
			status = 1
		}
	for (need in needs) {
		split(need, n, " ")
		if (!(n[3] in owner) || height[owner[n[3]]] <= height[n[1]])
			continue
		if (n[1] ~ /^(algorithms|toolkit)$/ && n[3] ~ /^vcube_/)
			continue
		print n[2] " of " n[1] " needs " n[3] " of " owner[n[3]] ", a higher layer."
		status = 1
	}
	exit status
}' || status=1
exit $status
