/* SPDX-License-Identifier: BSD-2-Clause */
/* liburcu's fences in C11. */
#include <urcu/uatomic.h>
