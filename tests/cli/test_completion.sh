#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# zsh and fish complete what bash completes, where they are installed.
. "${srcdir:-.}/tests/support/command.sh" || exit
completion=$srcdir/cli/completion
export _vcube_of_bash=$completion/vcube PATH=$folder/bin:$PATH
mkdir "$folder/bin"
ln -s "$(realpath "$vcube")" "$folder/bin/vcube"
: >"$err"
runs run bcast.chain -t ring:4 --clock virtual --trace "$folder/a.trace"
: >"$folder/a.text"

in_bash()
{
	bash -c 'complete() { :; }; compopt() { :; }; . "$_vcube_of_bash"
		_vcube_whole=yes COMP_LINE=$1 COMP_POINT=${#1}
		_vcube vcube; printf "%s\n" "${COMPREPLY[@]}"' - "$1"
}
in_zsh() { zsh -f -c '. "$1"; _vcube_words "$2"' - "$completion/vcube.zsh" "$1"; }
in_fish()
{
	HOME=$folder fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
		"$completion/vcube.fish" "$1" | cut -f 1
}

# What each shell offers: WANTED, or at least that.
offers()        # WANTED LINE
{
	local shell

	for shell in bash zsh fish; do
		command -v $shell >/dev/null || continue
		tests=$((tests + 1))
		in_$shell "$2" | sort >"$out"
		printf '%s\n' $1 | sort | cmp -s - "$out" || fail "$shell completes '$2' so, not to $1"
	done
}

offers 'virtual' 'vcube run --clock v'
offers 'clock=free clock=virtual clock=wall' 'vcube run --set clock='
offers 'ports=all' 'vcube run --set ports=a'
offers 'torus:' 'vcube topo tor'
offers 'sp2 sp2-mpich' 'vcube run --profile sp'
offers "$folder/a.trace" "vcube view $folder/a."
offers "$folder/a.text $folder/a.trace" "vcube run bcast.chain --trace $folder/a."
offers "$("$vcube" list examples --names | grep ^ring:)" 'vcube run allgather -t ring:'
offers "$("$vcube" list subcommands --names | grep ^t)" 'vcube t'
finish
