#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# What doc/papers.md says was found wrong in the papers: its commands run, and print
# the lines that it quotes (test_lab.sh).
SHEET=doc/papers.md exec bash "${srcdir:-.}/tests/test_lab.sh"
