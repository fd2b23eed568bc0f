/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Liu, Wang and Prasanna, Table 1: a message of m bytes takes Ts + (tc + td) m.
 */
#include "base/text.h"
#include "base/units.h"
#include "papers/reproduce.h"
#include "papers/tsv.h"

int
reproduce_liu(struct comparison *c)
{
	struct tsv table = tsv_open("liu-table1");
	int status = 0;

	compare_panel(c, "Table 1", "bytes", "us");
	compare_group(c, "a message, by profile", "us", (struct bounds) { 0, 1e-10 });
	for (int row = 0; row < table.rows && !status; row++) {
		const char *profile = tsv_text(&table, row, "profile");
		struct vcube_desc desc = describe("full:2 clock=virtual profile=%s", profile);

		for (size_t words = 1; words < 1000000 && !status; words *= 100) {
			const double bytes = (double)(words * sizeof(double));
			autofree char *size = size_text(words * sizeof(double));
			vcube_time time = 0;

			status = virtual_time(&desc, VCUBE_ALLTOALL, words, "direct", &time);
			compare_curve(c, profile);
			if (!status)
				compare(c, bytes, tsv_number(&table, row, "startup_us") +
					tsv_number(&table, row, "per_byte_us") * bytes,
					(double)time / 1e6, "%s, %s", profile, size);
		}
		vcube_desc_clear(&desc);
	}
	tsv_close(&table);
	return status;
}
