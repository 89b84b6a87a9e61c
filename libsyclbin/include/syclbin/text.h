/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds property texts, and refuses what the text could not hold: there is no escaping in it.
 *
 * Thread class: one-at-a-time. A call that fails leaves the text as it was. */
#ifndef SYCLBIN_TEXT_H
#define SYCLBIN_TEXT_H

#include <syclbin/properties.h>

#ifdef __cplusplus
extern "C" {
#endif

struct syclbin_text;

/* `allocator` NULL: malloc. NULL when out of memory. */
SYCLBIN_API struct syclbin_text *syclbin_text_create(const struct syclbin_allocator *allocator);
SYCLBIN_API void syclbin_text_destroy(struct syclbin_text *text); /* NULL is ignored */
SYCLBIN_API void syclbin_text_clear(struct syclbin_text *text);   /* begins anew */

/* What was built so far; valid until the next call. */
SYCLBIN_API struct syclbin_string syclbin_text_string(const struct syclbin_text *text);

/* Begins a set. @return SYCLBIN_OK · SYCLBIN_E_NOMEM · SYCLBIN_E_UNSUPPORTED a name that is empty, is "_", or has LF
 * or NUL in it */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_text_set(struct syclbin_text *text,
	struct syclbin_string name, struct syclbin_diag *diag);
/* Adds a property to the set that was begun last.
 * @return SYCLBIN_OK · SYCLBIN_E_NOMEM · SYCLBIN_E_STATE no set has begun · SYCLBIN_E_UNSUPPORTED a key that is
 * empty, is "_", begins with [ or has =, LF or NUL in it · SYCLBIN_E_LIMIT bytes: 512 MiB or more, which readers do
 * not cope with */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_text_u32(struct syclbin_text *text,
	struct syclbin_string key, uint32_t number,
	struct syclbin_diag *diag);
/* bits / 8 bytes of payload, rounded up; of the last one only the low bits % 8 are stored. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_text_bytes(struct syclbin_text *text,
	struct syclbin_string key, const void *data, uint64_t bits, struct syclbin_diag *diag);
/* A property as another text has it, under `key`, byte for byte. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_text_copy(struct syclbin_text *text,
	struct syclbin_string key, const struct syclbin_property *property, struct syclbin_diag *diag);

/* ---- all properties of a text at hand: sets and keys in the order of their first appearance, values of the last */
struct syclbin_table_set {
	struct syclbin_string name;
	uint64_t offset;       /* of its first line in the outermost input */
	uint32_t first, count; /* properties */
};
struct syclbin_table {
	struct syclbin_table_set *sets;
	struct syclbin_property *properties; /* those of a set one behind the other */
	uint32_t set_count, property_count;
	uint32_t duplicate_sets, duplicate_keys; /* how many lines were joined with earlier ones */
	uint32_t *slots;             /* of the library: how it finds names, and how large its arrays are */
	uint32_t slot_count, lines;
};
/* Reads a whole text. The strings point into it. @return SYCLBIN_OK · SYCLBIN_E_NOMEM · SYCLBIN_E_CORRUPT; on
 * failure *out is zero, after success it ends with syclbin_table_finish() */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_table_init(struct syclbin_table *out,
	const struct syclbin_span *text, const struct syclbin_allocator *allocator, struct syclbin_diag *diag);
SYCLBIN_API void syclbin_table_finish(struct syclbin_table *table, const struct syclbin_allocator *allocator);
/* NULL: there is none. Constant time. */
SYCLBIN_API const struct syclbin_property *syclbin_table_find(const struct syclbin_table *table,
	struct syclbin_string set, struct syclbin_string key);

SYCLBIN_API const struct syclbin_table_set *syclbin_table_find_set(const struct syclbin_table *table,
	struct syclbin_string name);

#ifdef __cplusplus
}
#endif

#endif
