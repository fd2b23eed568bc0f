# SPDX-License-Identifier: BSD-2-Clause
# Writes sheet.md as a page for the browser: with the answers, or without them, and with each
# page that a command `vcube view ... -o NAME.html` makes below that command.
# Usage: awk -v answers=0|1 -v pages="NAME.html ..." -f sheet.awk sheet.md

function plain(line)
{
	gsub(/&/, "\\&amp;", line)
	gsub(/</, "\\&lt;", line)
	return line
}

# Emphasis and code within a line.
function marked(line,    out, parts, i, n)
{
	line = plain(line)
	n = split(line, parts, "`")
	for (i = 1; i <= n; i++)
		out = out (i % 2 ? parts[i] : "<code>" parts[i] "</code>")
	while (match(out, /\*\*[^*]+\*\*/))
		out = substr(out, 1, RSTART - 1) "<b>" substr(out, RSTART + 2, RLENGTH - 4) "</b>" \
			substr(out, RSTART + RLENGTH)
	return out
}

function close_block()
{
	if (block != "")
		print "</" block ">"
	block = ""
	while (shown > 0)
		print "<p><a href=\"" show[shown] "\">" show[shown] "</a></p><iframe title=\"" \
			show[shown] "\" src=\"" show[shown--] "\"></iframe>"
}

function open_block(name)
{
	if (block == name)
		return
	close_block()
	block = name
	printf "<%s>", name
}

BEGIN {
	print "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Lab</title><style>"
	print "body { max-width: 62rem; margin: 0 auto; padding: 1rem; font: 17px/1.5 system-ui, sans-serif }"
	print "pre { background: #f4f6f8; padding: .6rem; overflow-x: auto; font-size: 14px }"
	print "iframe { width: 100%; height: 46rem; border: 1px solid #d3d9e0 }"
	print ".answer { border-left: 4px solid #e69f00; padding-left: 1rem }"
	print "</style></head><body>"
	split(pages, list, " ")
	for (i in list)
		made[list[i]] = 1
}

/^#/ {
	close_block()
	if (answering)
		print "</div>"
	answering = hidden = 0
	level = index($0, " ") - 1
	print "<h" level ">" marked(substr($0, level + 2)) "</h" level ">"
	next
}

/^\*\*Answer\.\*\*/ {
	close_block()
	answering = answers
	hidden = !answers
	if (answering)
		print "<div class=\"answer\">"
}

hidden { next }

/^    / {
	open_block("pre")
	print plain(substr($0, 5))
	if (/^    \$ vcube view / && ($NF in made))
		show[++shown] = $NF
	next
}

/^$/ {
	if (block == "p")
		close_block()
	next
}

{
	open_block("p")
	print marked($0)
}

END {
	close_block()
	if (answering)
		print "</div>"
	print "</body></html>"
}
