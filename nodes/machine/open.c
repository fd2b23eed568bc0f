/* SPDX-License-Identifier: BSD-2-Clause */
/* Opening and closing machines. */
#include <stdlib.h>
#include <string.h>
#include "description.h"
#include "error.h"
#include "node.h"
#include "parts.h"
#include "processes.h"

static int
open_parts(vcube_machine *m, struct vcube_error *error)
{
	int code = vc_part_place.open(m, error);

	if (code != 0)
		return code;
	vc_choose_threads(m);
	m->way = m->desc.threads == VCUBE_THREADS_NO ? &vc_way_in_turn
		: m->in_one_thread ? &vc_way_one_thread
		: m->carrier_count > 0 ? &vc_way_carriers : &vc_way_threads;
	for (int i = 0; m->way->parts[i] != NULL && code == 0; i++)
		if (m->way->parts[i]->open != NULL)
			code = m->way->parts[i]->open(m, error);
	if (code != 0)
		vc_processes_refused(m, error);
	return code;
}

vcube_machine *
vcube_open_desc(const struct vcube_desc *desc, struct vcube_error *error)
{
	vcube_machine *m;

	if (error != NULL)
		*error = (struct vcube_error){0};
	if (vcube_desc_check(desc, error) != 0)
		return NULL;
	m = aligned_alloc(VC_LINE, sizeof *m);
	if (m == NULL) {
		vc_error(error, VCUBE_EHOST, "no memory for a machine");
		return NULL;
	}
	memset(m, 0, sizeof *m);
	pthread_mutex_init(&m->resolving, NULL);
	pthread_mutex_init(&m->sharing, NULL);
	if (vc_desc_copy(&m->desc, desc, error) == 0 && open_parts(m, error) == 0)
		return m;
	vcube_close(m);
	return NULL;
}

vcube_machine *
vcube_open(const char *text, struct vcube_error *error)
{
	struct vcube_desc desc;
	vcube_machine *m = NULL;

	if (text == NULL) {
		vc_error(error, VCUBE_EINVAL, "vcube_open: the description is NULL; \"\" means the "
			 "defaults");
		return NULL;
	}
	vcube_desc_init(&desc);
	if (vcube_desc_parse(&desc, text, error) == 0)
		m = vcube_open_desc(&desc, error);
	vcube_desc_clear(&desc);
	return m;
}

void
vcube_close(vcube_machine *m)
{
	int parts = 0;

	if (m == NULL)
		return;
	/* relaxed: if the caller waits for the end of a run, that orders the rest */
	if (atomic_load_explicit(&m->busy, memory_order_relaxed)) {
		vc_refuse_running(m, "vcube_close", __builtin_return_address(0));
		/* relaxed: only an address; the run looks at its end */
		atomic_store_explicit(&m->closed_from, __builtin_return_address(0), memory_order_relaxed);
		return;
	}
	while (m->way != NULL && m->way->parts[parts] != NULL)
		parts++;
	while (parts-- > 0)
		if (m->way->parts[parts]->close != NULL)
			m->way->parts[parts]->close(m);
	vc_part_place.close(m);
	vcube_desc_clear(&m->desc);
	pthread_mutex_destroy(&m->resolving);
	pthread_mutex_destroy(&m->sharing);
	free(m);
}

int
vcube_machine_nodes(const vcube_machine *m)
{
	return m->nodes;
}

const vcube_topology *
vcube_machine_topology(const vcube_machine *m)
{
	return m->topology;
}

const struct vcube_desc *
vcube_machine_desc(const vcube_machine *m)
{
	return &m->desc;
}
