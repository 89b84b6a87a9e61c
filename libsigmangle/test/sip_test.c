/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SIP signatures: trees, errors, deep nesting without recursion, keys in any order, round trips of random
 * structures. */
#include "check.h"
#include "pick.h"

#include <pthread.h>
#include <sigmangle/sigmangle.h>
#include <stdlib.h>

#define KEYS(...)                                                                                                      \
	(const struct sigmangle_key[]){ __VA_ARGS__ },                                                                 \
		sizeof(struct sigmangle_key[]){ __VA_ARGS__ } / sizeof(struct sigmangle_key)
#define AT(number)                                                                                                     \
	{                                                                                                              \
		NULL, 0, number                                                                                        \
	}
#define NAME(text)                                                                                                     \
	{                                                                                                              \
		text, sizeof text - 1, 0                                                                               \
	}
#define SIGNATURE(text) text, sizeof text - 1

static void refusals_leave_no_trace(void)
{
	struct sigmangle_sip_node nodes[8];
	struct sigmangle_sip_tree tree;
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	char out[64];
	size_t length;
	CHECK_INT(sigmangle_sip_tree_init(&tree, nodes, 0, SIGMANGLE_STRICT), SIGMANGLE_E_ARG);
	CHECK_INT(sigmangle_sip_tree_init(&tree, nodes, 4, SIGMANGLE_STRICT), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, -1, NULL, 0, NULL), SIGMANGLE_E_ARG);
	CHECK_INT(sigmangle_sip_set(&tree, 0, KEYS(NAME("a"), AT(-1)), NULL), SIGMANGLE_E_ARG);
	CHECK_INT(sigmangle_sip_set(&tree, 0, KEYS(AT(0), NAME("x")), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 1, KEYS(NAME("a")), NULL), SIGMANGLE_E_STATE);
	CHECK_INT(sigmangle_sip_set(&tree, 1, KEYS(AT(0)), NULL), SIGMANGLE_E_STATE);
	CHECK_INT(sigmangle_sip_set(&tree, 1, NULL, 0, NULL), SIGMANGLE_E_STATE);
	CHECK_INT(sigmangle_sip_set(&tree, 1, KEYS(AT(0), NAME("x"), AT(3)), &diag), SIGMANGLE_E_STATE);
	CHECK_INT(diag.reason, SIGMANGLE_PATH_TAKEN);
	CHECK_INT(sigmangle_sip_set(&tree, 1, KEYS(AT(1), AT(2)), NULL), SIGMANGLE_E_LIMIT);
	CHECK_INT(sigmangle_sip_set(&tree, 7, KEYS(AT(1)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_mangle(&tree, NULL, out, sizeof out, &length, NULL), SIGMANGLE_OK);
	CHECK_STR(out, "I20!S16!k0D7!K2!x_0k1_7R1!");
}

/* IREE drops the leaf, so lax mode does. */
static void path_through_a_leaf(void)
{
	struct sigmangle_sip_node nodes[8];
	struct sigmangle_sip_tree tree;
	char out[64];
	size_t length;
	(void)!sigmangle_sip_tree_init(&tree, nodes, 8, SIGMANGLE_LAX);
	CHECK_INT(sigmangle_sip_set(&tree, 0, KEYS(AT(0)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 1, KEYS(AT(0), NAME("x")), NULL), SIGMANGLE_OK);
	(void)!sigmangle_sip_mangle(&tree, NULL, out, sizeof out, &length, NULL);
	CHECK_STR(out, "I16!S12!k0D7!K2!x_1R1!");
}

/* Leaves that are first, last, and between others; then further siblings. */
static void paths_through_leaves(void)
{
	struct sigmangle_sip_node nodes[32];
	struct sigmangle_sip_tree tree;
	char out[256];
	size_t length;
	(void)!sigmangle_sip_tree_init(&tree, nodes, 32, SIGMANGLE_LAX);
	for (int32_t i = 0; i < 4; i++)
		CHECK_INT(sigmangle_sip_set(&tree, i, KEYS(AT(7), AT(i)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 10, KEYS(AT(7), AT(2), NAME("b")), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 11, KEYS(AT(7), AT(2), NAME("a"), AT(0)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 12, KEYS(AT(7), AT(2), NAME("a"), AT(1)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 13, KEYS(AT(7), AT(0), AT(5)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 14, KEYS(AT(7), AT(0), AT(6)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 15, KEYS(AT(7), AT(3), AT(0)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 16, KEYS(AT(7), AT(4)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 17, KEYS(AT(3)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 18, KEYS(AT(7), AT(1), AT(9)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 19, KEYS(AT(8)), NULL), SIGMANGLE_OK);
	CHECK_INT(sigmangle_sip_set(&tree, 20, NULL, 0, NULL), SIGMANGLE_E_STATE);
	(void)!sigmangle_sip_mangle(&tree, NULL, out, sizeof out, &length, NULL);
	CHECK_STR(out, "I93!S89!k3_17k7S73!k0S11!k5_13k6_14k1S6!k9_18k2D26!K2!aS11!k0_11k1_12K2!b_10k3S6!k0_15k4_16"
		       "k8_19R1!");
	CHECK_INT(sigmangle_sip_check(out, length, SIGMANGLE_CANONICAL, NULL), SIGMANGLE_OK);
}

static void rooms_of_every_size(void)
{
	struct sigmangle_sip_node nodes[8];
	struct sigmangle_sip_tree tree;
	static const char expected[] = "I21!D17!K4!bar_1K4!foo_0R1!";
	const size_t whole = sizeof expected - 1;
	(void)!sigmangle_sip_tree_init(&tree, nodes, 8, SIGMANGLE_STRICT);
	(void)!sigmangle_sip_set(&tree, 0, KEYS(NAME("foo")), NULL);
	(void)!sigmangle_sip_set(&tree, 1, KEYS(NAME("bar")), NULL);
	for (size_t room = 0; room < whole + 20; room++) {
		char out[64];
		size_t length;
		memset(out, '#', sizeof out);
		CHECK_INT(sigmangle_sip_mangle(&tree, NULL, room ? out : NULL, room, &length, NULL), SIGMANGLE_OK);
		CHECK_INT(length, whole);
		if (room)
			CHECK_STR(out, room > whole ? expected : "");
		CHECK(out[room] == '#');
	}
}

/* ---- depth */

#define DEEP 100000

static char deep[DEEP * 12 + 64];
static size_t deep_size;
static struct sigmangle_key deep_path[DEEP];

/* Alternating sequences and dicts, each with a key after the nested value. */
static void build_deep(bool with_siblings)
{
	static struct sigmangle_sip_node nodes[2 * DEEP + 1];
	struct sigmangle_sip_tree tree;
	for (size_t i = 0; i < DEEP; i++)
		deep_path[i] = i % 2 ? (struct sigmangle_key){ "a", 1, 0 } : (struct sigmangle_key){ NULL, 0, 4 };
	(void)!sigmangle_sip_tree_init(&tree, nodes, sizeof nodes / sizeof *nodes, SIGMANGLE_STRICT);
	CHECK_INT(sigmangle_sip_set(&tree, 7, deep_path, DEEP, NULL), SIGMANGLE_OK);
	for (size_t i = 0; with_siblings && i < 200; i++) {
		struct sigmangle_key was = deep_path[i];
		deep_path[i] = i % 2 ? (struct sigmangle_key){ "b", 1, 0 } : (struct sigmangle_key){ NULL, 0, 5 };
		CHECK_INT(sigmangle_sip_set(&tree, (int32_t)i, deep_path, i + 1, NULL), SIGMANGLE_OK);
		deep_path[i] = was;
	}
	CHECK_INT(sigmangle_sip_mangle(&tree, &tree, NULL, 0, &deep_size, NULL), SIGMANGLE_OK);
	CHECK_OR_RETURN(deep_size < 2 * sizeof deep);
	CHECK_INT(sigmangle_sip_mangle(&tree, NULL, deep, sizeof deep, &deep_size, NULL), SIGMANGLE_OK);
	CHECK_OR_RETURN(deep_size < sizeof deep);
}

static void *read_deep(void *unused)
{
	struct sigmangle_sip sip;
	struct sigmangle_event event;
	size_t opened = 0, closed = 0, most = 0, length;
	int32_t found = -1;
	(void)unused;
	CHECK_INT(sigmangle_sip_check(deep, deep_size, SIGMANGLE_CANONICAL, NULL), SIGMANGLE_OK);
	(void)!sigmangle_sip_open(&sip, deep, deep_size, SIGMANGLE_INPUTS, SIGMANGLE_STRICT, NULL);
	while (sigmangle_sip_next(&sip, &event, NULL) == SIGMANGLE_OK) {
		bool dict = event.kind == SIGMANGLE_CLOSE_DICT;
		opened += event.kind == SIGMANGLE_OPEN_SEQUENCE || event.kind == SIGMANGLE_OPEN_DICT;
		if (dict || event.kind == SIGMANGLE_CLOSE_SEQUENCE) {
			closed++;
			if (!CHECK(dict == (sip.depth % 2 == 1)))
				return NULL;
		}
		most = sip.depth > most ? sip.depth : most;
	}
	CHECK_INT(opened, DEEP);
	CHECK_INT(closed, DEEP);
	CHECK_INT(most, DEEP);
	CHECK_INT(sigmangle_sip_find(deep, deep_size, SIGMANGLE_INPUTS, deep_path, DEEP, &found, NULL), SIGMANGLE_OK);
	CHECK_INT(found, 7);
	CHECK_INT(sigmangle_sip_text(deep, deep_size, SIGMANGLE_INPUTS, SIGMANGLE_STRICT, NULL, 0, &length, NULL),
		SIGMANGLE_OK);
	CHECK(length > (size_t)DEEP * DEEP);
	return NULL;
}

/* 100,000 levels on a stack that is too small for a frame per level. */
static void deep_on_a_small_stack(void)
{
	for (int siblings = 0; siblings < 2; siblings++) {
		pthread_attr_t attributes;
		pthread_t thread;
		build_deep(siblings);
		pthread_attr_init(&attributes);
		pthread_attr_setstacksize(&attributes, 256 << 10);
		CHECK_OR_RETURN(pthread_create(&thread, &attributes, read_deep, NULL) == 0);
		pthread_join(thread, NULL);
		pthread_attr_destroy(&attributes);
	}
}

/* An error at the deepest level is found, and all levels are closed. */
static void deep_error(void)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	struct sigmangle_sip sip;
	struct sigmangle_event event;
	enum sigmangle_status status;
	size_t closed = 0;
	build_deep(false);
	char *leaf = strstr(deep, "_7");
	CHECK_OR_RETURN(leaf != NULL);
	*leaf = '?';
	(void)!sigmangle_sip_open(&sip, deep, deep_size, SIGMANGLE_INPUTS, SIGMANGLE_STRICT, NULL);
	while ((status = sigmangle_sip_next(&sip, &event, &diag)) == SIGMANGLE_OK)
		closed += event.kind == SIGMANGLE_CLOSE_SEQUENCE || event.kind == SIGMANGLE_CLOSE_DICT;
	CHECK_INT(status, SIGMANGLE_E_SYNTAX);
	CHECK_INT(diag.offset, leaf - deep);
	CHECK_INT(closed, DEEP);
	*leaf = '_';
}

/* ---- keys */

static void duplicate(const char *signature, long offset)
{
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	enum sigmangle_status status = sigmangle_sip_check(signature, strlen(signature), SIGMANGLE_STRICT, &diag);
	CHECK_INT(status, offset < 0 ? SIGMANGLE_OK : SIGMANGLE_E_CORRUPT);
	if (offset >= 0) {
		CHECK_STR(sigmangle_reason_name(diag.reason), "duplicate-key");
		CHECK_INT(diag.offset, offset);
	}
	CHECK_INT(sigmangle_sip_check(signature, strlen(signature), SIGMANGLE_LAX, NULL), SIGMANGLE_OK);
}

static void duplicate_keys(void)
{
	duplicate("I12!S9!k1_0k1_1R1!", 11);
	duplicate("I17!S13!k1_0k0_1k1_2R1!", 16);
	duplicate("I17!S13!k2_0k0_1k1_2R1!", -1);
	duplicate("I17!D13!K2!a_0K2!a_1R1!", 14);
	duplicate("I23!D19!K2!b_0K2!a_1K2!b_2R1!", 20);
	duplicate("I1!R17!D13!K2!b_0K2!a_1", -1);
	/* equal keys in different places are different */
	duplicate("I23!S19!k0S5!k0_0k1S5!k0_0R1!", -1);
}

/* Many unsorted keys; then a duplicate. */
static void many_keys(void)
{
	enum { COUNT = 20000 };
	static char text[COUNT * 16];
	for (int twice = 0; twice < 2; twice++) {
		struct sigmangle_builder b = sigmangle_builder_init(text, sizeof text);
		struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
		size_t last = 0;
		for (int32_t i = 0; i < COUNT; i++) {
			int32_t key = (int32_t)((uint32_t)i * 7919u % COUNT);
			last = b.length;
			sigmangle_builder_integer(&b, 'k', twice && i == COUNT - 1 ? 5 : key);
			sigmangle_builder_integer(&b, '_', i);
		}
		last += (size_t)snprintf(NULL, 0, "S%zu!", b.length + 1);
		sigmangle_builder_wrap(&b, 'S', 0);
		last += (size_t)snprintf(NULL, 0, "I%zu!", b.length + 1);
		sigmangle_builder_wrap(&b, 'I', 0);
		sigmangle_builder_span(&b, 'R', NULL, 0);
		CHECK_OR_RETURN(b.length <= b.room);
		CHECK_INT(sigmangle_sip_check(text, b.length, SIGMANGLE_STRICT, &diag),
			twice ? SIGMANGLE_E_CORRUPT : SIGMANGLE_OK);
		if (twice)
			CHECK_INT(diag.offset, last);
	}
}

/* A duplicate of a key before a deeply nested value, during which the reader has dropped the frame. */
static void duplicate_around_many_levels(void)
{
	static const char *const before[] = { "k1_0k0", "k0_0k1", "k1_0k0", "K2!b_0K2!a", "K2!a_0K2!b", "K2!b_0K2!a" };
	static const char *const after[] = { "k1_2", "k1_2", "k2_2", "K2!b_2", "K2!b_2", "K2!c_2" };
	static char data[1 << 16];
	for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
		size_t length = sizeof data;
		char *at = data + length;
		const char tag = *before[i] == 'k' ? 'S' : 'D';
		for (int level = 0; level < 1000; level++) {
			const char *const front = level == 990 ? before[i] : "k0", *const behind = level == 990
													   ? after[i]
													   : "";
			char head[32];
			if (!level)
				memcpy(at -= 2, "_1", 2);
			memmove(at - strlen(behind), at, (size_t)(data + length - at));
			at -= strlen(behind);
			memcpy(data + length - strlen(behind), behind, strlen(behind));
			memcpy(at -= strlen(front), front, strlen(front));
			const int size = snprintf(head, sizeof head, "%c%zu!", level == 990 ? tag : 'S',
				(size_t)(data + length - at) + 1);
			memcpy(at -= size, head, (size_t)size);
		}
		struct sigmangle_builder b = sigmangle_builder_init(data, sizeof data);
		const size_t size = (size_t)(data + length - at);
		memmove(data, at, size);
		b.length = size;
		sigmangle_builder_wrap(&b, 'I', 0);
		sigmangle_builder_span(&b, 'R', NULL, 0);
		struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
		const bool good = i % 3 == 2;
		CHECK_INT(sigmangle_sip_check(data, b.length, SIGMANGLE_STRICT, &diag),
			good ? SIGMANGLE_OK : SIGMANGLE_E_CORRUPT);
		if (!good) {
			CHECK_INT(diag.reason, SIGMANGLE_DUPLICATE_KEY);
			CHECK(memcmp(data + diag.offset, after[i], strlen(after[i])) == 0);
		}
	}
}

/* ---- flat and nested */

#define PATHS "I31!S27!k0D17!K4!bar_1K4!foo_0k1_2R3!_0"

static void finds_and_names_paths(void)
{
	struct sigmangle_key path[4];
	size_t depth;
	int32_t index;
	CHECK_INT(sigmangle_sip_find(SIGNATURE(PATHS), SIGMANGLE_INPUTS, KEYS(AT(0), NAME("foo")), &index, NULL),
		SIGMANGLE_OK);
	CHECK_INT(index, 0);
	CHECK_INT(sigmangle_sip_find(SIGNATURE(PATHS), SIGMANGLE_INPUTS, KEYS(AT(1)), &index, NULL), SIGMANGLE_OK);
	CHECK_INT(index, 2);
	CHECK_INT(sigmangle_sip_find(SIGNATURE(PATHS), SIGMANGLE_RESULTS, NULL, 0, &index, NULL), SIGMANGLE_OK);
	CHECK_INT(index, 0);
	CHECK_INT(sigmangle_sip_find(SIGNATURE(PATHS), SIGMANGLE_INPUTS, KEYS(AT(2)), &index, NULL),
		SIGMANGLE_E_NOT_FOUND);
	CHECK_INT(sigmangle_sip_find(SIGNATURE(PATHS), SIGMANGLE_INPUTS, KEYS(AT(0)), &index, NULL),
		SIGMANGLE_E_NOT_FOUND);
	CHECK_INT(sigmangle_sip_find(SIGNATURE(PATHS), SIGMANGLE_INPUTS, KEYS(NAME("0")), &index, NULL),
		SIGMANGLE_E_NOT_FOUND);
	CHECK_INT(sigmangle_sip_path(SIGNATURE(PATHS), SIGMANGLE_INPUTS, 1, path, 4, &depth, NULL), SIGMANGLE_OK);
	CHECK_INT(depth, 2);
	CHECK(path[0].index == 0 && !path[0].text && path[1].size == 3 && memcmp(path[1].text, "bar", 3) == 0);
	CHECK_INT(sigmangle_sip_path(SIGNATURE(PATHS), SIGMANGLE_INPUTS, 3, path, 4, &depth, NULL),
		SIGMANGLE_E_NOT_FOUND);
	CHECK_INT(sigmangle_sip_path(SIGNATURE(PATHS), SIGMANGLE_INPUTS, 1, path, 1, &depth, NULL), SIGMANGLE_E_LIMIT);
}

/* A structure as a list of paths; the values are the elements of the list. */
struct host {
	size_t count, depth[64];
	struct sigmangle_key path[64][6];
	int value[64];
};

static bool same_key(const struct sigmangle_key *a, const struct sigmangle_key *b)
{
	return a->text ? b->text && a->size == b->size && (!a->size || memcmp(a->text, b->text, a->size) == 0)
		       : !b->text && a->index == b->index;
}

static void *fetch(void *ctx, const struct sigmangle_leaf *leaf)
{
	struct host *host = ctx;
	for (size_t i = 0; i < host->count; i++) {
		size_t level = 0;
		while (level < leaf->depth && host->depth[i] == leaf->depth &&
			same_key(&host->path[i][level], &leaf->path[level]))
			level++;
		if (level == leaf->depth && host->depth[i] == leaf->depth)
			return &host->value[i];
	}
	return NULL;
}

static enum sigmangle_status store(void *ctx, const struct sigmangle_leaf *leaf, void *value)
{
	struct host *host = ctx;
	if (host->count == 64)
		return SIGMANGLE_E_STATE;
	memcpy(host->path[host->count], leaf->path, leaf->depth * sizeof *leaf->path);
	host->depth[host->count] = leaf->depth;
	host->value[host->count++] = value ? *(int *)value : -1;
	return SIGMANGLE_OK;
}

static void flattens(void)
{
	struct host host = { 3, { 2, 1, 2 }, { { AT(0), NAME("foo") }, { AT(1) }, { AT(0), NAME("bar") } },
		{ 10, 12, 11 } };
	struct host back = { 0 };
	struct sigmangle_key path[4];
	struct sigmangle_diag diag = SIGMANGLE_DIAG_INIT;
	void *slots[4];
	CHECK_INT(sigmangle_sip_flatten(SIGNATURE(PATHS), SIGMANGLE_INPUTS, path, 4, fetch, &host, slots, 4, NULL),
		SIGMANGLE_OK);
	CHECK(*(int *)slots[0] == 10 && *(int *)slots[1] == 11 && *(int *)slots[2] == 12 && !slots[3]);
	CHECK_INT(sigmangle_sip_unflatten(SIGNATURE(PATHS), SIGMANGLE_INPUTS, path, 4, store, &back, slots, 4, NULL),
		SIGMANGLE_OK);
	CHECK_INT(back.count, 3);
	for (size_t i = 0; i < back.count; i++) {
		struct sigmangle_leaf leaf = { back.path[i], back.depth[i], 0, 0 };
		int *value = fetch(&host, &leaf);
		CHECK(value && *value == back.value[i]);
	}
	CHECK_INT(sigmangle_sip_flatten(SIGNATURE(PATHS), SIGMANGLE_INPUTS, path, 4, fetch, &host, slots, 2, &diag),
		SIGMANGLE_E_CORRUPT);
	CHECK_INT(diag.reason, SIGMANGLE_INDEX_RANGE);
	CHECK_INT(diag.offset, 32);
	diag = (struct sigmangle_diag)SIGMANGLE_DIAG_INIT;
	host.count = 1;
	CHECK_INT(sigmangle_sip_flatten(SIGNATURE(PATHS), SIGMANGLE_INPUTS, path, 4, fetch, &host, slots, 4, &diag),
		SIGMANGLE_E_CORRUPT);
	CHECK_INT(diag.reason, SIGMANGLE_VALUE_MISSING);
	diag = (struct sigmangle_diag)SIGMANGLE_DIAG_INIT;
	host = (struct host){ 2, { 1, 1 }, { { AT(0) }, { AT(1) } }, { 1, 2 } };
	CHECK_INT(sigmangle_sip_flatten(
			  SIGNATURE("I12!S9!k0_0k1_0R1!"), SIGMANGLE_INPUTS, path, 4, fetch, &host, slots, 4, &diag),
		SIGMANGLE_E_CORRUPT);
	CHECK_INT(diag.reason, SIGMANGLE_INDEX_TWICE);
}

/* ---- random structures */

/* Round trip: some paths in any order, to a signature, to the same paths. */
static void random_structures(void)
{
	static const char *const words[] = { "", "a", "aa", "b", "\x7f", "\x80", "10", "9" };
	for (int round = 0; round < 20000; round++) {
		struct sigmangle_sip_node nodes[64 * 6 + 1];
		struct sigmangle_sip_tree tree;
		struct host host = { 0 }, back = { 0 };
		struct sigmangle_key path[6];
		char out[4096];
		size_t length, tries = pick(20);
		void *slots[64];
		(void)!sigmangle_sip_tree_init(&tree, nodes, sizeof nodes / sizeof *nodes, SIGMANGLE_STRICT);
		while (tries--) {
			struct sigmangle_key *to = host.path[host.count];
			size_t depth = pick(6);
			for (size_t i = 0; i < depth; i++) {
				const char *word = words[pick(8)];
				to[i] = i % 2 ? (struct sigmangle_key){ word, strlen(word), 0 }
					      : (struct sigmangle_key){ NULL, 0, (int32_t)pick(12) };
			}
			if (!pick(8)) /* a written tree can be extended */
				(void)!sigmangle_sip_mangle(NULL, &tree, out, pick(2) ? 0 : sizeof out, &length, NULL);
			if (sigmangle_sip_set(&tree, (int32_t)host.count, to, depth, NULL) == SIGMANGLE_OK) {
				host.depth[host.count] = depth;
				host.value[host.count] = (int)host.count;
				host.count++;
			}
		}
		CHECK_OR_RETURN(sigmangle_sip_mangle(NULL, &tree, out, sizeof out, &length, NULL) == SIGMANGLE_OK);
		CHECK_OR_RETURN(sigmangle_sip_check(out, length, SIGMANGLE_CANONICAL, NULL) == SIGMANGLE_OK);
		/* exactly sufficient room, and too little */
		char again[4096];
		size_t again_length;
		(void)!sigmangle_sip_mangle(NULL, &tree, again, length + 1, &again_length, NULL);
		CHECK_OR_RETURN(again_length == length && strcmp(again, out) == 0);
		(void)!sigmangle_sip_mangle(NULL, &tree, again, 1 + pick((uint32_t)length), &again_length, NULL);
		CHECK_OR_RETURN(again_length == length && !*again);
		CHECK_OR_RETURN(sigmangle_sip_flatten(out, length, SIGMANGLE_RESULTS, path, 6, fetch, &host, slots,
					host.count, NULL) == SIGMANGLE_OK);
		for (size_t i = 0; i < host.count; i++)
			CHECK_OR_RETURN(slots[i] == &host.value[i]);
		CHECK_OR_RETURN(sigmangle_sip_unflatten(out, length, SIGMANGLE_RESULTS, path, 6, store, &back, slots,
					host.count, NULL) == SIGMANGLE_OK);
		CHECK_OR_RETURN(back.count == host.count);
	}
}

/* The size that README.md states. */
_Static_assert(sizeof(struct sigmangle_sip) <= 3 * 1024, "a reader of SIP signatures has at most 3 KiB");

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(refusals_leave_no_trace), CHECK_CASE(path_through_a_leaf),
		CHECK_CASE(paths_through_leaves), CHECK_CASE(rooms_of_every_size), CHECK_CASE(deep_on_a_small_stack),
		CHECK_CASE(deep_error), CHECK_CASE(duplicate_keys), CHECK_CASE(many_keys),
		CHECK_CASE(duplicate_around_many_levels), CHECK_CASE(finds_and_names_paths), CHECK_CASE(flattens),
		CHECK_CASE(random_structures) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
