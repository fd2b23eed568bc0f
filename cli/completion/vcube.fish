# SPDX-License-Identifier: BSD-2-Clause
# Completes the vcube command in fish: what bash would, from its completion (vcube).

function __vcube_words
    set -q _vcube_of_bash; or set -l _vcube_of_bash '@bashcompletiondir@/vcube'
    bash -c 'complete() { :; }; compopt() { :; }; . "$1" && _vcube_whole=yes COMP_LINE=$2 COMP_POINT=${#2} &&
        _vcube vcube && printf "%s\n" "${COMPREPLY[@]}"' - $_vcube_of_bash (commandline -cp | string collect) 2>/dev/null
end

complete -c vcube -f -a '(__vcube_words)'
