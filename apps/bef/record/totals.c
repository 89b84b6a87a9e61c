/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "record/totals.h"
#include "../cli/cli.h"
#include "record/peak.h"

#include <inttypes.h>
#include <kernels/check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPERATIONS = 60, PLACE_TEXT = 200 };

struct total {
	const struct kernels_site *site; /* the operation, or one of the kernel */
	uint64_t calls, run, self, wait, longest;
	/* of the calls whose cost is known */
	bool has_cost;
	uint64_t operations, bytes;
};

static double us(uint64_t ns) { return (double)ns / 1000; }

static void add(struct total *total, const struct totals_span *span)
{
	struct kernels_cost cost;
	total->calls += span->call;
	total->run += span->run;
	total->self += span->self;
	total->wait += span->wait;
	if (span->run > total->longest)
		total->longest = span->run;
	if (span->call && kernels_cost_of_op(span->site, &cost)) {
		total->has_cost = true;
		total->operations += cost.operations;
		total->bytes += cost.bytes_read + cost.bytes_written;
	}
}

/* ---- order */

static int compare_addresses(const void *a, const void *b)
{
	const uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
	return (x > y) - (x < y);
}

static int by_kernel(const void *a, const void *b)
{
	const struct totals_span *x = a, *y = b;
	return compare_addresses(x->site->entry, y->site->entry);
}

static int by_site(const void *a, const void *b)
{
	const struct totals_span *x = a, *y = b;
	return compare_addresses(x->site, y->site);
}

static const char *kernel_name(const struct total *total) { return total->site->entry->kernel->name; }

static int by_self(const void *a, const void *b)
{
	const struct total *x = a, *y = b;
	if (x->self != y->self)
		return x->self < y->self ? 1 : -1;
	const int names = strcmp(kernel_name(x), kernel_name(y));
	return names ? names : compare_addresses(x->site, y->site);
}

/* ---- names */

static void copy_place(void *ctx, const struct async_place *place)
{
	char *text = ctx;
	if (place->file)
		snprintf(text, PLACE_TEXT, " %.*s:%u:%u", (int)place->file_size, place->file, place->line, place->column);
	else if (place->text)
		snprintf(text, PLACE_TEXT, " %.*s", (int)place->text_size, place->text);
}

/* Writes a blank and the place of the operation; nothing if it is unknown. */
static void write_place(const struct total *total, unsigned flags, char *out)
{
	const struct async_location at = total->site->location;
	out[0] = '\0';
	if ((flags & TOTALS_OPERATIONS) && at.source)
		at.source->decode(at.source, at.handle, copy_place, out);
}

static void print_name(const struct total *total, unsigned flags)
{
	char place[PLACE_TEXT];
	write_place(total, flags, place);
	fprintf(stderr, "  %s", kernel_name(total));
	cli_put_escaped(stderr, place, strlen(place));
	putc('\n', stderr);
}

static size_t shown(size_t count, unsigned flags)
{
	return (flags & TOTALS_OPERATIONS) && count > MOST_OPERATIONS ? MOST_OPERATIONS : count;
}

/* Operations that are not listed. */
static void print_rest(const struct total *totals, size_t count, unsigned flags)
{
	uint64_t self = 0;
	const size_t from = shown(count, flags);
	for (size_t i = from; i < count; i++)
		self += totals[i].self;
	if (from < count)
		fprintf(stderr, "%10s %12.3f  and %zu more operations\n", "", us(self), count - from);
}

/* ---- tables */

static void print_times(const struct total *totals, size_t count, unsigned flags)
{
	fprintf(stderr, "%10s %12s %12s %12s %12s %12s  %s\n", "calls", "self us", "total us", "mean us", "longest us",
		"wait us", flags & TOTALS_OPERATIONS ? "operation" : "kernel");
	for (size_t i = 0; i < shown(count, flags); i++) {
		const struct total *t = &totals[i];
		fprintf(stderr, "%10" PRIu64 " %12.3f %12.3f %12.3f %12.3f %12.3f", t->calls, us(t->self), us(t->run),
			us(t->run) / (double)(t->calls ? t->calls : 1), us(t->longest), us(t->wait));
		print_name(t, flags);
	}
	print_rest(totals, count, flags);
}

static void put_share(double part, double whole)
{
	if (whole > 0)
		fprintf(stderr, " %8.1f%%", 100 * part / whole);
	else
		fprintf(stderr, " %9s", "-");
}

static void print_costs(const struct total *totals, size_t count, unsigned flags)
{
	const struct peak peak = peak_measure();
	fprintf(stderr, "\n%10s %12s %12s %12s %12s %9s %9s  %s\n", "calls", "MFLOP", "MB", "GFLOP/s", "GB/s", "of peak", "of memory",
		flags & TOTALS_OPERATIONS ? "operation" : "kernel");
	for (size_t i = 0; i < shown(count, flags); i++) {
		const struct total *t = &totals[i];
		const double seconds = (double)(t->self ? t->self : 1) / 1e9, operations = (double)t->operations, bytes = (double)t->bytes;
		if (!t->has_cost)
			continue;
		fprintf(stderr, "%10" PRIu64 " %12.3f %12.3f %12.2f %12.2f", t->calls, operations / 1e6, bytes / 1e6,
			operations / seconds / 1e9, bytes / seconds / 1e9);
		put_share(operations / seconds, peak.operations);
		put_share(bytes / seconds, peak.bytes);
		print_name(t, flags);
	}
	fprintf(stderr, "peak of one thread, measured: %.1f GFLOP/s of f32 (%s), %.1f GB/s copying memory\n", peak.operations / 1e9,
		peak.isa, peak.bytes / 1e9);
}

/* ---- JSON */

static void json_share(const char *key, double part, double whole)
{
	if (whole > 0)
		cli_json_fraction(key, part / whole);
	else
		cli_json_null(key);
}

static void json_total(const struct total *total, unsigned flags, const struct peak *peak)
{
	const double seconds = (double)(total->self ? total->self : 1) / 1e9;
	char place[PLACE_TEXT];
	write_place(total, flags, place);
	cli_json_open(NULL, '{');
	cli_json_word("name", kernel_name(total));
	if (place[0])
		cli_json_word("location", place + 1);
	cli_json_number("calls", total->calls);
	cli_json_fraction("self_us", us(total->self));
	cli_json_fraction("total_us", us(total->run));
	cli_json_fraction("longest_us", us(total->longest));
	cli_json_fraction("wait_us", us(total->wait));
	if ((flags & TOTALS_COSTS) && total->has_cost) {
		cli_json_number("operations", total->operations);
		cli_json_number("bytes", total->bytes);
		json_share("of_peak", (double)total->operations / seconds, peak->operations);
		json_share("of_memory", (double)total->bytes / seconds, peak->bytes);
	}
	cli_json_close();
}

static void print_json(const struct total *totals, size_t count, unsigned flags, bool any_cost)
{
	struct peak peak = { .operations = 0 };
	const bool costs = (flags & TOTALS_COSTS) && any_cost;
	if (costs)
		peak = peak_measure();
	cli_json_open("kernels", '[');
	for (size_t i = 0; i < count; i++)
		json_total(&totals[i], flags, &peak);
	cli_json_close();
	if (!costs)
		return;
	cli_json_open("peak", '{');
	cli_json_number("operations_per_second", (uint64_t)peak.operations);
	cli_json_number("bytes_per_second", (uint64_t)peak.bytes);
	cli_json_word("instructions", peak.isa);
	cli_json_close();
}

/* ---- */

bool totals_print(struct totals_span *spans, size_t count, unsigned flags)
{
	const bool per_operation = flags & TOTALS_OPERATIONS;
	struct total *totals = calloc(count + 1, sizeof *totals);
	size_t made = 0;
	bool any_cost = false;
	if (!totals)
		return false;
	if (count)
		qsort(spans, count, sizeof *spans, per_operation ? by_site : by_kernel);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || (per_operation ? by_site : by_kernel)(&spans[i], &spans[i - 1]) != 0)
			totals[made++].site = spans[i].site;
		add(&totals[made - 1], &spans[i]);
		any_cost = any_cost || totals[made - 1].has_cost;
	}
	qsort(totals, made, sizeof *totals, by_self);
	if (flags & TOTALS_JSON) {
		print_json(totals, made, flags, any_cost);
	} else {
		print_times(totals, made, flags);
		if ((flags & TOTALS_COSTS) && any_cost)
			print_costs(totals, made, flags);
	}
	free(totals);
	return true;
}
