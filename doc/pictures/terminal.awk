# SPDX-License-Identifier: BSD-2-Clause
# A screen as `tmux capture-pane -e -p` prints it, as SVG. Bytes, not characters, are
# read: LC_ALL=C awk -v columns=N -f terminal.awk. Braille patterns, of which pictures
# on a terminal are made, are drawn as dots, whatever fonts there are.

function escape(s)
{
	gsub(/&/, "\\&amp;", s)
	gsub(/</, "\\&lt;", s)
	gsub(/>/, "\\&gt;", s)
	gsub(/ /, "\\&#160;", s)      # renderers differ in what they make of others
	return s
}

function colour()
{
	return reversed ? paper : dim && ink == "" ? "#8d97a2" : ink == "" ? plain : ink
}

# Writes what was collected since column `begin`.
function flush(    width)
{
	width = (column - begin) * cell
	if (run != "" && reversed)
		printf "<rect x='%g' y='%g' width='%g' height='%d' fill='%s'/>\n",
			left + begin * cell, top, width, line, plain
	if (run ~ /[^ ]/)
		printf "<text x='%g' y='%g' textLength='%g' fill='%s'%s%s>%s</text>\n",
			left + begin * cell, top + 0.76 * line, width, colour(),
			bold ? " font-weight='700'" : "", lined ? " text-decoration='underline'" : "",
			escape(run)
	run = ""
	begin = column
}

function attributes(list,    n, i, part)
{
	n = split(list == "" ? "0" : list, part, ";")
	for (i = 1; i <= n; i++) {
		if (part[i] == 0) {
			bold = dim = reversed = lined = 0
			ink = ""
		} else if (part[i] == 1)
			bold = 1
		else if (part[i] == 2)
			dim = 1
		else if (part[i] == 4)
			lined = 1
		else if (part[i] == 7)
			reversed = 1
		else if (part[i] in inks)
			ink = inks[part[i]]
		else if (part[i] == 39)
			ink = ""
	}
}

# The dots of U+2800 and the number `bits`: left from top to bottom, right, the last row.
function braille(bits,    i, x, y)
{
	flush()
	for (i = 0; i < 8; i++) {
		if (int(bits / 2 ^ i) % 2 == 0)
			continue
		x = i < 6 ? int(i / 3) : i - 6
		y = i < 6 ? i % 3 : 3
		printf "<circle cx='%g' cy='%g' r='%g' fill='%s'/>\n", left + column * cell + (x + 0.5) * cell / 2,
			top + (y + 0.5) * line / 4, bold ? 1.9 : 1.1, colour()
	}
	column++
	begin = column
}

BEGIN {
	for (i = 1; i < 256; i++)
		byte[sprintf("%c", i)] = i
	cell = 8.4
	line = 18
	left = top = 10
	paper = "#14171b"
	plain = "#e8ebee"
	split("31 #ff7a5c 32 #6fcf6f 33 #f0c040 34 #56b4e9 35 #e29ac4 36 #4dd0c0", pair, " ")
	for (i = 1; i in pair; i += 2)
		inks[pair[i]] = pair[i + 1]
}

{ screen[NR] = $0 }

END {
	printf "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %g %g' width='%g' " \
		"font-family='DejaVu Sans Mono, Menlo, Consolas, monospace' font-size='14'>" \
		"\n<rect width='100%%' height='100%%' rx='6' fill='%s'/>\n",
		columns * cell + 20, NR * line + 20, columns * cell + 20, paper
	for (row = 1; row <= NR; row++) {
		rest = screen[row]
		column = begin = 0
		while (rest != "") {
			if (match(rest, /^\033\[[0-9;]*m/)) {
				flush()
				attributes(substr(rest, 3, RLENGTH - 3))
				rest = substr(rest, RLENGTH + 1)
				continue
			}
			code = byte[substr(rest, 1, 1)]
			size = code < 128 ? 1 : code < 224 ? 2 : code < 240 ? 3 : 4
			if (code == 226 && byte[substr(rest, 2, 1)] >= 160 && byte[substr(rest, 2, 1)] < 164)
				braille((byte[substr(rest, 2, 1)] - 160) * 64 + byte[substr(rest, 3, 1)] - 128)
			else {
				run = run substr(rest, 1, size)
				column++
			}
			rest = substr(rest, size + 1)
		}
		flush()
		top += line
	}
	print "</svg>"
}
