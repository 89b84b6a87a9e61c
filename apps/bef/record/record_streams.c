/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Commands of devices in a record, by stream. */
#include "record/record.h"

#include <stdlib.h>

static int by_stream_and_end(const void *a, const void *b)
{
	const struct recorded_span *x = a, *y = b;
	if (x->stream != y->stream)
		return x->stream < y->stream ? -1 : 1;
	return x->ended < y->ended ? -1 : x->ended > y->ended;
}

unsigned record_arrange_streams(const struct record *record, uint64_t start)
{
	unsigned streams = 0;
	if (record->span_count > 0)
		qsort(record->spans, record->span_count, sizeof *record->spans, by_stream_and_end);
	for (size_t i = 0; i < record->span_count; i++) {
		struct recorded_span *s = &record->spans[i], *before = i > 0 && s[-1].stream == s->stream ? s - 1 : NULL;
		const uint64_t least = before && before->ended > start ? before->ended : start;
		streams += !before;
		s->begun = s->begun < least ? least : s->begun;
		s->ended = s->ended < s->begun ? s->begun : s->ended;
	}
	return streams;
}
