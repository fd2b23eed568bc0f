/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Quiescence of all processes, by Mattern's four counters ("Algorithms for distributed
 * termination detection", Distributed Computing 2, 1987), with process 0 in the middle.
 *
 * A process contributes to a wave when it is quiescent: what it has sent and received so far.
 * Process 0 adds up, and answers when all have. If as much had been received by wave k - 1 as has
 * been sent by wave k, nothing was on its way between the two, and nobody could act: all were
 * quiescent together, at the end of wave k - 1, and still are.
 */
#include "processes.h"

void
vc_wave_begin(struct vc_processes *p)
{
	p->told = false;
	p->verdict = VC_WAVE_RUNS;
	p->sum = (struct vc_wave){0};
	p->came = 0;
	p->received_before = -1;
}

void
vc_wave_answered(struct vc_processes *p, enum vc_verdict_of_wave verdict)
{
	p->told = false;
	p->verdict = verdict;
}

/* Returns what the present wave says. */
static enum vc_verdict_of_wave
judge(struct vc_processes *p)
{
	const struct vc_wave *const sum = &p->sum;

	if (p->received_before != sum->sent)
		return VC_WAVE_AGAIN;
	if (sum->alive == 0)
		return VC_WAVE_OVER;
	return sum->dated > 0 ? VC_WAVE_AGAIN : VC_WAVE_STUCK;
}

static void
answer(struct vc_processes *p)
{
	const enum vc_verdict_of_wave verdict = judge(p);
	const struct vc_packet head = { .kind = VC_PACKET_VERDICT, .to = (int32_t)verdict };

	/* nodes go on then, so what has been received counts anew */
	p->received_before = verdict == VC_WAVE_AGAIN ? p->sum.received : -1;
	p->sum = (struct vc_wave){0};
	p->came = 0;
	vc_outbox_tell(p, &head, NULL);
	vc_wave_answered(p, verdict);
}

void
vc_wave_add(struct vc_processes *p, const struct vc_wave *wave)
{
	p->sum.sent += wave->sent;
	p->sum.received += wave->received;
	p->sum.alive += wave->alive;
	p->sum.dated += wave->dated;
	if (++p->came == p->count)
		answer(p);
}

void
vc_wave_tell(struct vc_processes *p)
{
	const struct vc_packet head = { .kind = VC_PACKET_WAVE, .bytes = sizeof(struct vc_wave) };
	struct vc_quiet quiet;
	struct vc_wave mine;

	if (p->told || p->verdict > VC_WAVE_AGAIN || !vc_quiesce_here(p->machine, &quiet))
		return;
	mine = (struct vc_wave){ .sent = p->sent, .received = p->received,
				 .alive = quiet.alive, .dated = quiet.dated };
	p->told = true;
	if (p->process == 0)
		vc_wave_add(p, &mine);
	else
		vc_outbox_add(p, 0, &head, &mine);
}
