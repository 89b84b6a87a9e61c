/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Maps each event of a trace to a kernel: by function name and kernel number or, if these are absent, by kernel name
 * and source location. Kernels with equal name and location share their time. */
#include "traces/times.h"
#include "traces/trace.h"
#include "../cli/door.h"

#include <stdlib.h>
#include <string.h>

struct times_place {
	uint64_t hash; /* of name and location; kernels whose hashes collide share their time */
	uint32_t function, kernel;
};

static uint64_t hash_text(uint64_t hash, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
	return (hash ^ 0xFF) * UINT64_C(0x100000001B3);
}

static uint64_t hash_place(const char *name, size_t name_size, const char *location)
{
	uint64_t hash = hash_text(
		UINT64_C(0xCBF29CE484222325), name, name_size < TRACE_TEXT ? name_size : TRACE_TEXT - 1);
	return hash_text(hash, location, strlen(location));
}

static int compare_places(const void *a, const void *b)
{
	const struct times_place *x = a, *y = b;
	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	if (x->function != y->function)
		return x->function < y->function ? -1 : 1;
	return (x->kernel > y->kernel) - (x->kernel < y->kernel);
}

static bool list_places(struct times *times)
{
	const struct view *view = times->view;
	size_t count = 0;
	for (uint32_t i = 0; i < view->reader.function_count; i++)
		count += view->functions[i].kernel_count;
	times->kernels = calloc(view->reader.function_count + (size_t)1, sizeof *times->kernels);
	times->places = calloc(count + 1, sizeof *times->places);
	for (uint32_t i = 0; i < view->reader.function_count && times->kernels && times->places; i++) {
		const struct view_function *function = &view->functions[i];
		times->kernels[i] = calloc(function->kernel_count + (size_t)1, sizeof **times->kernels);
		if (!times->kernels[i])
			return false;
		for (uint32_t j = 0; j < function->kernel_count; j++) {
			const struct view_kernel *kernel = &function->kernels[j];
			char place[TRACE_TEXT];
			if (!bef_location_text(&view->reader, kernel->kernel.location, place, sizeof place))
				place[0] = '\0';
			times->places[times->place_count++] = (struct times_place){
				hash_place(kernel->name.data, kernel->name.size, place), i, j
			};
		}
	}
	if (times->places)
		qsort(times->places, times->place_count, sizeof *times->places, compare_places);
	return times->kernels && times->places;
}

/* Functions without a name are named as in the graph: "region 3". */
static struct times_kernel *find_by_number(const struct times *times, const struct trace_event *event)
{
	const struct view *view = times->view;
	const char *name = event->function[0] == '@' ? event->function + 1 : event->function;
	if (!*name || event->kernel == 0)
		return NULL;
	bool region = strncmp(name, "region ", 7) == 0;
	unsigned long number = region ? strtoul(name + 7, NULL, 10) : 0;
	for (uint32_t i = 0; i < view->reader.function_count; i++) {
		const struct view_function *function = &view->functions[i];
		const struct bef_string *own = &function->function.name;
		bool same = region ? i == number && own->size == 0
				   : own->size == strlen(name) && memcmp(own->data, name, own->size) == 0;
		if (!same)
			continue;
		if (event->kernel > function->kernel_count)
			return NULL;
		const struct bef_string *kernel = &function->kernels[event->kernel - 1].name;
		bool fits = kernel->size == strlen(event->name) && memcmp(kernel->data, event->name, kernel->size) == 0;
		return fits ? &times->kernels[i][event->kernel - 1] : NULL;
	}
	return NULL;
}

/* Finds the first entry with the hash; *out_end is after the last one. */
static size_t find_by_place(const struct times *times, uint64_t hash, size_t *out_end)
{
	size_t low = 0, high = times->place_count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (times->places[middle].hash < hash)
			low = middle + 1;
		else
			high = middle;
	}
	*out_end = low;
	while (*out_end < times->place_count && times->places[*out_end].hash == hash)
		++*out_end;
	return low;
}

static void add_time(struct times_kernel *kernel, double microseconds)
{
	kernel->microseconds += microseconds;
	kernel->runs++;
}

static void note(void *ctx, const struct trace_event *event)
{
	struct times *times = ctx;
	double own = event->microseconds > event->inside ? event->microseconds - event->inside : 0;
	struct times_kernel *kernel = find_by_number(times, event);
	if (kernel) {
		add_time(kernel, own);
		times->matched++;
		return;
	}
	size_t end, first = find_by_place(times, hash_place(event->name, strlen(event->name), event->location), &end);
	for (size_t i = first; i < end; i++)
		add_time(&times->kernels[times->places[i].function][times->places[i].kernel],
			own / (double)(end - first));
	if (first < end)
		times->matched++;
	else
		times->unmatched++;
}

int times_read(const char *path, const struct view *view, struct times *out_times)
{
	static const struct cli_door door = { .wanted = CLI_KIND(TEXT), .passed = CLI_KIND(EMPTY) | CLI_KIND(UNKNOWN),
		.expected = "a trace, or its page" };
	struct cli_input input;
	size_t offset;
	*out_times = (struct times){ .view = view };
	int code = cli_enter(path, &door, &input);
	if (code != CLI_GOOD)
		return code;
	if (!list_places(out_times))
		code = cli_out_of_memory();
	const char *wrong = code == CLI_GOOD
				    ? trace_read((const char *)input.data, input.size, note, out_times, &offset)
				    : NULL;
	if (wrong) {
		cli_error("%s: 0x%zx: not a trace file: %s", input.name, offset, wrong);
		code = CLI_BAD;
	} else if (code == CLI_GOOD && out_times->matched == 0) {
		cli_error("%s: no event of the trace belongs to a kernel of the program", input.name);
		code = CLI_BAD;
	}
	cli_input_finish(&input);
	for (uint32_t i = 0; code == CLI_GOOD && i < view->reader.function_count; i++) {
		for (uint32_t j = 0; j < view->functions[i].kernel_count; j++) {
			double time = out_times->kernels[i][j].microseconds;
			out_times->most = time > out_times->most ? time : out_times->most;
		}
	}
	if (code != CLI_GOOD)
		times_finish(out_times);
	return code;
}

void times_finish(struct times *times)
{
	for (uint32_t i = 0; times->kernels && i < times->view->reader.function_count; i++)
		free(times->kernels[i]);
	free(times->kernels);
	free(times->places);
}

int times_command(const struct cli_command *self, const struct cli_option *options, size_t count, int argc, char **argv,
	const char *const *trace, int (*show)(void *ctx, const struct view *view, const struct times *times), void *ctx)
{
	struct view view;
	struct times times;
	const char *path;
	int code = cli_parse(self, options, count, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	code = view_open(path, &view);
	if (code != CLI_GOOD)
		return code;
	code = *trace ? times_read(*trace, &view, &times) : CLI_GOOD;
	if (code == CLI_GOOD) {
		code = show(ctx, &view, *trace ? &times : NULL);
		if (*trace)
			times_finish(&times);
	}
	view_finish(&view);
	return code;
}
