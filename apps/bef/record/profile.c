/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef run --stats: which totals are printed. */
#include "record/record.h"
#include "record/totals.h"
#include "../cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if BEF_APP_HLO
#include <kernels/pack_hlo.h>
#endif

enum { MOST_PATHS = 20 }; /* a repeated call has one for each time */

static double us(uint64_t ns) { return (double)ns / 1000; }

static struct totals_span span_of(const struct bef_event *e)
{
	const uint64_t run = e->ended - e->begun;
	return (struct totals_span){ e->site, run, e->inside < run ? run - e->inside : 0, e->begun - e->ready, true };
}

/* Totals of the events of a path. */
static bool print_events(const struct bef_event *const *events, size_t count, unsigned form)
{
	struct totals_span *spans = calloc(count + 1, sizeof *spans);
	for (size_t i = 0; spans && i < count; i++)
		spans[i] = span_of(events[i]);
	bool good = spans && totals_print(spans, count, TOTALS_TIMES | form);
	free(spans);
	return good;
}

/* Totals of everything that was recorded: calls of kernels, and their work in tasks. */
static bool print_record(const struct record *record, unsigned form)
{
	const size_t count = record->count + record->work_count;
	struct totals_span *spans = calloc(count + 1, sizeof *spans);
	for (size_t i = 0; spans && i < record->count; i++)
		spans[i] = span_of(&record->list[i].event);
	for (size_t i = 0; spans && i < record->work_count; i++) {
		const struct bef_work *work = &record->works[i].work;
		const uint64_t run = work->ended - work->begun;
		spans[record->count + i] = (struct totals_span){ work->site, run, work->inside < run ? run - work->inside : 0, 0, false };
	}
	bool good = spans && totals_print(spans, count, TOTALS_TIMES | TOTALS_COSTS | form);
	free(spans);
	return good;
}

static bool print_path(void *ctx, const struct record_path *path)
{
	const struct bef_event *first = path->events[path->length - 1];
	(void)ctx;
	fputs("\ncritical path of '", stderr);
	cli_put_escaped(stderr, first->function->name, first->function->name_size);
	fprintf(stderr, "': %zu of %" PRIu64 " kernels, %.3f us: %.3f running, %.3f in queues, %.3f waiting for results\n", path->length,
		path->kernels, us(path->all), us(path->run), us(path->wait), us(path->late));
	return print_events(path->events, path->length, 0);
}

static bool json_path(void *ctx, const struct record_path *path)
{
	const struct bef_event *first = path->events[path->length - 1];
	(void)ctx;
	cli_json_open(NULL, '{');
	cli_json_text("function", first->function->name, first->function->name_size);
	cli_json_number("length", path->length);
	cli_json_number("executed", path->kernels);
	cli_json_fraction("us", us(path->all));
	cli_json_fraction("running_us", us(path->run));
	cli_json_fraction("queued_us", us(path->wait));
	cli_json_fraction("waiting_us", us(path->late));
	const bool good = print_events(path->events, path->length, TOTALS_JSON);
	cli_json_close();
	return good;
}

/* False: out of memory. */
static bool print_json(const struct record *record, const struct edges *edges, unsigned form, uint64_t *out_executions)
{
	if (!print_record(record, form | TOTALS_JSON))
		return false;
	cli_json_open("critical_paths", '[');
	const bool good = record_paths(record, edges, MOST_PATHS, json_path, NULL, out_executions);
	cli_json_close();
	if (good)
		cli_json_number("executions", *out_executions);
	return good;
}

int record_print_stats(const struct record *record, const struct edges *edges, bool operations, bool json)
{
	const unsigned form = operations ? TOTALS_OPERATIONS : 0;
	uint64_t executions;
	fflush(stdout);
	bool good = json ? print_json(record, edges, form, &executions)
			 : print_record(record, form) && record_paths(record, edges, MOST_PATHS, print_path, NULL, &executions);
	if (good && !json && executions > MOST_PATHS)
		fprintf(stderr, "\nand %" PRIu64 " more executions\n", executions - MOST_PATHS);
#if BEF_APP_HLO
	if (good && !json && kernels_hlo_code_missing())
		fprintf(stderr, "\nloops have no machine code: %s\n", kernels_hlo_code_missing());
#endif
	if (!good)
		cli_error("out of memory for the statistics");
	if (record->lost)
		cli_error("out of memory: the statistics lack %" PRIu64 " kernels", record->lost);
	return good ? CLI_GOOD : CLI_SYSTEM;
}
