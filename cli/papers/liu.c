/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Liu, Wang and Prasanna, Table 1: a message of m bytes takes Ts + (tc + td) m.
 */
#include "base/text.h"
#include "base/units.h"
#include "papers/reproduce.h"

void
reproduce_liu(struct comparison *c)
{
	const struct tsv table = tsv_open("liu-table1");

	compare_panel(c, "Table 1", "bytes", "us");
	compare_group(c, "a message, by profile", "us", EXACT);
	for (int row = 0; row < table.rows; row++) {
		const char *profile = tsv_text(&table, row, "profile");
		const char *machine = text("full:2 clock=virtual profile=%s", profile);

		compare_curve(c, profile);
		for (size_t words = 1; words < 1000000; words *= 100) {
			const size_t bytes = words * sizeof(double);
			const vcube_time time = virtual_run(machine, VCUBE_ALLTOALL, words, "direct").time;

			compare(c, (double)bytes, tsv_number(&table, row, "startup_us") +
				tsv_number(&table, row, "per_byte_us") * (double)bytes, (double)time / 1e6,
				"%s, %s", profile, size_text(bytes));
		}
	}
}
