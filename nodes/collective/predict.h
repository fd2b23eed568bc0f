/* SPDX-License-Identifier: BSD-2-Clause */
/* Where formulas hold, and what they are elsewhere. */
#ifndef VC_PREDICT_H
#define VC_PREDICT_H

#include "native.h"

/* Returns what the algorithm's formula is for calls of the wiring's nodes. */
enum vcube_certainty vc_formula_certainty(const struct vcube_desc *desc, const struct vc_wiring *w,
					  const struct vcube_predicted_call *call);

#endif
