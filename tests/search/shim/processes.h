/* SPDX-License-Identifier: BSD-2-Clause */
/* What nodes/transport/wave.c sees of a machine that processes share. */
#include <cstdint>

struct vcube_machine {
	int number;
};
struct vc_quiet {
	int64_t alive, dated;
};
struct vc_transit {
	int64_t arrival, duration;
};
#include "wave_types.h"                 /* of nodes/transport/processes.h */

struct vc_processes {
	vcube_machine *machine;
	int process, count;
	int64_t sent, received;
	bool told;
	enum vc_verdict_of_wave verdict;
	struct vc_wave sum;
	int came;
	int64_t received_before;
};

bool vc_outbox_add(struct vc_processes *p, int to, const struct vc_packet *head, const void *data);
bool vc_outbox_tell(struct vc_processes *p, const struct vc_packet *head, const void *data);
bool vc_quiesce_here(vcube_machine *machine, struct vc_quiet *quiet);
