/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of all functions of libsigmangle, with diagnostics of all sizes. */
#include <sigmangle/sigmangle.h>

#define DIAGS_STRUCT struct sigmangle_diag
#include "diags.h"

#define TEXT(text) ((struct sigmangle_string){ text, sizeof text - 1 })
#define BYTES(text) text, sizeof text - 1
#define RAW "I7!B1!B1!R7!B4!d-1"
#define PAIR "I12!S9!k0_0k1_1R3!_0"

/* ---- components and attributes */

DIAGS_FAILS(sigmangle_lexer_next)
{
	struct sigmangle_lexer lexer = sigmangle_lexer_init(BYTES("d"));
	struct sigmangle_component component;
	return sigmangle_lexer_next(&lexer, &component, diag);
}
DIAGS_FAILS_TOO(sigmangle_lexer_next, tag)
{
	struct sigmangle_lexer lexer = sigmangle_lexer_init(BYTES("\x1b[31m"));
	struct sigmangle_component component;
	return sigmangle_lexer_next(&lexer, &component, diag);
}
DIAGS_FAILS(sigmangle_lexer_seek)
{
	struct sigmangle_lexer lexer = sigmangle_lexer_init(BYTES("d1B9!"));
	struct sigmangle_component component;
	return sigmangle_lexer_seek(&lexer, 'B', &component, diag);
}

static unsigned parse(const struct sigmangle_attribute *attributes, size_t count, void *diag)
{
	struct sigmangle_function function;
	return sigmangle_function_parse(attributes, count, SIGMANGLE_STRICT, &function, NULL, diag);
}
DIAGS_FAILS(sigmangle_function_parse) { return parse(NULL, 0, diag); }
DIAGS_FAILS_TOO(sigmangle_function_parse, twice)
{
	const struct sigmangle_attribute attributes[] = { { TEXT("f"), TEXT(RAW) }, { TEXT("f"), TEXT(RAW) } };
	return parse(attributes, 2, diag);
}
DIAGS_FAILS_TOO(sigmangle_function_parse, signature)
{
	const struct sigmangle_attribute attributes[] = { { TEXT("f"), TEXT("I1!") }, { TEXT("fv"), TEXT("1") } };
	return parse(attributes, 2, diag);
}
DIAGS_FAILS(sigmangle_check_pair)
{
	size_t unused[2];
	return sigmangle_check_pair(TEXT(RAW), TEXT("I1!R3!_1"), unused, diag);
}
DIAGS_FAILS_TOO(sigmangle_check_pair, twice) { return sigmangle_check_pair(TEXT(RAW), TEXT("I12!S9!k0_0k1_0R1!"), NULL, diag); }
DIAGS_FAILS_TOO(sigmangle_check_pair, raw) { return sigmangle_check_pair(TEXT("I"), TEXT(PAIR), NULL, diag); }

/* ---- raw signatures */

static enum sigmangle_status no_item(void *ctx, const struct sigmangle_item *item)
{
	(void)ctx, (void)item;
	return SIGMANGLE_OK;
}
DIAGS_FAILS(sigmangle_raw_open)
{
	struct sigmangle_raw raw;
	return sigmangle_raw_open(&raw, BYTES("I1!"), SIGMANGLE_INPUTS, SIGMANGLE_STRICT, diag);
}
DIAGS_FAILS(sigmangle_raw_next)
{
	struct sigmangle_raw raw;
	struct sigmangle_item item;
	if (sigmangle_raw_open(&raw, BYTES("I5!S3!t9_R1!"), SIGMANGLE_INPUTS, SIGMANGLE_LAX, NULL) != SIGMANGLE_OK)
		return 0;
	raw.mode = SIGMANGLE_STRICT;
	return sigmangle_raw_next(&raw, &item, diag);
}
DIAGS_FAILS_TOO(sigmangle_raw_next, room)
{
	struct sigmangle_raw raw;
	struct sigmangle_item item;
	if (sigmangle_raw_open(&raw, BYTES("I8!B5!d1d2R1!"), SIGMANGLE_INPUTS, SIGMANGLE_STRICT, NULL) != SIGMANGLE_OK)
		return 0;
	sigmangle_raw_room(&raw, NULL, 0);
	return sigmangle_raw_next(&raw, &item, diag);
}
DIAGS_FAILS(sigmangle_raw_visit)
{
	return sigmangle_raw_visit(BYTES("I4!X1!R1!"), SIGMANGLE_INPUTS, SIGMANGLE_STRICT, no_item, NULL, diag);
}
DIAGS_FAILS(sigmangle_raw_check) { return sigmangle_raw_check(BYTES("I1!R1!R1!"), SIGMANGLE_STRICT, diag); }
DIAGS_FAILS_TOO(sigmangle_raw_check, canonical) { return sigmangle_raw_check(BYTES("I6!S3!t00R1!"), SIGMANGLE_CANONICAL, diag); }
DIAGS_FAILS(sigmangle_raw_text)
{
	char out[8];
	size_t length;
	return sigmangle_raw_text(BYTES("I4!O2!xR1!"), SIGMANGLE_STRICT, out, sizeof out, &length, diag);
}
DIAGS_FAILS(sigmangle_raw_mangle)
{
	const struct sigmangle_item item = { .category = SIGMANGLE_SCALAR, .type = SIGMANGLE_TYPE_COUNT };
	char out[8];
	size_t length;
	return sigmangle_raw_mangle(&item, 1, NULL, 0, SIGMANGLE_STRICT, out, sizeof out, &length, diag);
}

/* ---- calls */

DIAGS_FAILS(sigmangle_match_call)
{
	struct sigmangle_match call;
	return sigmangle_match_call(TEXT("I1!"), NULL, 0, NULL, &call, diag);
}
DIAGS_FAILS(sigmangle_dynamic_dims)
{
	size_t count;
	return sigmangle_dynamic_dims(TEXT("R1!I1!"), NULL, 0, NULL, 0, &count, diag);
}
DIAGS_FAILS_TOO(sigmangle_dynamic_dims, mismatch)
{
	size_t count;
	return sigmangle_dynamic_dims(TEXT(RAW), NULL, 0, NULL, 0, &count, diag);
}

/* ---- SIP signatures: reading */

static enum sigmangle_status no_key_index(void *ctx, int32_t key, size_t offset)
{
	(void)ctx, (void)key, (void)offset;
	return SIGMANGLE_OK;
}
static enum sigmangle_status no_key_text(void *ctx, struct sigmangle_string key, size_t offset)
{
	(void)ctx, (void)key, (void)offset;
	return SIGMANGLE_OK;
}
static enum sigmangle_status no_level(void *ctx, enum sigmangle_structure structure, size_t offset)
{
	(void)ctx, (void)structure, (void)offset;
	return SIGMANGLE_OK;
}
static const struct sigmangle_visitor no_visitor = { no_key_index, no_key_text, no_level, no_level, no_key_index };

DIAGS_FAILS(sigmangle_sip_open)
{
	struct sigmangle_sip sip;
	return sigmangle_sip_open(&sip, BYTES("I3!_0"), SIGMANGLE_RESULTS, SIGMANGLE_STRICT, diag);
}
DIAGS_FAILS(sigmangle_sip_next)
{
	struct sigmangle_sip sip;
	struct sigmangle_event event;
	unsigned status = sigmangle_sip_open(&sip, BYTES("I8!S5!K2!aR1!"), SIGMANGLE_INPUTS, SIGMANGLE_STRICT, NULL);
	while (status == SIGMANGLE_OK) /* the levels that were opened are closed first */
		status = sigmangle_sip_next(&sip, &event, diag);
	return status;
}
DIAGS_FAILS(sigmangle_sip_visit)
{
	return sigmangle_sip_visit(BYTES("I7!S4!k-1R1!"), SIGMANGLE_INPUTS, SIGMANGLE_STRICT, &no_visitor, NULL, diag);
}
DIAGS_FAILS(sigmangle_sip_check) { return sigmangle_sip_check(BYTES("I12!S9!k0_0k0_1R1!"), SIGMANGLE_STRICT, diag); }
DIAGS_FAILS(sigmangle_sip_text)
{
	char out[8];
	size_t length;
	return sigmangle_sip_text(BYTES("I5!_0_1R1!"), SIGMANGLE_INPUTS, SIGMANGLE_STRICT, out, sizeof out, &length, diag);
}
DIAGS_FAILS(sigmangle_leaves_open)
{
	struct sigmangle_leaves leaves;
	return sigmangle_leaves_open(&leaves, BYTES(""), SIGMANGLE_INPUTS, NULL, 0, diag);
}
DIAGS_FAILS(sigmangle_leaves_next)
{
	struct sigmangle_leaves leaves;
	struct sigmangle_leaf leaf;
	if (sigmangle_leaves_open(&leaves, BYTES(PAIR), SIGMANGLE_INPUTS, NULL, 0, NULL) != SIGMANGLE_OK)
		return 0;
	return sigmangle_leaves_next(&leaves, &leaf, diag);
}
DIAGS_FAILS(sigmangle_sip_find)
{
	const struct sigmangle_key path = { .index = 1 };
	int32_t index;
	return sigmangle_sip_find(BYTES("I8!S5!k0_xR1!"), SIGMANGLE_INPUTS, &path, 1, &index, diag);
}
DIAGS_FAILS(sigmangle_sip_path)
{
	size_t depth;
	return sigmangle_sip_path(BYTES(PAIR), SIGMANGLE_INPUTS, 1, NULL, 0, &depth, diag);
}

/* ---- SIP signatures: conversion and writing */

static void *no_value(void *ctx, const struct sigmangle_leaf *leaf)
{
	(void)ctx, (void)leaf;
	return NULL;
}
static enum sigmangle_status no_store(void *ctx, const struct sigmangle_leaf *leaf, void *value)
{
	(void)ctx, (void)leaf, (void)value;
	return SIGMANGLE_OK;
}
static unsigned flatten(size_t count, void *diag)
{
	struct sigmangle_key path[2];
	void *slots[2];
	return sigmangle_sip_flatten(BYTES(PAIR), SIGMANGLE_INPUTS, path, 2, no_value, NULL, slots, count, diag);
}
DIAGS_FAILS(sigmangle_sip_flatten) { return flatten(2, diag); }
DIAGS_FAILS_TOO(sigmangle_sip_flatten, range) { return flatten(0, diag); }
DIAGS_FAILS(sigmangle_sip_unflatten)
{
	struct sigmangle_key path[2];
	return sigmangle_sip_unflatten(BYTES(PAIR), SIGMANGLE_INPUTS, path, 2, no_store, NULL, NULL, 0, diag);
}

static unsigned set(int32_t index, const struct sigmangle_key *path, size_t depth, size_t room, void *diag)
{
	struct sigmangle_sip_node nodes[4];
	struct sigmangle_sip_tree tree;
	if (sigmangle_sip_tree_init(&tree, nodes, room, SIGMANGLE_STRICT) != SIGMANGLE_OK)
		return 0;
	return sigmangle_sip_set(&tree, index, path, depth, diag);
}
DIAGS_FAILS(sigmangle_sip_set) { return set(-1, NULL, 0, 1, diag); }
DIAGS_FAILS_TOO(sigmangle_sip_set, key) { return set(0, &(struct sigmangle_key){ .index = -1 }, 1, 4, diag); }
DIAGS_FAILS_TOO(sigmangle_sip_set, nodes) { return set(0, &(struct sigmangle_key){ .index = 0 }, 1, 1, diag); }
DIAGS_FAILS(sigmangle_sip_mangle)
{
	/* Without room for the signature the bytes of the key are not read. */
	const struct sigmangle_key path = { .text = "", .size = (size_t)INT32_MAX + 1 };
	struct sigmangle_sip_node nodes[4];
	struct sigmangle_sip_tree tree;
	size_t length;
	if (sigmangle_sip_tree_init(&tree, nodes, 4, SIGMANGLE_STRICT) != SIGMANGLE_OK ||
		sigmangle_sip_set(&tree, 0, &path, 1, NULL) != SIGMANGLE_OK)
		return 0;
	return sigmangle_sip_mangle(&tree, NULL, NULL, 0, &length, diag);
}

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(sigmangle_lexer_next), DIAGS_CASE_TOO(sigmangle_lexer_next, tag),
		DIAGS_CASE(sigmangle_lexer_seek), DIAGS_CASE(sigmangle_function_parse), DIAGS_CASE_TOO(sigmangle_function_parse, twice),
		DIAGS_CASE_TOO(sigmangle_function_parse, signature), DIAGS_CASE(sigmangle_check_pair),
		DIAGS_CASE_TOO(sigmangle_check_pair, twice), DIAGS_CASE_TOO(sigmangle_check_pair, raw), DIAGS_CASE(sigmangle_raw_open),
		DIAGS_CASE(sigmangle_raw_next), DIAGS_CASE_TOO(sigmangle_raw_next, room), DIAGS_CASE(sigmangle_raw_visit),
		DIAGS_CASE(sigmangle_raw_check), DIAGS_CASE_TOO(sigmangle_raw_check, canonical), DIAGS_CASE(sigmangle_raw_text),
		DIAGS_CASE(sigmangle_raw_mangle), DIAGS_CASE(sigmangle_match_call), DIAGS_CASE(sigmangle_dynamic_dims),
		DIAGS_CASE_TOO(sigmangle_dynamic_dims, mismatch), DIAGS_CASE(sigmangle_sip_open), DIAGS_CASE(sigmangle_sip_next),
		DIAGS_CASE(sigmangle_sip_visit), DIAGS_CASE(sigmangle_sip_check), DIAGS_CASE(sigmangle_sip_text),
		DIAGS_CASE(sigmangle_leaves_open), DIAGS_CASE(sigmangle_leaves_next), DIAGS_CASE(sigmangle_sip_find),
		DIAGS_CASE(sigmangle_sip_path), DIAGS_CASE(sigmangle_sip_flatten), DIAGS_CASE_TOO(sigmangle_sip_flatten, range),
		DIAGS_CASE(sigmangle_sip_unflatten), DIAGS_CASE(sigmangle_sip_set), DIAGS_CASE_TOO(sigmangle_sip_set, key),
		DIAGS_CASE_TOO(sigmangle_sip_set, nodes), DIAGS_CASE(sigmangle_sip_mangle) };
	return diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
