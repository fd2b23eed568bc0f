#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# The commands of doc/papers.md print the lines that it quotes (test_lab.sh).
SHEET=doc/papers.md exec bash "${srcdir:-.}/tests/examples/test_lab.sh"
