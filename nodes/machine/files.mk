# SPDX-License-Identifier: BSD-2-Clause
#
# Machines and their runs

noinst_LTLIBRARIES += libmachine.la
libmachine_la_CPPFLAGS = $(private)
libmachine_la_SOURCES = \
	%D%/finish.c %D%/finish.h %D%/links.c %D%/open.c %D%/region.c %D%/region.h \
	%D%/report.c %D%/report.h %D%/results.c %D%/results.h %D%/run.c %D%/unreceived.c \
	%D%/unreceived.h %D%/wait_graph.c %D%/wait_graph.h %D%/work.c
