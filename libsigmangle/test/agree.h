/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Properties that hold for any input, valid or not; aborts if one is violated. For the fuzz target and the tests that
 * change valid signatures byte by byte. */
#ifndef AGREE_H
#define AGREE_H

#include <sigmangle/sigmangle.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AGREE(condition) ((condition) ? (void)0 : agree_fail(__LINE__, #condition))
#define AGREE_MOST 65536 /* larger inputs are read, but not written back */

static void agree_fail(int line, const char *what)
{
	fprintf(stderr, "agree.h:%d: not true: %s\n", line, what);
	abort();
}

static char agree_text[1 << 20], agree_again[1 << 20];

/* A diagnostic agrees with its status, and its offset is within the input or at its end. */
static void agree_diag(enum sigmangle_status status, const struct sigmangle_diag *diag, size_t size)
{
	if (status == SIGMANGLE_OK || status == SIGMANGLE_E_NOT_FOUND) {
		AGREE(diag->status == SIGMANGLE_OK);
		return;
	}
	AGREE(diag->status == status);
	AGREE(diag->rule && *diag->message);
	AGREE(diag->offset <= size);
}

static void agree_components(const char *data, size_t size)
{
	struct sigmangle_lexer lexer = sigmangle_lexer_init(data, size);
	struct sigmangle_builder builder = sigmangle_builder_init(agree_text, sizeof agree_text);
	struct sigmangle_component c = { .tag = 0 };
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	enum sigmangle_status status;
	while ((status = sigmangle_lexer_next(&lexer, &c, &diag)) == SIGMANGLE_OK) {
		AGREE(c.offset < size && data[c.offset] == c.tag);
		AGREE(c.payload.size <= size);
		if (c.kind == SIGMANGLE_INTEGER)
			AGREE(sigmangle_builder_integer(&builder, c.tag, c.value) == SIGMANGLE_OK);
		else
			AGREE(sigmangle_builder_span(&builder, c.tag, c.payload.data, c.payload.size) == SIGMANGLE_OK);
		AGREE((size_t)(lexer.next - data) >= builder.length); /* the written form is never longer */
	}
	agree_diag(status, &diag, size);
	(void)!sigmangle_lexer_seek(&lexer, 'R', &c, NULL);
}

/* ---- raw */

static void agree_raw_again(const char *data, size_t size)
{
	static struct sigmangle_item items[2][AGREE_MOST / 3];
	static int32_t dims[AGREE_MOST];
	size_t counts[2] = { 0, 0 }, used = 0, length;
	for (int side = 0; side < 2; side++) {
		struct sigmangle_raw raw;
		struct sigmangle_item *item = items[side];
		AGREE(sigmangle_raw_open(&raw, data, size, (enum sigmangle_side)side, SIGMANGLE_STRICT, NULL) ==
			SIGMANGLE_OK);
		sigmangle_raw_room(&raw, dims + used, AGREE_MOST - used);
		while (sigmangle_raw_next(&raw, item, NULL) == SIGMANGLE_OK) {
			used += item++->rank;
			counts[side]++;
			sigmangle_raw_room(&raw, dims + used, AGREE_MOST - used);
		}
	}
	AGREE(sigmangle_raw_mangle(items[0], counts[0], items[1], counts[1], SIGMANGLE_STRICT, agree_text,
		      sizeof agree_text, &length, NULL) == SIGMANGLE_OK);
	bool same = length == size && memcmp(agree_text, data, size) == 0;
	AGREE(same == (sigmangle_raw_check(data, size, SIGMANGLE_CANONICAL, NULL) == SIGMANGLE_OK));
	AGREE(sigmangle_raw_check(agree_text, length, SIGMANGLE_CANONICAL, NULL) == SIGMANGLE_OK);
}

static enum sigmangle_status agree_count_item(void *ctx, const struct sigmangle_item *item)
{
	size_t *counts = ctx;
	counts[0]++;
	counts[1] += item->rank + sigmangle_item_dynamic(item);
	return SIGMANGLE_OK;
}

static void agree_raw(const char *data, size_t size, enum sigmangle_mode mode)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT, other = SIGMANGLE_DIAG_INIT;
	enum sigmangle_status check = sigmangle_raw_check(data, size, mode, &diag), sides = SIGMANGLE_OK, visits;
	size_t length, cut, counts[2] = { 0, 0 }, visited[2] = { 0, 0 };
	static int32_t dims[AGREE_MOST];
	agree_diag(check, &diag, size);
	for (int side = 0; side < 2 && sides == SIGMANGLE_OK; side++) {
		struct sigmangle_raw raw;
		struct sigmangle_item item;
		sides = sigmangle_raw_open(&raw, data, size, (enum sigmangle_side)side, mode, &other);
		if (sides == SIGMANGLE_OK && size <= AGREE_MOST)
			sigmangle_raw_room(&raw, dims, AGREE_MOST);
		while (sides == SIGMANGLE_OK && (sides = sigmangle_raw_next(&raw, &item, &other)) == SIGMANGLE_OK)
			agree_count_item(counts, &item);
		sides = sides == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : sides;
		visits = sigmangle_raw_visit(
			data, size, (enum sigmangle_side)side, mode, agree_count_item, visited, NULL);
		AGREE(visits == sides || visits == SIGMANGLE_E_LIMIT);
		AGREE(visits == SIGMANGLE_E_LIMIT || memcmp(counts, visited, sizeof counts) == 0);
		memcpy(visited, counts, sizeof counts);
	}
	AGREE(sides == SIGMANGLE_E_LIMIT || (sides == SIGMANGLE_OK) == (check == SIGMANGLE_OK));
	AGREE((sigmangle_raw_text(data, size, mode, agree_text, sizeof agree_text, &length, NULL) == SIGMANGLE_OK) ==
		(check == SIGMANGLE_OK));
	if (check == SIGMANGLE_OK && length < sizeof agree_text) {
		(void)!sigmangle_raw_text(data, size, mode, agree_again, length / 2 + 1, &cut, NULL);
		AGREE(cut == length && strncmp(agree_again, agree_text, length / 2) == 0 && !agree_again[length / 2]);
	}
	if (check == SIGMANGLE_OK && mode == SIGMANGLE_STRICT && size <= AGREE_MOST)
		agree_raw_again(data, size);
}

/* ---- SIP */

static void agree_sip_again(const char *data, size_t size)
{
	static struct sigmangle_sip_node nodes[2][AGREE_MOST];
	static struct sigmangle_key path[AGREE_MOST];
	struct sigmangle_sip_tree trees[2];
	size_t length, leaves_count = 0;
	bool empty_structure = false;
	for (int side = 0; side < 2; side++) {
		struct sigmangle_leaves leaves;
		struct sigmangle_leaf leaf;
		struct sigmangle_sip sip;
		struct sigmangle_event event;
		AGREE(sigmangle_sip_tree_init(&trees[side], nodes[side], AGREE_MOST, SIGMANGLE_STRICT) == SIGMANGLE_OK);
		AGREE(sigmangle_leaves_open(&leaves, data, size, (enum sigmangle_side)side, path, AGREE_MOST, NULL) ==
			SIGMANGLE_OK);
		while (sigmangle_leaves_next(&leaves, &leaf, NULL) == SIGMANGLE_OK) {
			int32_t found;
			AGREE(sigmangle_sip_set(&trees[side], leaf.index, leaf.path, leaf.depth, NULL) == SIGMANGLE_OK);
			AGREE(leaves_count++ > 50 || (sigmangle_sip_find(data, size, (enum sigmangle_side)side,
							      leaf.path, leaf.depth, &found, NULL) == SIGMANGLE_OK &&
							     found == leaf.index));
		}
		enum sigmangle_event_kind before = SIGMANGLE_LEAF;
		AGREE(sigmangle_sip_open(&sip, data, size, (enum sigmangle_side)side, SIGMANGLE_STRICT, NULL) ==
			SIGMANGLE_OK);
		while (sigmangle_sip_next(&sip, &event, NULL) == SIGMANGLE_OK) {
			bool closes = event.kind == SIGMANGLE_CLOSE_DICT || event.kind == SIGMANGLE_CLOSE_SEQUENCE;
			bool opened = before == SIGMANGLE_OPEN_DICT || before == SIGMANGLE_OPEN_SEQUENCE;
			empty_structure = empty_structure || (closes && opened);
			before = event.kind;
		}
	}
	AGREE(sigmangle_sip_mangle(&trees[0], &trees[1], agree_text, sizeof agree_text, &length, NULL) == SIGMANGLE_OK);
	bool same = length == size && memcmp(agree_text, data, size) == 0;
	AGREE(same == (sigmangle_sip_check(data, size, SIGMANGLE_CANONICAL, NULL) == SIGMANGLE_OK));
	AGREE(!same || !empty_structure);
	AGREE(sigmangle_sip_check(agree_text, length, SIGMANGLE_CANONICAL, NULL) == SIGMANGLE_OK);
}

/* All data of an event, to compare two ways of reading. */
struct agree_events {
	uint64_t hash;
	size_t count;
	size_t stop_at; /* the event at which the visitor ends the visit; 0: never */
};

static enum sigmangle_status agree_event(struct agree_events *events, enum sigmangle_event_kind kind, int64_t number,
	struct sigmangle_string text, size_t offset)
{
	const uint64_t parts[] = { (uint64_t)kind, (uint64_t)number, (uint64_t)(uintptr_t)text.data, text.size,
		offset };
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		events->hash = (events->hash ^ parts[i]) * 0x9E3779B97F4A7C15u + (events->hash >> 29);
	return ++events->count == events->stop_at ? SIGMANGLE_E_NOT_FOUND : SIGMANGLE_OK;
}

static const struct sigmangle_string agree_no_text = { NULL, 0 };

static enum sigmangle_status agree_key_index(void *ctx, int32_t key, size_t offset)
{
	return agree_event(ctx, SIGMANGLE_KEY_INDEX, key, agree_no_text, offset);
}

static enum sigmangle_status agree_key_text(void *ctx, struct sigmangle_string key, size_t offset)
{
	return agree_event(ctx, SIGMANGLE_KEY_TEXT, 0, key, offset);
}

static enum sigmangle_status agree_open(void *ctx, enum sigmangle_structure structure, size_t offset)
{
	return agree_event(ctx, structure == SIGMANGLE_DICT ? SIGMANGLE_OPEN_DICT : SIGMANGLE_OPEN_SEQUENCE, 0,
		agree_no_text, offset);
}

static enum sigmangle_status agree_close(void *ctx, enum sigmangle_structure structure, size_t offset)
{
	return agree_event(ctx, structure == SIGMANGLE_DICT ? SIGMANGLE_CLOSE_DICT : SIGMANGLE_CLOSE_SEQUENCE, 0,
		agree_no_text, offset);
}

static enum sigmangle_status agree_leaf(void *ctx, int32_t position, size_t offset)
{
	return agree_event(ctx, SIGMANGLE_LEAF, position, agree_no_text, offset);
}

static const struct sigmangle_visitor agree_visitor = { agree_key_index, agree_key_text, agree_open, agree_close,
	agree_leaf };

/* A visit has exactly the events of the reader, and ends where the visitor ends it. */
static void agree_visit(const char *data, size_t size, enum sigmangle_side side, enum sigmangle_mode mode,
	const struct agree_events *read, enum sigmangle_status expected, const struct sigmangle_diag *expected_diag)
{
	struct agree_events visited = { 0, 0, 0 };
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	AGREE(sigmangle_sip_visit(data, size, side, mode, &agree_visitor, &visited, &diag) == expected);
	AGREE(visited.hash == read->hash && visited.count == read->count);
	AGREE(expected == SIGMANGLE_OK ||
		(diag.reason == expected_diag->reason && diag.offset == expected_diag->offset));
	if (!read->count)
		return;
	visited = (struct agree_events){ 0, 0, 1 + size % read->count };
	AGREE(sigmangle_sip_visit(data, size, side, mode, &agree_visitor, &visited, NULL) == SIGMANGLE_E_NOT_FOUND);
	AGREE(visited.count == visited.stop_at);
}

static void agree_sip(const char *data, size_t size, enum sigmangle_mode mode)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT, other = SIGMANGLE_DIAG_INIT;
	enum sigmangle_status check = sigmangle_sip_check(data, size, mode, &diag), sides = SIGMANGLE_OK;
	size_t length;
	agree_diag(check, &diag, size);
	for (int side = 0; side < 2 && sides == SIGMANGLE_OK; side++) {
		struct sigmangle_sip sip;
		struct sigmangle_event event = { .kind = SIGMANGLE_LEAF };
		struct agree_events events = { 0, 0, 0 };
		size_t depth = 0;
		sides = sigmangle_sip_open(&sip, data, size, (enum sigmangle_side)side, mode, &other);
		bool opened = sides == SIGMANGLE_OK;
		while (sides == SIGMANGLE_OK && (sides = sigmangle_sip_next(&sip, &event, &other)) == SIGMANGLE_OK) {
			const bool text = event.kind == SIGMANGLE_KEY_TEXT;
			const bool number = event.kind == SIGMANGLE_KEY_INDEX || event.kind == SIGMANGLE_LEAF;
			agree_event(&events, event.kind, number ? event.number : 0, text ? event.text : agree_no_text,
				event.offset);
			depth += event.kind == SIGMANGLE_OPEN_DICT || event.kind == SIGMANGLE_OPEN_SEQUENCE;
			depth -= event.kind == SIGMANGLE_CLOSE_DICT || event.kind == SIGMANGLE_CLOSE_SEQUENCE;
			AGREE(depth == sip.depth && event.offset <= size);
		}
		AGREE(depth == 0); /* all open levels are closed */
		AGREE(!opened || sigmangle_sip_next(&sip, &event, NULL) == sides);
		sides = sides == SIGMANGLE_E_NOT_FOUND ? SIGMANGLE_OK : sides;
		agree_visit(data, size, (enum sigmangle_side)side, mode, &events, sides, &other);
		AGREE(sigmangle_sip_text(data, size, (enum sigmangle_side)side, mode, agree_text, 64, &length, NULL) ==
			sides);
	}
	AGREE((sides == SIGMANGLE_OK) == (check == SIGMANGLE_OK));
	if (check == SIGMANGLE_OK && mode == SIGMANGLE_STRICT && size <= AGREE_MOST)
		agree_sip_again(data, size);
}

/* ---- both kinds of signatures */

static void agree_pair(const char *data, size_t size)
{
	static const struct sigmangle_string f = { "I7!B1!B1!R4!B1!", 15 };
	const struct sigmangle_string input = { data, size };
	const struct sigmangle_attribute attributes[] = { { { "f", 1 }, { data, size } }, { { "fv", 2 }, { "1", 1 } } };
	const int64_t shape[] = { 2, 3 };
	const struct sigmangle_argument arguments[2] = { { SIGMANGLE_BUFFER, { 0, 2, shape, NULL } },
		{ SIGMANGLE_REFERENCE, { 0, 0, NULL, NULL } } };
	struct sigmangle_match matches[2], call;
	struct sigmangle_function function;
	int64_t dynamic[4];
	size_t unused[2], count;
	const bool good = sigmangle_raw_check(data, size, SIGMANGLE_STRICT, NULL) == SIGMANGLE_OK;
	AGREE((sigmangle_function_parse(attributes, 2, SIGMANGLE_STRICT, &function, NULL, NULL) == SIGMANGLE_OK) ==
		good);
	AGREE((sigmangle_match_call(input, arguments, 2, matches, &call, NULL) == SIGMANGLE_OK) == good);
	AGREE(good || sigmangle_dynamic_dims(input, arguments, 2, dynamic, 4, &count, NULL) != SIGMANGLE_OK);
	if (sigmangle_check_pair(f, input, unused, NULL) == SIGMANGLE_OK)
		AGREE(unused[0] <= 2 && unused[1] <= 1);
	(void)!sigmangle_check_pair(input, input, unused, NULL);
}

static void agree_all(const char *data, size_t size)
{
	static const enum sigmangle_mode modes[] = { SIGMANGLE_STRICT, SIGMANGLE_LAX, SIGMANGLE_CANONICAL };
	agree_components(data, size);
	for (int i = 0; i < 3; i++) {
		agree_raw(data, size, modes[i]);
		agree_sip(data, size, modes[i]);
	}
	AGREE(sigmangle_raw_check(data, size, SIGMANGLE_CANONICAL, NULL) != SIGMANGLE_OK ||
		sigmangle_raw_check(data, size, SIGMANGLE_STRICT, NULL) == SIGMANGLE_OK);
	AGREE(sigmangle_sip_check(data, size, SIGMANGLE_CANONICAL, NULL) != SIGMANGLE_OK ||
		sigmangle_sip_check(data, size, SIGMANGLE_STRICT, NULL) == SIGMANGLE_OK);
	AGREE(sigmangle_sip_check(data, size, SIGMANGLE_STRICT, NULL) != SIGMANGLE_OK ||
		sigmangle_sip_check(data, size, SIGMANGLE_LAX, NULL) == SIGMANGLE_OK);
	agree_pair(data, size);
}

#endif
