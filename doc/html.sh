#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# make html: makes a site of the manual, README, doc/, the lab sheet and live pages of runs, in
# one folder that any web server can show. Fails if a link leads nowhere, or if a page loads
# something from elsewhere.
#
#   html.sh SOURCES BUILD SITE
set -eu
sources=$(cd "$1" && pwd) build=$(cd "$2" && pwd)
rm -rf "$3"
mkdir -p "$3/man" "$3/live"
site=$(cd "$3" && pwd)
vcube=$build/cli/vcube

for tool in mandoc cmark-gfm; do
	command -v $tool >/dev/null || {
		echo "make html needs $tool; Debian has it in a package of that name." >&2
		exit 1
	}
done

# Begins a page: TITLE, PATH-TO-THE-TOP
head_of()
{
	cat <<-EOF
	<!DOCTYPE html>
	<html lang="en"><head><meta charset="utf-8">
	<meta name="viewport" content="width=device-width, initial-scale=1">
	<link rel="stylesheet" href="$2style.css"><title>$1</title></head><body>
	<nav><a href="$2index.html">libvcube</a> <a href="$2man/index.html">manual</a>
	<a href="$2examples/README.html">examples</a> <a href="$2examples/lab/sheet.html">lab</a>
	<a href="$2live/index.html">live</a></nav>
	EOF
}

# Removes links to pages that are not ours, such as gnuplot(1).
own_links()
{
	awk -v pages="$(ls "$site/man")" '
	BEGIN {
		count = split(pages, names, "\n")
		for (i = 1; i <= count; i++)
			ours[names[i]] = 1
	}
	{
		line = $0
		while (match(line, /<a class="Xr" href="[^"]*">[^<]*<\/a>/)) {
			link = substr(line, RSTART, RLENGTH)
			split(link, part, /"/)
			if (!(part[4] in ours)) {
				gsub(/<[^>]*>/, "", link)
			}
			printf "%s%s", substr(line, 1, RSTART - 1), link
			line = substr(line, RSTART + RLENGTH)
		}
		print line
	}'
}

cat >"$site/style.css" <<'EOF'
body { max-width: 56em; margin: 1em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.4 }
pre, code { font-family: monospace; background: #f4f4f4 }
pre { padding: .5em; overflow-x: auto }
table { border-collapse: collapse; display: block; overflow-x: auto }
td, th { border: 1px solid #ccc; padding: .2em .5em; vertical-align: top }
nav a { margin-right: 1em }
img { max-width: 100% }
.head, .foot { width: 100% }
.head td, .foot td { border: 0 }
EOF

# The manual
for page in "$sources"/man/*.[1-8] "$build"/man/*.7; do
	: >"$site/man/$(basename "$page").html"
done
{
	head_of 'The manual of libvcube' ../
	echo '<h1>The manual</h1><ul>'
	for page in "$sources"/man/*.[1-8] "$build"/man/*.7; do
		name=$(basename "$page")
		mandoc -T html -O fragment,man=%N.%S.html "$page" >"$site/body"
		{ head_of "$name" ../; own_links <"$site/body"; echo '</body></html>'; } \
			>"$site/man/$name.html"
		echo "<li><a href=\"$name.html\">$name</a>: $(sed -n 's/^\.Nd //p' "$page")</li>"
	done
	echo '</ul></body></html>'
} >"$site/man/index.html"

# What is written as Markdown, where it lies in the tree; files that it links to come along.
cd "$sources"
for page in README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md $(find doc examples tests bench -name '*.md'); do
	to=$site/${page%.md}.html
	[ $page != README.md ] || to=$site/index.html
	mkdir -p "$(dirname "$to")"
	{
		head_of "$(sed -n '/^# /{ s///p; q; }' "$page")" "$(dirname "$page" | sed 's,^\.$,,; s,[^/][^/]*,..,g; s,$,/,; s,^/,,')"
		cmark-gfm -e table "$page" | sed -E \
			's,(href="[^":]*)README\.md",\1README.html",g; s,(href="[^":]*)\.md([#"]),\1.html\2,g'
		echo '</body></html>'
	} >"$to"
	for file in $(grep -oE '\]\([^):]*\)' "$page" | sed 's/^](//; s/)$//; s/#.*//' | grep -v '\.md$'); do
		file=$(dirname "$page")/$file
		if [ -f "$file" ]; then
			mkdir -p "$site/$(dirname "$file")"
			cp "$file" "$site/$file"
		fi
	done
done

# Runs to step through
live()                  # NAME COLLECTIVE.ALGORITHM TOPOLOGY
{
	"$vcube" run "$2" -t "$3" --clock virtual --trace "$site/trace" >/dev/null
	"$vcube" view "$site/trace" -o "$site/live/$1.html"
	echo "<li><a href=\"$1.html\">$2 on $3</a></li>"
}
{
	head_of 'Runs of libvcube to step through' ../
	echo '<h1>Runs to step through</h1><ul>'
	live ring allgather.ring ring:8
	live cube allgather.hypercube hypercube:3
	live exchange alltoall.pairwise hypercube:3
	live sum allreduce.hypercube hypercube:4
	echo '</ul></body></html>'
} >"$site/live/index.html"
rm -f "$site/body" "$site/trace"

# Links lead somewhere, and nothing is loaded from elsewhere.
broken=$(cd "$site" && find . -name '*.html' -exec awk '
	FNR == 1 {
		folder = FILENAME
		sub(/[^\/]*$/, "", folder)
	}
	{
		line = $0
		while (match(line, /<(a|img|link|script) [^>]*(href|src)="[^"]*"/)) {
			tag = substr(line, RSTART + 1, 1)
			split(substr(line, RSTART, RLENGTH), part, /(href|src)="/)
			sub(/".*/, "", part[2])
			if (part[2] !~ /^(#|data:)/ && !(tag == "a" && part[2] ~ /^(https?|mailto):/))
				print FILENAME, folder part[2]
			line = substr(line, RSTART + RLENGTH)
		}
	}' {} + | sed 's/#.*//' | sort -u | while read -r page file; do
		[ -e "$file" ] || echo "$page: there is no $file"
	done)
if [ -n "$broken" ]; then
	echo "$broken" >&2
	exit 1
fi
echo "$(find "$site" -name '*.html' | wc -l) pages, in $site"
