/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "settle.h"

/* With fewer references, a value may be at its last user, which may test for the only reference. */
enum { MANY_REFERENCES = 256, REFERENCES_AT_ONCE = 64, NO_COUNT = 1 << 30 };

static void settle_value(void)
{
	async_value_release_n(bef__here.owed.value, bef__here.owed.references);
	bef__here.owed.value = NULL;
	bef__here.owed.references = 0;
}

void bef__settle(void)
{
	struct bef__frame *frame = bef__here.owed.frame;
	uint32_t tokens = bef__here.owed.tokens;
	if (!frame)
		return;
	settle_value();
	bef__here.owed.frame = NULL;
	bef__here.owed.tokens = 0;
	bef__frame_release_n(frame, tokens);
}

bool bef__settle_enter(struct bef__frame *frame, const struct async_settlement *settlement)
{
	if (bef__here.owed.frame == frame)
		return false;
	bef__settle();
	if (async_task_settle_later(settlement))
		bef__here.owed.frame = frame;
	return true;
}

void bef__settle_leave(struct bef__frame *frame)
{
	if (bef__here.owed.frame == frame)
		bef__here.owed.tokens++;
	else
		bef__frame_release(frame);
}

void bef__settle_release(struct bef__frame *frame, struct async_value *value)
{
	if (!value)
		return;
	/* relaxed: a hint. A value with many references will not lose the last one soon. Numbers from NO_COUNT on
	 * contain a reference of libasync to an indirect value, and are no evidence */
	uint32_t refs = __atomic_load_n(&value->refs, __ATOMIC_RELAXED);
	bool many = bef__here.owed.frame == frame && refs >= MANY_REFERENCES && refs < NO_COUNT;
	bool same = bef__here.owed.value == value;
	if (many && same && bef__here.owed.references < REFERENCES_AT_ONCE) {
		bef__here.owed.references++;
		return;
	}
	if (many || same)
		settle_value();
	if (many) {
		bef__here.owed.value = value;
		bef__here.owed.references = 1;
	} else {
		async_value_release(value);
	}
}
