/* SPDX-License-Identifier: BSD-2-Clause */
/* A program with a thread-local variable of a model that copies cannot have. */
__thread int counter_of_thread __attribute__((tls_model("initial-exec")));

int
main(void)
{
	return counter_of_thread++;
}
