/* SPDX-License-Identifier: BSD-2-Clause */
/* Waiting for requests: one, all, the first of several. */
#include "fast_path.h"
#include "poll.h"
#include "recv.h"
#include "several.h"

int
(vcube_cancel)(vcube_node *self, vcube_request *r)
{
	if (r == NULL || vc_request_alive(self, "vcube_cancel", r) != 0)
		return self->code;
	/* the sender of a synchronous message waits for its receiver */
	if (r->list != &self->requests.receives || (r->got.label & r->got.mask & VC_LABEL_ACK) != 0)
		return self->code;
	/* where orders are explored, the message may be there or not */
	if ((self->machine->explore == NULL || !vc_poll_receive(self, r)) && self->code == 0 &&
	    r->list == &self->requests.receives)
		vc_request_cancel(self, r);
	return self->code;
}

static bool
has_ended(vcube_node *self, struct vc_wait *wait)
{
	return ((struct vcube_request *)wait->subject)->list == &self->requests.received;
}

/* Completes a request. Also for a failed node, whose program gets its buffer back. */
static void
see_through(vcube_node *self, struct vcube_request *r, bool wanted)
{
	if (!vc_request_is_own(self, r)) {
		vc_request_alive(self, "vcube_wait", r);
	} else if (r->list == &self->requests.receives) {
		vc_request_complete(self, r, VC_NO_TIME, wanted);
	} else if (r->list == &self->requests.beside) {
		vc_park(self, &(struct vc_wait){.kind = VC_WAIT_BESIDE, .peer = -1,
						.deadline = VC_NO_TIME, .ready = has_ended,
						.subject = r});
	} else if (r->list == &self->requests.sends && !vc_send_wait_is_over(self, &r->sent)) {
		vc_send_wait_for(self, &r->sent);
	}
}

/* The oldest posted receive may find its message in front. */
static inline bool
take_front(vcube_node *self, struct vcube_request *r, struct vcube_status *status)
{
	const uint64_t mask = r->got.mask | VC_LABEL_SYNC;

	if (r->list != &self->requests.receives || !vc_takes_fast_path(self) || r->prev != NULL ||
	    r->peer < 0 || self->asides.first != NULL ||
	    !vc_await_front(self, r->peer, &r->got.label, mask, r->got.into, r->got.room, status))
		return false;
	if (status != NULL) {
		status->from = r->named;
		if (mask == UINT64_MAX)
			status->tag = vc_label_tag(r->got.label);
		status->cancelled = false;
	}
	vc_request_end(self, r);
	return true;
}

/* Is the send over, and was that all to wait for? On the fast path the receiver may have taken what
 * was lent; then there is nothing to record, either. */
static inline bool
has_been_sent(const vcube_node *self, const struct vcube_request *r)
{
	if (r->list == &self->requests.completed_early)
		return vc_takes_fast_path(self);
	if (r->list != &self->requests.sends)
		return false;
	if (vc_takes_fast_path(self))
		return vc_send_wait_is_taken(&r->sent);
	return self->code == 0 && !self->strict && self->clock->learn == NULL &&
	       vc_send_wait_is_over(self, &r->sent);
}

static __attribute__((noinline)) int
wait_for(vcube_node *self, struct vcube_request *r, struct vcube_status *status)
{
	if (take_front(self, r, status))
		return 0;
	if (r->list != &self->requests.completed_early)
		see_through(self, r, status != NULL);
	vc_wake_deferred(self);
	if (self->code != 0 || vc_request_is_whole(self, r, __builtin_frame_address(0)) != 0)
		return self->code;
	if (vc_unlikely(self->clock->learn != NULL))
		self->clock->learn(self, r);
	vc_request_tell(self, r, status);
	vc_request_end(self, r);
	return 0;
}

int
(vcube_wait)(vcube_node *self, vcube_request *r, struct vcube_status *status)
{
	if (r == NULL)
		return vc_nothing(self, status);
	if (!has_been_sent(self, r))
		return wait_for(self, r, status);
	vc_wake_deferred(self);
	if (status != NULL)
		vc_request_tell(self, r, status);
	vc_request_end(self, r);
	return 0;
}

/* A failed node's program gets its buffers back all the same. */
static int
check_several(vcube_node *self, const char *call, vcube_request **requests, int count)
{
	if (vc_likely(count >= 0 && (requests != NULL || count == 0)))
		return 0;
	if (count < 0)
		return vc_fail(self, VCUBE_EINVAL, "%s: a count of %d is negative", call, count);
	return vc_fail(self, VCUBE_EINVAL, "%s: there are %d requests, but requests is NULL", call, count);
}

int
(vcube_waitall)(vcube_node *self, vcube_request **requests, int count)
{
	if (check_several(self, "vcube_waitall", requests, count) != 0)
		return self->code;
	for (int i = 0; i < count; i++)
		(vcube_wait)(self, requests[i], NULL);
	return self->code;
}

/* Free clock: returns whether a request could be completed at once. */
static bool
is_there(vcube_node *self, struct vcube_request *r)
{
	struct vc_wait wait;

	if (r->list == &self->requests.received || r->list == &self->requests.completed_early)
		return true;
	if (r->list == &self->requests.beside)
		return false;
	vc_poll_begin(self, r, &wait);
	return wait.ready(self, &wait);
}

static bool
is_found(vcube_node *self, struct vc_wait *wait)
{
	const struct vc_several *const s = wait->subject;
	struct vcube_request *first = NULL;

	for (int i = 0; i < s->count && first == NULL; i++)
		if (s->request[i] != NULL && is_there(self, s->request[i]))
			first = s->request[i];
	self->machine->parking[self->rank].first = first;
	return first != NULL;
}

/* What is there may belong to an older receive: takes it, and looks again. */
struct vcube_request *
vc_first_found(vcube_node *self, struct vc_wait *wait)
{
	struct vcube_request *first;

	wait->ready = is_found;
	do {
		if (!is_found(self, wait) && vc_park(self, wait) != 0)
			return NULL;
		first = self->machine->parking[self->rank].first;
	} while (self->code == 0 && first->list == &self->requests.receives &&
		 !vc_poll_receive(self, first));
	return first;
}

static bool
is_told(vcube_node *self, struct vc_wait *wait)
{
	(void)wait;
	return self->machine->parking[self->rank].first != NULL;
}

static bool
is_one_of(const struct vc_several *s, const struct vcube_request *r)
{
	int i = 0;

	while (i < s->count && s->request[i] != r)
		i++;
	return i < s->count;
}

/* An older receive may come first, to which a message goes that one of these has found. */
struct vcube_request *
vc_first_told(vcube_node *self, struct vc_wait *wait)
{
	struct vc_parking *const parking = &self->machine->parking[self->rank];
	struct vcube_request *first;

	wait->ready = is_told;
	for (;;) {
		parking->first = NULL;
		if (vc_park(self, wait) != 0)
			return NULL;
		first = parking->first;
		if (first == NULL || is_one_of(wait->subject, first))
			return first;
		if (vc_request_complete_held(self, first) != 0)
			return NULL;
	}
}

/* Returns whether all requests may be waited for. *any: there is one. */
static bool
check(vcube_node *self, vcube_request **requests, int count, bool *any)
{
	*any = false;
	for (int i = 0; i < count; i++) {
		if (requests[i] == NULL)
			continue;
		if (vc_request_alive(self, "vcube_waitany", requests[i]) != 0)
			return false;
		if (vc_request_is_send(self, requests[i]))
			vc_send_wait_reclaim(self, &requests[i]->sent);
		*any = true;
	}
	return self->code == 0;
}

int
(vcube_waitany)(vcube_node *self, vcube_request **requests, int count, int *index,
		struct vcube_status *status)
{
	const struct vc_several several = {requests, count};
	struct vc_wait wait = {.kind = VC_WAIT_SEVERAL, .peer = -1, .deadline = VC_NO_TIME,
			       .subject = (void *)&several};
	const struct vcube_request *first;
	bool any;

	if (index == NULL)
		return vc_fail(self, VCUBE_EINVAL, "vcube_waitany: index is NULL");
	*index = -1;
	if (check_several(self, "vcube_waitany", requests, count) != 0)
		return self->code;
	vc_wake_deferred(self);
	if (!check(self, requests, count, &any) || !any)
		return vc_nothing(self, status);
	first = self->clock->first_of(self, &wait);
	if (first == NULL)
		return self->code;
	while (requests[++*index] != first)
		;
	return (vcube_wait)(self, requests[*index], status);
}
