# Injected faults
libfault_la_CPPFLAGS = $(sees_fault)
libfault_la_SOURCES = %D%/fault.c %D%/fault.h %D%/fault_report.c %D%/faulty_send.c
