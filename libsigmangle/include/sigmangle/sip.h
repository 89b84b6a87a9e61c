/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SIP signatures (attribute `sip`): how the flat inputs and results make up nested sequences and dicts. Each leaf
 * names a position in the raw signature; the keys on the way to it are its index path.
 *
 * 	I12!S9!k0_0k1_1R26!D22!K2!x_0K10!x_squared_1
 * 	inputs [#0, #1], results {"x": #0, "x_squared": #1}
 *
 * IREE "Function signatures", section "Structured Index Path ABI". A side may also be empty: no inputs, no results. */
#ifndef SIGMANGLE_SIP_H
#define SIGMANGLE_SIP_H

#include <sigmangle/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One key of an index path: of a dict when `text` is not NULL, of a sequence otherwise. */
struct sigmangle_key {
	const char *text; /* any bytes, also none; borrowed */
	size_t size;
	int32_t index; /* 0 or more */
};

/* ---- reading */

enum sigmangle_event_kind {
	SIGMANGLE_KEY_INDEX = 1, /* key of a sequence: number */
	SIGMANGLE_KEY_TEXT = 2,  /* key of a dict: text */
	SIGMANGLE_OPEN_SEQUENCE = 3,
	SIGMANGLE_OPEN_DICT = 4,
	SIGMANGLE_CLOSE_SEQUENCE = 5,
	SIGMANGLE_CLOSE_DICT = 6,
	SIGMANGLE_LEAF = 7 /* position in the raw signature: number */
};

struct sigmangle_event {
	enum sigmangle_event_kind kind;
	int32_t number;
	struct sigmangle_string text; /* a view of the signature */
	size_t offset;                /* of the component in the signature; of a closing one: its end */
};

#define SIGMANGLE_SIP_FRAMES 64
#define SIGMANGLE_SIP_MARKS 128

/* A sequence or dict that is being read; positions from `base`. Private. */
struct sigmangle_sip_frame {
	uint32_t start, end;      /* of the payload */
	uint32_t last, last_size; /* the key before, for their order */
	uint32_t kind;
};
struct sigmangle_sip_mark {
	uint32_t start, end, kind;
};

/* Reads one side. Nesting is bounded by the size of the signature alone; the reader always takes these same bytes: it
 * remembers the innermost levels and some of the outer ones, and finds the others again from those. Reading n
 * components, d of them nested within each other, takes time in the order of n, for d up to some 4,000; above that
 * each level takes d / 4,000 times as long. The exception is a structure of which many parts each go down by more than
 * SIGMANGLE_SIP_FRAMES / 2 levels: behind each, those before it are skipped again. That takes a quarter of a second
 * for a signature of 1 MB made for the purpose, and 16 times as long for 4 MB: limit what comes from strangers.
 * Thread class: one-at-a-time, a plain value. Private, apart from `depth`: how many are open. */
struct sigmangle_sip {
	const char *origin, *base, *limit; /* the signature; what positions are counted from; the side's end */
	const char *next;
	size_t depth;
	enum sigmangle_mode mode;
	uint32_t want;
	enum sigmangle_reason failed;
	size_t failed_at;
	uint32_t level, marks, spacing; /* level: of the innermost one in `window` */
	struct sigmangle_sip_frame window[SIGMANGLE_SIP_FRAMES];
	struct sigmangle_sip_mark mark[SIGMANGLE_SIP_MARKS];
};

/* Begins with one side. Strict: checks the frame (I, then R, then nothing), not what is in it.
 * @return SIGMANGLE_OK · SIGMANGLE_E_SYNTAX · SIGMANGLE_E_CORRUPT; *out_sip is usable only after SIGMANGLE_OK
 * The bytes must stay valid and unchanged. */
SIGMANGLE_API enum sigmangle_status sigmangle_sip_open(struct sigmangle_sip *out_sip, const char *signature,
	size_t size, enum sigmangle_side side, enum sigmangle_mode mode, struct sigmangle_diag *diag);
/* Takes one event. Whatever was opened is closed, before an error too: the error comes behind the last of those
 * events, and again with every later call.
 * @return SIGMANGLE_OK · SIGMANGLE_E_NOT_FOUND at the end · SIGMANGLE_E_SYNTAX · SIGMANGLE_E_CORRUPT */
SIGMANGLE_API enum sigmangle_status sigmangle_sip_next(
	struct sigmangle_sip *sip, struct sigmangle_event *out_event, struct sigmangle_diag *diag);

enum sigmangle_structure { SIGMANGLE_SEQUENCE = 0, SIGMANGLE_DICT = 1 };

/* What is called for the events, each with the offset as above; none is NULL. Anything but SIGMANGLE_OK ends the
 * visit and becomes its result. */
struct sigmangle_visitor {
	enum sigmangle_status (*key_index)(void *ctx, int32_t key, size_t offset);
	enum sigmangle_status (*key_text)(void *ctx, struct sigmangle_string key, size_t offset);
	enum sigmangle_status (*open)(void *ctx, enum sigmangle_structure structure, size_t offset);
	enum sigmangle_status (*close)(void *ctx, enum sigmangle_structure structure, size_t offset);
	enum sigmangle_status (*leaf)(void *ctx, int32_t position, size_t offset);
};
/* The events of the two calls above, some of them faster. @return SIGMANGLE_OK · what they or the visitor return */
SIGMANGLE_API enum sigmangle_status sigmangle_sip_visit(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, const struct sigmangle_visitor *visitor, void *ctx, struct sigmangle_diag *diag);

/* Checks all of a signature. The diagnostic names the first byte that is wrong; of keys that come twice in a dict or
 * sequence that is not sorted the offset is the later key, found when that one ends. */
SIGMANGLE_API enum sigmangle_status sigmangle_sip_check(
	const char *signature, size_t size, enum sigmangle_mode mode, struct sigmangle_diag *diag);

/* The text of one side as IREE prints it, several lines, keys without quotes. Like snprintf: see
 * sigmangle_raw_text(). */
SIGMANGLE_API enum sigmangle_status sigmangle_sip_text(const char *signature, size_t size, enum sigmangle_side side,
	enum sigmangle_mode mode, char *out, size_t room, size_t *out_length, struct sigmangle_diag *diag);

/* ---- from the structure to flat positions and back */

/* Walks the leaves of a side with their paths. The path lies in the caller's memory and is valid until the next
 * call. */
struct sigmangle_leaves {
	struct sigmangle_sip sip;
	struct sigmangle_key *path;
	size_t room;
};
struct sigmangle_leaf {
	const struct sigmangle_key *path;
	size_t depth; /* keys; 0: the side is this one value */
	int32_t index;
	size_t offset; /* of the leaf in the signature */
};

SIGMANGLE_API enum sigmangle_status sigmangle_leaves_open(struct sigmangle_leaves *out_leaves, const char *signature,
	size_t size, enum sigmangle_side side, struct sigmangle_key *path, size_t room, struct sigmangle_diag *diag);
/* @return SIGMANGLE_OK · SIGMANGLE_E_NOT_FOUND at the end · SIGMANGLE_E_LIMIT a path has more than `room` keys · other
 *         errors as of sigmangle_sip_next() */
SIGMANGLE_API enum sigmangle_status sigmangle_leaves_next(
	struct sigmangle_leaves *leaves, struct sigmangle_leaf *out_leaf, struct sigmangle_diag *diag);

/* The position that a path leads to. Skips what lies beside the path.
 * @return SIGMANGLE_OK · SIGMANGLE_E_NOT_FOUND no leaf is there · errors */
SIGMANGLE_API enum sigmangle_status sigmangle_sip_find(const char *signature, size_t size, enum sigmangle_side side,
	const struct sigmangle_key *path, size_t depth, int32_t *out_index, struct sigmangle_diag *diag);
/* The path of the first leaf with this position, in path[0..*out_depth).
 * @return SIGMANGLE_OK · SIGMANGLE_E_NOT_FOUND · SIGMANGLE_E_LIMIT · errors */
SIGMANGLE_API enum sigmangle_status sigmangle_sip_path(const char *signature, size_t size, enum sigmangle_side side,
	int32_t index, struct sigmangle_key *path, size_t room, size_t *out_depth, struct sigmangle_diag *diag);

/* Structure to flat: asks `fetch` for the value of every path and puts it at its position in slots[0..count), which are
 * set to NULL first: positions that the structure does not name stay NULL.
 * `fetch` returns NULL when there is nothing at the path.
 * @return SIGMANGLE_OK · SIGMANGLE_E_CORRUPT: SIGMANGLE_VALUE_MISSING, SIGMANGLE_INDEX_RANGE, SIGMANGLE_INDEX_TWICE,
 *         with the leaf's offset · errors of the reader */
typedef void *(*sigmangle_fetch_fn)(void *ctx, const struct sigmangle_leaf *leaf);
SIGMANGLE_API enum sigmangle_status sigmangle_sip_flatten(const char *signature, size_t size, enum sigmangle_side side,
	struct sigmangle_key *path, size_t room, sigmangle_fetch_fn fetch, void *ctx, void **slots, size_t count,
	struct sigmangle_diag *diag);

/* Flat to structure: gives every path and its value out of slots[0..count) to `store`, in the order of the signature.
 * @return SIGMANGLE_OK · what `store` returns · SIGMANGLE_E_CORRUPT: SIGMANGLE_INDEX_RANGE · errors of the reader */
typedef enum sigmangle_status (*sigmangle_store_fn)(void *ctx, const struct sigmangle_leaf *leaf, void *value);
SIGMANGLE_API enum sigmangle_status sigmangle_sip_unflatten(const char *signature, size_t size,
	enum sigmangle_side side, struct sigmangle_key *path, size_t room, sigmangle_store_fn store, void *ctx,
	void *const *slots, size_t count, struct sigmangle_diag *diag);

/* ---- writing: a tree of nodes in the caller's memory */

/* Private; to be declared in arrays, which must not move while a tree is in them. */
struct sigmangle_sip_node {
	struct sigmangle_key key;
	int32_t index;                                       /* of a leaf; below 0: what it is */
	struct sigmangle_sip_node *parent, *previous, *last; /* previous: child, of the first the parent; last: child */
	union {
		struct sigmangle_sip_node *recent; /* child */
		size_t mark;                       /* while it is written */
	} at;
};

/* One side. Keys are borrowed: their bytes must stay valid and unchanged until the signature is written.
 * Thread class: one-at-a-time. Private. */
struct sigmangle_sip_tree {
	struct sigmangle_sip_node *nodes, *unused, *end;
	struct sigmangle_sip_node *cursor; /* what the last leaf lies in, with `cursor_depth` keys that lead there */
	size_t cursor_depth, leaf_depth;   /* leaf_depth: of the last leaf, if it is in a sequence */
	enum sigmangle_mode mode;
};

/* Begins with an empty side. One node, and one for each key of the paths, are always enough.
 * @param mode  SIGMANGLE_LAX: a path that leads through a leaf takes its place, as IREE has it
 * @return SIGMANGLE_OK · SIGMANGLE_E_ARG there is not even one node */
SIGMANGLE_API enum sigmangle_status sigmangle_sip_tree_init(
	struct sigmangle_sip_tree *out_tree, struct sigmangle_sip_node *nodes, size_t room, enum sigmangle_mode mode);
/* Says that the value at `path` is number `index` of the raw signature. Keys may come in any order; setting paths in
 * ascending order takes constant time for each key, others up to the number of keys beside it.
 * @return SIGMANGLE_OK · SIGMANGLE_E_ARG index or a key below 0 · SIGMANGLE_E_STATE the place is taken, or what is
 *         there has keys of the other kind · SIGMANGLE_E_LIMIT no nodes left; after an error the tree is as before */
SIGMANGLE_API enum sigmangle_status sigmangle_sip_set(struct sigmangle_sip_tree *tree, int32_t index,
	const struct sigmangle_key *path, size_t depth, struct sigmangle_diag *diag);
/* Writes a whole signature, canonical. Either tree may be NULL: an empty side. Like sigmangle_raw_mangle().
 * @return SIGMANGLE_OK · SIGMANGLE_E_LIMIT too long */
SIGMANGLE_API enum sigmangle_status sigmangle_sip_mangle(struct sigmangle_sip_tree *inputs,
	struct sigmangle_sip_tree *results, char *out, size_t room, size_t *out_length, struct sigmangle_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
