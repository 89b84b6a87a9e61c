/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Property sets: the text in which SYCLBIN keeps what the compiler knows about a module.
 *
 *	[SYCL/kernel names]
 *	vadd=1|1
 *
 * Type 1 is a number of 32 bits, type 2 bytes: a count of bits in 8 bytes, then the payload, in a base64 of its own
 * (least significant bits first, no padding). Nothing is decoded before it is asked for and nothing is allocated.
 *
 * The text may be hostile. Thread class: one-at-a-time for the walker, else plain values. */
#ifndef SYCLBIN_PROPERTIES_H
#define SYCLBIN_PROPERTIES_H

#include <stdbool.h>
#include <syclbin/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets of SYCLBIN itself. */
#define SYCLBIN_SET_GLOBAL "SYCLBIN/global metadata"
#define SYCLBIN_SET_IR "SYCLBIN/ir module metadata"
#define SYCLBIN_SET_NATIVE "SYCLBIN/native device code image metadata"
#define SYCLBIN_SET_KERNEL_NAMES "SYCL/kernel names"
#define SYCLBIN_SET_EXPORTED "SYCL/exported symbols"
#define SYCLBIN_SET_IMPORTED "SYCL/imported symbols"
#define SYCLBIN_SET_REQUIREMENTS "SYCL/device requirements"

enum syclbin_property_type {
	SYCLBIN_PROPERTY_SET = 0, /* not a property: the line that begins a set */
	SYCLBIN_PROPERTY_U32 = 1,
	SYCLBIN_PROPERTY_BYTES = 2
};

/* Bytes as the text has them. */
struct syclbin_value {
	struct syclbin_string text; /* base64 */
	uint64_t bits;              /* of the payload */
	uint64_t size;              /* bytes of the payload: bits / 8, rounded up */
	uint64_t offset;            /* of the text in the outermost input */
};

struct syclbin_property {
	uint8_t type; /* enum syclbin_property_type */
	struct syclbin_string set, key; /* key empty for SYCLBIN_PROPERTY_SET */
	uint32_t number;                /* SYCLBIN_PROPERTY_U32 */
	struct syclbin_value value;     /* SYCLBIN_PROPERTY_BYTES; its characters are not checked yet */
	uint64_t offset;                /* of the line in the outermost input */
};

/* Walks a text line by line. */
struct syclbin_properties {
	struct syclbin_span text;
	size_t position; /* of the next line */
	bool in_set;
	struct syclbin_string set; /* the running one */
};
SYCLBIN_API struct syclbin_properties syclbin_properties(const struct syclbin_span *text);
/* The next set or property. Blank lines are stepped over, CR LF ends a line as LF does.
 * @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND at the end · SYCLBIN_E_CORRUPT the line is wrong; the next call goes on
 * behind it. If a value claims more bits than it has (SYCLBIN_C_BASE64_SIZE), out->key and out->value are set: bits as
 * claimed, size the bytes that are there. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_properties_next(struct syclbin_properties *properties,
	struct syclbin_property *out, struct syclbin_diag *diag);

/* Looks for a property through the whole text: of one that comes several times the last counts.
 * @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND · SYCLBIN_E_CORRUPT the text is wrong before or behind it */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_properties_find(const struct syclbin_span *text,
	const char *set, const char *key, struct syclbin_property *out, struct syclbin_diag *diag);

SYCLBIN_API bool syclbin_string_is(struct syclbin_string string, const char *text);

/* ---- values. The functions that decode one element check only the characters they need; an element beyond the end,
 * or a wrong character, is "false". */

/* Byte `index` of the payload. */
SYCLBIN_API bool syclbin_value_byte(const struct syclbin_value *value, uint64_t index, uint8_t *out);
/* Little-endian words: element `index` of an array of them. */
SYCLBIN_API bool syclbin_value_u32(const struct syclbin_value *value, uint64_t index, uint32_t *out);
SYCLBIN_API bool syclbin_value_u64(const struct syclbin_value *value, uint64_t index, uint64_t *out);
/* Bit `index` of the payload, least significant first: in "SYCL/kernel param opt", true when that argument is gone. */
SYCLBIN_API bool syclbin_value_bit(const struct syclbin_value *value, uint64_t index, bool *out);
/* True when the payload is exactly these bytes. */
SYCLBIN_API bool syclbin_value_equal(const struct syclbin_value *value, const void *data, size_t size);
/* Decodes the payload into the caller's buffer of at least value->size bytes.
 * @return SYCLBIN_OK · SYCLBIN_E_ARG the buffer is too small · SYCLBIN_E_CORRUPT a wrong character */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_value_copy(const struct syclbin_value *value, void *buffer,
	size_t capacity, struct syclbin_diag *diag);
/* As text, snprintf-like: returns the length, writes what fits and a NUL. Wrong characters give "?". */
SYCLBIN_API size_t syclbin_value_text(const struct syclbin_value *value, char *buffer, size_t capacity);
/* Checks every character. @return SYCLBIN_OK · SYCLBIN_E_CORRUPT */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_value_check(const struct syclbin_value *value,
	struct syclbin_diag *diag);
/* True when the text is what a writer makes: no bits beyond the count, no bytes beyond it. */
SYCLBIN_API bool syclbin_value_canonical(const struct syclbin_value *value);

/* ---- base64 of raw bytes, without a count in front */
/* Characters for `size` bytes; SIZE_MAX when that many do not exist. */
SYCLBIN_API size_t syclbin_base64_length(size_t size);
/* Writes syclbin_base64_length(size) characters, no NUL. */
SYCLBIN_API void syclbin_base64_encode(const void *data, size_t size, char *out);
/* @return SYCLBIN_OK · SYCLBIN_E_CORRUPT; *out_size bytes were written, at most size / 4 * 3 + 2 */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_base64_decode(const char *text, size_t size, void *out,
	size_t *out_size, struct syclbin_diag *diag);

/* ---- what is known about properties */

enum syclbin_meaning {
	SYCLBIN_MEANING_UNKNOWN = 0,
	SYCLBIN_MEANING_NUMBER,         /* u32 */
	SYCLBIN_MEANING_FLAG,           /* u32, 0 or 1 */
	SYCLBIN_MEANING_STRING,         /* bytes: text */
	SYCLBIN_MEANING_LIST,           /* bytes: text, items between commas */
	SYCLBIN_MEANING_MATRIX,         /* bytes: text, items a,b,c,d between semicolons */
	SYCLBIN_MEANING_U32_ARRAY,      /* bytes: words of 4 */
	SYCLBIN_MEANING_U64_ARRAY,      /* bytes: words of 8 */
	SYCLBIN_MEANING_NUMBER_OR_WORD, /* u32, or bytes with one word of 4 (documented so, stored as u32) */
	SYCLBIN_MEANING_BITS,           /* bytes: a bit per argument of a kernel */
	SYCLBIN_MEANING_SPEC_CONSTANTS, /* bytes: struct syclbin_spec_constant[] */
	SYCLBIN_MEANING_DEVICE_GLOBAL,  /* bytes: struct syclbin_device_global */
	SYCLBIN_MEANING_BLOB            /* bytes: default or set values of constants */
};

enum syclbin_role {
	SYCLBIN_ROLE_GLOBAL = 1,
	SYCLBIN_ROLE_MODULE = 2,
	SYCLBIN_ROLE_IR = 4,
	SYCLBIN_ROLE_NATIVE = 8
};

struct syclbin_known_property {
	const char *set;
	const char *key;    /* NULL: any key (a kernel, a symbol, a constant); "@x": keys that end so */
	uint8_t meaning;    /* enum syclbin_meaning */
	uint8_t roles;      /* of the set: where it may stand, enum syclbin_role */
	const char *about;  /* one line */
};
/* All of them. Static. */
SYCLBIN_API const struct syclbin_known_property *syclbin_known_properties(size_t *out_count);
/* The one that a property is; NULL: not known. */
SYCLBIN_API const struct syclbin_known_property *syclbin_known_property(struct syclbin_string set,
	struct syclbin_string key);
/* Where a set may stand, bits of enum syclbin_role; 0: the set is not known, so keep it where it is. */
SYCLBIN_API unsigned syclbin_set_roles(struct syclbin_string set);
/* True when the value has the type and the size of the meaning. */
SYCLBIN_API bool syclbin_meaning_fits(enum syclbin_meaning meaning, const struct syclbin_property *property);

/* ---- typed access to what the table above describes. False: no such element, or a value of another type. */

/* SYCL/specialization constants: one per scalar of a composite. */
struct syclbin_spec_constant {
	uint32_t id, offset, size; /* offset and size in bytes, in the default values */
};
SYCLBIN_API bool syclbin_property_spec_constant(const struct syclbin_property *property, uint64_t index,
	struct syclbin_spec_constant *out);

/* SYCL/device globals; SYCL/host pipes has the size alone. */
struct syclbin_device_global {
	uint32_t size;    /* bytes */
	bool image_scope; /* device_image_scope */
};
SYCLBIN_API bool syclbin_property_device_global(const struct syclbin_property *property,
	struct syclbin_device_global *out);

/* How many elements an array, a list or a mask has; a number is one. 0: none of these. */
SYCLBIN_API uint64_t syclbin_property_count(const struct syclbin_property *property);
/* Element `index` as a number: of a u32, of an array of words, of a mask of bits. */
SYCLBIN_API bool syclbin_property_number(const struct syclbin_property *property, uint64_t index, uint64_t *out);
/* Element `index` of a text: item of a list (between commas) or of a matrix (between semicolons), else the whole text.
 * snprintf-like in *out_length. */
SYCLBIN_API bool syclbin_property_item(const struct syclbin_property *property, uint64_t index, char *buffer,
	size_t capacity, size_t *out_length);
/* "fp16", "gpu": the name of a device aspect; NULL: a number without a name here. Static text. */
SYCLBIN_API const char *syclbin_aspect_name(uint32_t aspect);

#ifdef __cplusplus
}
#endif

#endif
