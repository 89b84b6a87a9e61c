/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the page of 'bef run --trace FILE.html': blocks of names and numbers, which record_page.c describes. */
#include "traces/trace.h"
#include "../cli/cli.h"
#include "../cli/json_read.h"

#include <stdlib.h>
#include <string.h>

/* Elements of an array of the names, as pointers to their JSON, which is decoded for each event that needs it. */
struct elements {
	const char **list;
	size_t count, capacity;
};

struct page {
	struct json_reading json; /* `at` moves through blocks of numbers too */
	void (*event)(void *ctx, const struct trace_event *event);
	void *ctx;
	struct elements sites, functions;
	double version, threads;
	uint32_t *executions; /* indexes of functions */
	uint64_t execution_count;
	uint32_t bits, bit_count; /* decoded from base64 and not yet read */
};

static bool add_element(struct json_reading *r, struct elements *elements)
{
	json_skip_space(r);
	if (!CLI_RESERVE(elements->list, elements->count + 1, elements->capacity))
		return json_fail(r, "out of memory");
	elements->list[elements->count++] = r->at;
	return true;
}

/* ---- names */

/* The name of a kernel, its place, and in newer pages its name in the source; `event` may be NULL. */
static bool read_site(struct json_reading *r, struct trace_event *event)
{
	return json_expect(r, '[', "expected an array") && json_string(r, event ? event->name : NULL, TRACE_TEXT, NULL) &&
	       json_expect(r, ',', "expected ','") && json_string(r, event ? event->location : NULL, TRACE_TEXT, NULL) &&
	       (!json_take(r, ',') || json_string(r, NULL, 0, NULL)) && json_expect(r, ']', "expected ']'");
}

static bool list_site(struct json_reading *r, struct json_text key, void *what)
{
	(void)key;
	return add_element(r, what) && read_site(r, NULL);
}

static bool list_function(struct json_reading *r, struct json_text key, void *what)
{
	(void)key;
	return add_element(r, what) && json_string(r, NULL, 0, NULL);
}

static bool read_name(struct json_reading *r, struct json_text key, void *what)
{
	struct page *page = what;
	if (json_is(key, "version"))
		return json_number(r, &page->version);
	if (json_is(key, "threads"))
		return json_number(r, &page->threads);
	if (json_is(key, "sites"))
		return json_array(r, list_site, &page->sites);
	if (json_is(key, "functions"))
		return json_array(r, list_function, &page->functions);
	return json_skip(r, key, NULL);
}

/* Moves to the content of an element. Texts of a page have no "<", so the first match begins it. */
static bool find_block(struct page *page, const char *tag)
{
	struct json_reading *r = &page->json;
	const char *found = memmem(r->begin, (size_t)(r->end - r->begin), tag, strlen(tag));
	r->at = found ? found + strlen(tag) : r->begin;
	page->bit_count = 0;
	return found || json_fail(r, "a page, but not that of a trace");
}

static bool read_names(struct page *page)
{
	struct json_reading *r = &page->json;
	if (!find_block(page, "<body id=\"page-trace\">") || !find_block(page, "<script type=\"application/json\" id=\"data\">") ||
		!json_object(r, read_name, page))
		return false;
	if (page->version != 1 || !(page->threads >= 0 && page->threads < 4294967296.0))
		return json_fail(r, "the page of a trace has an unknown version");
	return true;
}

/* ---- numbers */

static bool at_end(const struct json_reading *r) { return r->at == r->end || *r->at == '=' || *r->at == '<'; }

static bool read_byte(struct page *page, uint8_t *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	struct json_reading *r = &page->json;
	for (; page->bit_count < 8; page->bit_count += 6) {
		const char *digit = r->at < r->end && *r->at ? memchr(digits, *r->at, sizeof digits - 1) : NULL;
		if (!digit)
			return json_fail(r, "expected more numbers in base64");
		page->bits = page->bits << 6 | (uint32_t)(digit - digits);
		r->at++;
	}
	page->bit_count -= 8;
	*out = (uint8_t)(page->bits >> page->bit_count);
	return true;
}

static bool read_leb128(struct page *page, uint64_t *out)
{
	uint8_t byte = 0;
	*out = 0;
	for (unsigned shift = 0; shift < 64; shift += 7) {
		if (!read_byte(page, &byte))
			return false;
		*out |= (uint64_t)(byte & 0x7F) << shift;
		if (byte < 0x80)
			return true;
	}
	return json_fail(&page->json, "a number is too large");
}

static bool read_numbers(struct page *page, uint64_t *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!read_leb128(page, &numbers[i]))
			return false;
	}
	return true;
}

static bool read_executions(struct page *page)
{
	struct json_reading *r = &page->json;
	uint64_t count;
	if (!find_block(page, "<script type=\"application/octet-stream\" id=\"executions\">") || !read_leb128(page, &count))
		return false;
	/* three numbers each, which have at least four digits together */
	if (count > (size_t)(r->end - r->at) / 4 + 1)
		return json_fail(r, "fewer executions than their number");
	page->executions = calloc((size_t)count + 1, sizeof *page->executions);
	if (!page->executions)
		return json_fail(r, "out of memory");
	for (; page->execution_count < count; page->execution_count++) {
		uint64_t numbers[3];
		if (!read_numbers(page, numbers, 3))
			return false;
		if (numbers[0] >= page->functions.count)
			return json_fail(r, "no function has this number");
		page->executions[page->execution_count] = (uint32_t)numbers[0];
	}
	return true;
}

/* ---- events */

/* Texts were read before, so that these reads succeed. */
static void pass_call(struct page *page, size_t site, uint64_t execution, uint64_t kernel, const uint64_t *times)
{
	struct json_reading names = page->json;
	struct trace_event event = {
		.kernel = kernel <= UINT32_MAX ? kernel : 0,
		.microseconds = (double)times[1] / 1000,
		.inside = (double)times[2] / 1000,
	};
	names.at = page->sites.list[site];
	(void)read_site(&names, &event);
	names.at = page->functions.list[page->executions[execution]];
	(void)json_string(&names, event.function, TRACE_TEXT, NULL);
	page->event(page->ctx, &event);
}

/* A span: its site, its time and length, that of nested spans, and if it is a call and not a part of its work in a task, its wait,
 * lateness, execution, kernel and stream. */
static bool read_span(struct page *page, uint64_t *execution)
{
	uint64_t kind, times[3], call[5];
	if (!read_leb128(page, &kind) || !read_numbers(page, times, 3))
		return false;
	if (kind >> 1 >= page->sites.count)
		return json_fail(&page->json, "no kernel has this number");
	if (kind & 1)
		return true;
	if (!read_numbers(page, call, 5))
		return false;
	*execution += call[2] & 1 ? ~(call[2] >> 1) : call[2] >> 1; /* signed, modulo 2^64 */
	if (*execution >= page->execution_count)
		return json_fail(&page->json, "no execution has this number");
	pass_call(page, (size_t)(kind >> 1), *execution, call[3], times);
	return true;
}

static bool read_spans(struct page *page)
{
	if (!find_block(page, "<script type=\"application/octet-stream\" id=\"events\">"))
		return false;
	for (uint64_t thread = 0; thread < (uint64_t)page->threads; thread++) {
		uint64_t count, execution = 0;
		if (!read_leb128(page, &count))
			return false;
		for (uint64_t i = 0; i < count; i++) {
			if (!read_span(page, &execution))
				return false;
		}
	}
	return at_end(&page->json) || json_fail(&page->json, "more numbers than those of the threads");
}

bool trace_is_page(const char *text, size_t size)
{
	static const char sign[] = "<!DOCTYPE";
	return size >= sizeof sign - 1 && memcmp(text, sign, sizeof sign - 1) == 0;
}

const char *trace_read_page(const char *text, size_t size, void (*event)(void *ctx, const struct trace_event *event), void *ctx,
	size_t *out_offset)
{
	struct page page = { .json = { .at = text, .begin = text, .end = text + size, .lax = true }, .event = event, .ctx = ctx };
	if (read_names(&page) && read_executions(&page))
		(void)read_spans(&page);
	free(page.sites.list);
	free(page.functions.list);
	free(page.executions);
	*out_offset = page.json.wrong ? (size_t)(page.json.at - text) : size;
	return page.json.wrong;
}
