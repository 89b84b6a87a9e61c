/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as a trace: errors have an offset inside the input, and texts passed to the callback are terminated. */
#include "../../../apps/bef/traces/trace.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(void *ctx, const struct trace_event *event)
{
	++*(size_t *)ctx;
	if (strlen(event->name) >= TRACE_TEXT || strlen(event->location) >= TRACE_TEXT ||
		strlen(event->function) >= TRACE_TEXT || event->microseconds < 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size ? size : 1); /* so that a sanitizer detects reads beyond the end */
	size_t events = 0, offset;
	if (!text)
		return 0;
	if (size)
		memcpy(text, data, size);
	const char *wrong = trace_read(text, size, check, &events, &offset);
	if (offset > size || (!wrong && offset != size))
		abort();
	free(text);
	return 0;
}
