/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lab's server: it hands out the page, and answers what that asks for by runs of the
 * command. One thread, one loop.
 */
#ifndef SERVER_H
#define SERVER_H

struct server_options {
	const char *address;            /* IPv4, of this host */
	int port;                       /* 0: any that is free */
	int seconds;                    /* that a run may take */
	char **loads;                   /* absolute paths */
	int load_count;
	const char *state;              /* with which the page opens; "" for its own */
	void (*opened)(const char *url);        /* called once it serves */
};

/* Serve until a signal ends it; return an exit status. */
int server_run(const struct server_options *o);

#endif
