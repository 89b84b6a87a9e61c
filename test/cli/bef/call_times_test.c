/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Times of calls: all of few, some of many. */
#include "check.h"
#include "models/call_times.h"

static void few(void)
{
	static const uint64_t ns[] = { 9, 2, 7, 4 };
	struct call_times times = { 0 };
	for (size_t i = 0; i < 4; i++) {
		CHECK_OR_RETURN(call_times_reserve(&times));
		call_times_add(&times, ns[i]);
	}
	CHECK(times.calls == 4 && times.count == 4 && times.first == 9 && times.least == 2 && times.most == 9);
	CHECK(call_times_median(&times, 0, 4) == 5.5 && call_times_median(&times, 1, 4) == 4);
	call_times_finish(&times);
}

/* Call i takes i + 1, the last one nothing. */
static void many(void)
{
	const uint64_t calls = 5 * CALL_TIMES_MOST + 3;
	struct call_times times = { 0 };
	for (uint64_t i = 0; i < calls; i++) {
		CHECK_OR_RETURN(call_times_reserve(&times));
		call_times_add(&times, i + 1 < calls ? i + 1 : 0);
	}
	CHECK(times.calls == calls && times.first == 1 && times.least == 0 && times.most == calls - 1);
	CHECK(times.count <= CALL_TIMES_MOST && times.count > CALL_TIMES_MOST / 2 && times.step == 8);
	CHECK(times.capacity <= 2 * (CALL_TIMES_MOST + 1));
	for (size_t i = 0; i < times.count; i++)
		CHECK_OR_RETURN(times.kept[i] == i * times.step + 1);
	const double median = call_times_median(&times, 0, times.count), exact = (double)calls / 2;
	CHECK(median > exact - 8 && median < exact + 8);
	call_times_finish(&times);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(few), CHECK_CASE(many) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
