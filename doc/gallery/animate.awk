# SPDX-License-Identifier: BSD-2-Clause
# Writes a topology's picture with the messages of a run on it, each a dot that moves.
# Usage: awk -F, -v title=TEXT -v words=TEXT -f animate.awk TOPOLOGY.svg EVENTS.csv

function number_of(name)
{
	return match($0, " " name "=\"[0-9.]+\"") ? substr($0, RSTART + length(name) + 3,
		RLENGTH - length(name) - 4) : 0
}

function escaped(text)
{
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	return text
}

BEGIN {
	nodes = lines = count = 0
	split("#0072b2 #d55e00 #009e73 #cc79a7 #56b4e9 #e69f00 #b8a400 #808080", color, " ")
}

FNR == NR {
	if (/^<svg/) {
		width = number_of("width")
		height = number_of("height")
	}
	if (/<circle class="node"/) {
		x[nodes] = number_of("cx")
		y[nodes++] = number_of("cy")
	}
	if (!/<\/svg>/ && !/<title>/ && !/<text class="label".*font-weight="bold"/)
		line[lines++] = $0
	next
}

$3 == "arrive" {
	from[count] = $5
	to[count] = $2
	begin[count] = $1 - $4
	end[count++] = $1
	if (last < $1)
		last = $1
}

END {
	for (i = 0; i < lines; i++) {
		print line[i]
		if (line[i] ~ /^<svg/)
			print "<title>" escaped(title ": " words) "</title>"
	}
	printf "<text class=\"label\" x=\"%g\" y=\"22\" font-size=\"13\" font-weight=\"bold\">%s, %g us</text>\n", \
		width / 2, escaped(title), last / 1e6
	seconds = 3 + last / 4e6
	if (seconds > 12)
		seconds = 12
	for (i = 0; i < count; i++) {
		a = begin[i] / last * .85 + .02
		b = end[i] / last * .85 + .02
		printf "<circle r=\"4.5\" opacity=\"0\" fill=\"%s\"><animateMotion dur=\"%.3gs\" repeatCount=\"indefinite\" path=\"M%g %gL%g %g\" keyPoints=\"0;0;1;1\" keyTimes=\"0;%.4f;%.4f;1\" calcMode=\"linear\"/><animate attributeName=\"opacity\" dur=\"%.3gs\" repeatCount=\"indefinite\" calcMode=\"discrete\" values=\"0;1;0\" keyTimes=\"0;%.4f;%.4f\"/></circle>\n", \
			color[from[i] % 8 + 1], seconds, x[from[i]], y[from[i]], x[to[i]], y[to[i]], a, b, seconds, a, b
	}
	print "</svg>"
}
