# SPDX-License-Identifier: BSD-2-Clause
#
# Injected faults

noinst_LTLIBRARIES += libfault.la
libfault_la_CPPFLAGS = $(sees_fault)
libfault_la_SOURCES = \
	%D%/fault.c %D%/fault.h %D%/fault_report.c %D%/faulty_send.c
