/* SPDX-License-Identifier: BSD-2-Clause */
/* Any file is refused as a matrix of sizes, with a sentence, or has a size for each pair. */
#include <stdlib.h>
#include "cli/sweep/traffic.h"
#include "fuzz.h"

static void
read_sizes(void *stream)
{
	const struct traffic *const t = traffic_read(stream, "input");
	const struct traffic_terms terms = { t, traffic_nodes(t), traffic_largest(t), 1, 1 };

	MUST(terms.nodes > 0 && traffic_fits(t, 1, NULL));
	for (int i = 0; i < terms.nodes; i++)
		MUST(traffic_bytes(&terms, i, terms.nodes - 1 - i) <= terms.largest);
	traffic_load(&terms);
	traffic_fits(t, 8, "int64");
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	FILE *const file = fopen(input_file(data, size), "re");

	MUST(file != NULL);
	in_command(read_sizes, file);
	fclose(file);
	return 0;
}
