/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds property texts. The format has no escapes, so names that it cannot represent are rejected.
 *
 * Thread class: one-at-a-time. A call that fails does not change the text. */
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
SYCLBIN_API void syclbin_text_clear(struct syclbin_text *text);   /* empties the text */

/* The text so far; valid until the next call. */
SYCLBIN_API struct syclbin_string syclbin_text_string(const struct syclbin_text *text);

/* Begins a set. @return SYCLBIN_OK · SYCLBIN_E_NOMEM · SYCLBIN_E_UNSUPPORTED the name is empty, is "_", or contains
 * LF or NUL */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_text_set(struct syclbin_text *text,
	struct syclbin_string name, struct syclbin_diag *diag);
/* Adds a property to the current set.
 * @return SYCLBIN_OK · SYCLBIN_E_NOMEM · SYCLBIN_E_STATE no set has begun · SYCLBIN_E_UNSUPPORTED the key is
 * empty, is "_", begins with [ or contains =, LF or NUL · SYCLBIN_E_LIMIT 512 MiB or more, which other readers do not
 * support */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_text_u32(struct syclbin_text *text,
	struct syclbin_string key, uint32_t number,
	struct syclbin_diag *diag);
/* The payload has bits / 8 bytes, rounded up; only the low bits % 8 of an incomplete last byte are stored. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_text_bytes(struct syclbin_text *text,
	struct syclbin_string key, const void *data, uint64_t bits, struct syclbin_diag *diag);
/* Copies the encoded value of a property of another text, under `key`. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_text_copy(struct syclbin_text *text,
	struct syclbin_string key, const struct syclbin_property *property, struct syclbin_diag *diag);

/* ---- a table of all properties of a text: sets and keys in the order of their first occurrence, values of the last */
struct syclbin_table_set {
	struct syclbin_string name;
	uint64_t offset;       /* of its first line in the outermost input */
	uint32_t first, count; /* properties */
};
struct syclbin_table {
	struct syclbin_table_set *sets;
	struct syclbin_property *properties; /* those of a set are consecutive */
	uint32_t set_count, property_count;
	uint32_t duplicate_sets, duplicate_keys; /* numbers of lines that were merged with earlier ones */
	uint32_t *slots;             /* private: the hash table, and the sizes of the arrays */
	uint32_t slot_count, lines;
};
/* Reads a whole text. The strings point into it. @return SYCLBIN_OK · SYCLBIN_E_NOMEM · SYCLBIN_E_CORRUPT; on
 * failure *out is zero. Release it with syclbin_table_finish() */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_table_init(struct syclbin_table *out,
	const struct syclbin_span *text, const struct syclbin_allocator *allocator, struct syclbin_diag *diag);
SYCLBIN_API void syclbin_table_finish(struct syclbin_table *table, const struct syclbin_allocator *allocator);
/* NULL if there is none. Takes constant time. */
SYCLBIN_API const struct syclbin_property *syclbin_table_find(const struct syclbin_table *table,
	struct syclbin_string set, struct syclbin_string key);

SYCLBIN_API const struct syclbin_table_set *syclbin_table_find_set(const struct syclbin_table *table,
	struct syclbin_string name);

#ifdef __cplusplus
}
#endif

#endif
