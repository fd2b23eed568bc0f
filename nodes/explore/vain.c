/* SPDX-License-Identifier: BSD-2-Clause */
/* Tests in vain; see the header. */
#include "request.h"
#include "vain.h"

struct vc_vain
vc_vain_of(const struct vc_wait *w)
{
	const struct vcube_request *const r = w->kind == VC_WAIT_POLL ? w->subject : NULL;

	/* that of a probe is made for it, by no call */
	return (struct vc_vain){
		.request = r != NULL && r->call != NULL ? r : NULL, .group = w->want.group,
		.from = w->want.from, .label = w->want.label, .mask = w->want.mask,
	};
}

static struct vc_vain *
find(const struct vc_answers *l, const struct vc_vain *it)
{
	for (int i = 0; i < l->vains; i++) {
		struct vc_vain *const v = &l->vain[i];

		if (v->request == it->request && v->group == it->group && v->from == it->from &&
		    v->label == it->label && v->mask == it->mask)
			return v;
	}
	return NULL;
}

unsigned
vc_vain_times(const struct vc_answers *l, const struct vc_vain *it)
{
	const struct vc_vain *const v = find(l, it);

	return v != NULL ? v->times : 0;
}

bool
vc_vain_note(struct vc_answers *l, const struct vc_vain *it, bool in_vain)
{
	struct vc_vain *v = find(l, it);

	if (v == NULL && !in_vain)
		return true;
	if (v == NULL && !vc_list_grow(&l->vain, sizeof *l->vain, (size_t)l->vains, &l->vain_room))
		return false;
	if (v == NULL) {
		v = &l->vain[l->vains++];
		*v = *it;
		v->times = 0;
	}
	v->times = in_vain ? v->times + 1 : 0;
	return true;
}
