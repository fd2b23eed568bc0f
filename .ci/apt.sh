# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
#
# For scripts that take packages of Debian apart; bash, sourced.
#
#   private_apt FOLDER [OPTION..]   sets apt to a call of apt-get that has its lists and its state
#                                   in FOLDER, so nothing of the host's changes, and nobody has to
#                                   be root
private_apt()
{
	local folder=$1

	shift
	mkdir -p "$folder"/{lists,cache/archives}/partial
	# shellcheck disable=SC2034
	apt=(apt-get -q -o Dir::State::lists="$folder/lists" -o Dir::Cache="$folder/cache"
		-o Dir::State::status=/dev/null -o Debug::NoLocking=1 -o APT::Sandbox::User=root "$@")
}
