/* SPDX-License-Identifier: BSD-2-Clause */
/* liburcu's fences, as C11 has them. */
#include <urcu/uatomic.h>
