/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SIP signatures (attribute `sip`): the nested sequences and dicts that the flat inputs and results form. Each leaf is
 * a position in the raw signature; the keys that lead to it are its index path.
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

/* One key of an index path: of a dict if `text` is not NULL, otherwise of a sequence. */
struct sigmangle_key {
	const char *text; /* any bytes, may be empty; borrowed */
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
	size_t offset;                /* of the component in the signature; for a closing event: its end */
};

#define SIGMANGLE_SIP_FRAMES 64
#define SIGMANGLE_SIP_MARKS 128

/* An open sequence or dict; positions are relative to `base`. Private. */
struct sigmangle_sip_frame {
	uint32_t start, end;      /* of the payload */
	uint32_t last, last_size; /* the previous key, to check the order */
	uint32_t kind;
};
struct sigmangle_sip_mark {
	uint32_t start, end, kind;
};

/* Reads one side. Nesting is limited only by the size of the signature, and the reader has a fixed size: it stores the
 * innermost levels and some of the outer ones, and finds the others again from those. Reading n components with a
 * nesting depth d takes time O(n) for d up to about 4,000; for larger d each level takes d / 4,000 times as long. The
 * worst case is a structure with many parts that are each deeper than SIGMANGLE_SIP_FRAMES / 2 levels, because all
 * previous siblings are skipped again after each part. A constructed signature of 1 MB takes a quarter of a second, one
 * of 4 MB 16 times as long: limit the size of untrusted signatures. Thread class: one-at-a-time, a plain value.
 * Private, apart from `depth`, the number of open levels. */
struct sigmangle_sip {
	const char *origin, *base, *limit; /* the signature; the origin of positions; the end of the side */
	const char *next;
	size_t depth;
	enum sigmangle_mode mode;
	uint32_t want;
	enum sigmangle_reason failed;
	size_t failed_at;
	uint32_t level, marks, spacing; /* level: of the innermost frame in `window` */
	struct sigmangle_sip_frame window[SIGMANGLE_SIP_FRAMES];
	struct sigmangle_sip_mark mark[SIGMANGLE_SIP_MARKS];
};

/* Starts reading one side. Strict: checks the frame (I, then R, then nothing), not the contents.
 * @return SIGMANGLE_OK · SIGMANGLE_E_SYNTAX · SIGMANGLE_E_CORRUPT; *out_sip is usable only after SIGMANGLE_OK
 * The bytes must stay valid and unchanged. */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_open(struct sigmangle_sip *out_sip,
	const char *signature, size_t size, enum sigmangle_side side, enum sigmangle_mode mode,
	struct sigmangle_diag *diag);
/* Reads one event. Every opened level gets a closing event, even before an error: the error is returned after the last
 * of these events, and by every later call.
 * @return SIGMANGLE_OK · SIGMANGLE_E_NOT_FOUND at the end · SIGMANGLE_E_SYNTAX · SIGMANGLE_E_CORRUPT */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_next(
	struct sigmangle_sip *sip, struct sigmangle_event *out_event, struct sigmangle_diag *diag);

enum sigmangle_structure { SIGMANGLE_SEQUENCE = 0, SIGMANGLE_DICT = 1 };

/* Callbacks for the events, each with the offset as above; none may be NULL. A status other than SIGMANGLE_OK ends the
 * visit and becomes its result. */
struct sigmangle_visitor {
	enum sigmangle_status (*key_index)(void *ctx, int32_t key, size_t offset);
	enum sigmangle_status (*key_text)(void *ctx, struct sigmangle_string key, size_t offset);
	enum sigmangle_status (*open)(void *ctx, enum sigmangle_structure structure, size_t offset);
	enum sigmangle_status (*close)(void *ctx, enum sigmangle_structure structure, size_t offset);
	enum sigmangle_status (*leaf)(void *ctx, int32_t position, size_t offset);
};
/* Visits the events of the two functions above, faster than these. @return SIGMANGLE_OK · errors of these functions or
 * of the visitor */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_visit(const char *signature, size_t size,
	enum sigmangle_side side, enum sigmangle_mode mode, const struct sigmangle_visitor *visitor, void *ctx,
	struct sigmangle_diag *diag);

/* Checks a whole signature. The diagnostic gives the first invalid byte. Duplicate keys of an unsorted dict or sequence
 * are found at its end; the offset is that of the later key. */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_check(
	const char *signature, size_t size, enum sigmangle_mode mode, struct sigmangle_diag *diag);

/* Prints one side as IREE does: several lines, keys without quotes. Like snprintf: see sigmangle_raw_text(). */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_text(const char *signature, size_t size,
	enum sigmangle_side side, enum sigmangle_mode mode, char *out, size_t room, size_t *out_length,
	struct sigmangle_diag *diag);

/* ---- conversion between paths and flat positions */

/* Iterates over the leaves of a side with their paths. The path is stored in the caller's memory and valid until the
 * next call. */
struct sigmangle_leaves {
	struct sigmangle_sip sip;
	struct sigmangle_key *path;
	size_t room;
};
struct sigmangle_leaf {
	const struct sigmangle_key *path;
	size_t depth; /* number of keys; 0: the side is a single value */
	int32_t index;
	size_t offset; /* of the leaf in the signature */
};

SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_leaves_open(struct sigmangle_leaves *out_leaves,
	const char *signature, size_t size, enum sigmangle_side side, struct sigmangle_key *path, size_t room,
	struct sigmangle_diag *diag);
/* @return SIGMANGLE_OK · SIGMANGLE_E_NOT_FOUND at the end · SIGMANGLE_E_LIMIT a path has more than `room` keys · errors
 *         of sigmangle_sip_next() */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_leaves_next(
	struct sigmangle_leaves *leaves, struct sigmangle_leaf *out_leaf, struct sigmangle_diag *diag);

/* Returns the position at a path. Skips values that are not on the path.
 * @return SIGMANGLE_OK · SIGMANGLE_E_NOT_FOUND the path has no leaf · errors */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_find(const char *signature, size_t size,
	enum sigmangle_side side, const struct sigmangle_key *path, size_t depth, int32_t *out_index,
	struct sigmangle_diag *diag);
/* Stores the path of the first leaf with this position in path[0..*out_depth).
 * @return SIGMANGLE_OK · SIGMANGLE_E_NOT_FOUND · SIGMANGLE_E_LIMIT · errors */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_path(const char *signature, size_t size,
	enum sigmangle_side side, int32_t index, struct sigmangle_key *path, size_t room, size_t *out_depth,
	struct sigmangle_diag *diag);

/* Structure to flat: calls `fetch` for the value at every path and stores it at its position in slots[0..count), which
 * are set to NULL first; positions that do not occur in the structure remain NULL. `fetch` returns NULL if there is no
 * value at the path.
 * @return SIGMANGLE_OK · SIGMANGLE_E_CORRUPT: SIGMANGLE_VALUE_MISSING, SIGMANGLE_INDEX_RANGE, SIGMANGLE_INDEX_TWICE,
 *         with the leaf's offset · errors of the reader */
typedef void *(*sigmangle_fetch_fn)(void *ctx, const struct sigmangle_leaf *leaf);
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_flatten(const char *signature, size_t size,
	enum sigmangle_side side, struct sigmangle_key *path, size_t room, sigmangle_fetch_fn fetch, void *ctx,
	void **slots, size_t count, struct sigmangle_diag *diag);

/* Flat to structure: calls `store` with every path and its value of slots[0..count), in the order of the signature.
 * @return SIGMANGLE_OK · errors of `store` · SIGMANGLE_E_CORRUPT: SIGMANGLE_INDEX_RANGE · errors of the reader */
typedef enum sigmangle_status (*sigmangle_store_fn)(void *ctx, const struct sigmangle_leaf *leaf, void *value);
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_unflatten(const char *signature, size_t size,
	enum sigmangle_side side, struct sigmangle_key *path, size_t room, sigmangle_store_fn store, void *ctx,
	void *const *slots, size_t count, struct sigmangle_diag *diag);

/* ---- writing: a tree of nodes in the caller's memory */

/* Private. Declare arrays of nodes; they must not move while they contain a tree. */
struct sigmangle_sip_node {
	struct sigmangle_key key;
	int32_t index;                                       /* of a leaf; negative: the kind of node */
	struct sigmangle_sip_node *parent, *previous, *last; /* previous: sibling, first: parent */
	union {
		struct sigmangle_sip_node *recent; /* child */
		size_t mark;                       /* during writing */
	} at;
};

/* The tree of one side. Keys are borrowed: their bytes must stay valid and unchanged until the signature is written.
 * Thread class: one-at-a-time. Private. */
struct sigmangle_sip_tree {
	struct sigmangle_sip_node *nodes, *unused, *end;
	struct sigmangle_sip_node *cursor; /* the parent of the last leaf, at a path of `cursor_depth` keys */
	size_t cursor_depth, leaf_depth;   /* leaf_depth: of the last leaf, if its parent is a sequence */
	enum sigmangle_mode mode;
};

/* Initializes an empty side. One node plus one for each key of the paths is always sufficient.
 * @param mode  SIGMANGLE_LAX: a path through a leaf replaces the leaf, as in IREE
 * @return SIGMANGLE_OK · SIGMANGLE_E_ARG no nodes */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_tree_init(
	struct sigmangle_sip_tree *out_tree, struct sigmangle_sip_node *nodes, size_t room, enum sigmangle_mode mode);
/* Sets the value at `path` to item `index` of the raw signature. Keys may come in any order. Setting paths in ascending
 * order takes constant time per key; other orders take time up to the number of sibling keys.
 * @return SIGMANGLE_OK · SIGMANGLE_E_ARG negative index or key · SIGMANGLE_E_STATE the path has a value, or its parent
 *         has keys of the other kind · SIGMANGLE_E_LIMIT no nodes left. After an error the tree is unchanged */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_set(struct sigmangle_sip_tree *tree,
	int32_t index, const struct sigmangle_key *path, size_t depth, struct sigmangle_diag *diag);
/* Writes a whole signature in canonical form. Either tree may be NULL, which is an empty side. Like
 * sigmangle_raw_mangle().
 * @return SIGMANGLE_OK · SIGMANGLE_E_LIMIT too long */
SIGMANGLE_API SIGMANGLE_NODISCARD enum sigmangle_status sigmangle_sip_mangle(struct sigmangle_sip_tree *inputs,
	struct sigmangle_sip_tree *results, char *out, size_t room, size_t *out_length, struct sigmangle_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
