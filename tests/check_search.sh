#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# make check-search: the exhaustive searches as one test. They take minutes,
# and are no part of make check.
exec "${srcdir:-.}"/tests/search/run
