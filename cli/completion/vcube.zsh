#compdef vcube
# SPDX-License-Identifier: BSD-2-Clause
# Completes the vcube command in zsh: what bash would, from its completion (vcube).

_vcube_words()          # LINE
{
	bash -c 'complete() { :; }; compopt() { :; }; . "$1" && _vcube_whole=yes COMP_LINE=$2 COMP_POINT=${#2} &&
		_vcube vcube && printf "%s\n" "${COMPREPLY[@]}"' \
		- "${_vcube_of_bash:-@bashcompletiondir@/vcube}" "$1" 2>/dev/null
}

_vcube()
{
	local -a found open

	found=("${(@f)$(_vcube_words "$BUFFER[1,CURSOR]")}")
	open=("${(@M)found:#*[:=,]}")
	compadd -S '' -- $open
	compadd -- ${found:|open}
}

if [[ ${funcstack[1]-} == _vcube ]]; then
	_vcube "$@"
fi
