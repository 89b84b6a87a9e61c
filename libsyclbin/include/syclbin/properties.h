/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Property sets: the text in which SYCLBIN stores properties of modules and images.
 *
 *	[SYCL/kernel names]
 *	vadd=1|1
 *
 * Type 1 is a 32-bit number. Type 2 is bytes: an 8-byte count of bits and the payload, in a variant of base64 (least
 * significant bits first, no padding). Values are decoded on demand; nothing is allocated.
 *
 * The text may be hostile. Thread class: one-at-a-time for the walker, otherwise plain values. */
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

/* Bytes in their encoded form. */
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
	struct syclbin_string set; /* the current one */
};
SYCLBIN_API struct syclbin_properties syclbin_properties(const struct syclbin_span *text);
/* Reads the next set or property. Skips blank lines; a line ends with LF or CR LF.
 * @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND at the end · SYCLBIN_E_CORRUPT the line is invalid; the next call continues
 * after it. If a value declares more bits than it has (SYCLBIN_C_BASE64_SIZE), out->key and out->value are set: `bits`
 * as declared, `size` as available. */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_properties_next(struct syclbin_properties *properties,
	struct syclbin_property *out, struct syclbin_diag *diag);

/* Finds a property in the whole text; the last one of several takes effect.
 * @return SYCLBIN_OK · SYCLBIN_E_NOT_FOUND · SYCLBIN_E_CORRUPT a line before or after it is invalid */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_properties_find(const struct syclbin_span *text,
	const char *set, const char *key, struct syclbin_property *out, struct syclbin_diag *diag);

SYCLBIN_API bool syclbin_string_is(struct syclbin_string string, const char *text);

/* ---- values. Functions that decode one element check only the characters that they read; they return false for an
 * element beyond the end and for an invalid character. */

/* Byte `index` of the payload. */
SYCLBIN_API bool syclbin_value_byte(const struct syclbin_value *value, uint64_t index, uint8_t *out);
/* Little-endian words: element `index` of an array of them. */
SYCLBIN_API bool syclbin_value_u32(const struct syclbin_value *value, uint64_t index, uint32_t *out);
SYCLBIN_API bool syclbin_value_u64(const struct syclbin_value *value, uint64_t index, uint64_t *out);
/* Bit `index` of the payload, least significant first: in "SYCL/kernel param opt", true if that argument was
 * removed. */
SYCLBIN_API bool syclbin_value_bit(const struct syclbin_value *value, uint64_t index, bool *out);
/* True if the payload equals these bytes. */
SYCLBIN_API bool syclbin_value_equal(const struct syclbin_value *value, const void *data, size_t size);
/* Decodes the payload into the caller's buffer of at least value->size bytes.
 * @return SYCLBIN_OK · SYCLBIN_E_ARG the buffer is too small · SYCLBIN_E_CORRUPT an invalid character */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_value_copy(const struct syclbin_value *value, void *buffer,
	size_t capacity, struct syclbin_diag *diag);
/* Decodes the payload as text. Like snprintf: returns the length and truncates. Invalid characters become "?". */
SYCLBIN_API size_t syclbin_value_text(const struct syclbin_value *value, char *buffer, size_t capacity);
/* Checks every character. @return SYCLBIN_OK · SYCLBIN_E_CORRUPT */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_value_check(const struct syclbin_value *value,
	struct syclbin_diag *diag);
/* True if the encoding is canonical: no bits and no bytes beyond the count. */
SYCLBIN_API bool syclbin_value_canonical(const struct syclbin_value *value);

/* ---- base64 of raw bytes, without a count */
/* The number of characters for `size` bytes; SIZE_MAX on overflow. */
SYCLBIN_API size_t syclbin_base64_length(size_t size);
/* Writes syclbin_base64_length(size) characters, no NUL. */
SYCLBIN_API void syclbin_base64_encode(const void *data, size_t size, char *out);
/* @return SYCLBIN_OK · SYCLBIN_E_CORRUPT; *out_size bytes were written, at most size / 4 * 3 + 2 */
SYCLBIN_API SYCLBIN_NODISCARD enum syclbin_status syclbin_base64_decode(const char *text, size_t size, void *out,
	size_t *out_size, struct syclbin_diag *diag);

/* ---- known properties */

enum syclbin_meaning {
	SYCLBIN_MEANING_UNKNOWN = 0,
	SYCLBIN_MEANING_NUMBER,         /* u32 */
	SYCLBIN_MEANING_FLAG,           /* u32, 0 or 1 */
	SYCLBIN_MEANING_STRING,         /* bytes: text */
	SYCLBIN_MEANING_LIST,           /* bytes: text, items separated by commas */
	SYCLBIN_MEANING_MATRIX,         /* bytes: text, items a,b,c,d separated by semicolons */
	SYCLBIN_MEANING_U32_ARRAY,      /* bytes: words of 4 */
	SYCLBIN_MEANING_U64_ARRAY,      /* bytes: words of 8 */
	SYCLBIN_MEANING_NUMBER_OR_WORD, /* u32, or bytes with one word of 4 (documented as bytes, stored as u32) */
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
	const char *key;    /* NULL: any key (a kernel, a symbol, a constant); "@x": keys that end with "@x" */
	uint8_t meaning;    /* enum syclbin_meaning */
	uint8_t roles;      /* the texts that may contain the set, bits of enum syclbin_role */
	const char *about;  /* one line */
};
/* All known properties. Static. */
SYCLBIN_API const struct syclbin_known_property *syclbin_known_properties(size_t *out_count);
/* Finds the description of a property; NULL if it is unknown. */
SYCLBIN_API const struct syclbin_known_property *syclbin_known_property(struct syclbin_string set,
	struct syclbin_string key);
/* The texts that may contain a set, bits of enum syclbin_role; 0: the set is unknown, so keep it in its text. */
SYCLBIN_API unsigned syclbin_set_roles(struct syclbin_string set);
/* True if the value has the type and the size of the meaning. */
SYCLBIN_API bool syclbin_meaning_fits(enum syclbin_meaning meaning, const struct syclbin_property *property);

/* ---- typed access to the properties of the table above. False: no such element, or a value of another type. */

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

/* The number of elements of an array, a list or a mask; 1 for a number; 0 for other values. */
SYCLBIN_API uint64_t syclbin_property_count(const struct syclbin_property *property);
/* Element `index` as a number: of a u32, of an array of words, of a mask of bits. */
SYCLBIN_API bool syclbin_property_number(const struct syclbin_property *property, uint64_t index, uint64_t *out);
/* Element `index` of a text: an item of a list (separated by commas) or of a matrix (separated by semicolons),
 * otherwise the whole text. *out_length is the length, as of snprintf. */
SYCLBIN_API bool syclbin_property_item(const struct syclbin_property *property, uint64_t index, char *buffer,
	size_t capacity, size_t *out_length);
/* "fp16", "gpu": the name of a device aspect; NULL for an unknown number. Static text. */
SYCLBIN_API const char *syclbin_aspect_name(uint32_t aspect);
/* The reverse. @return false for an unknown name */
SYCLBIN_API bool syclbin_aspect_number(struct syclbin_string name, uint32_t *out_aspect);

#ifdef __cplusplus
}
#endif

#endif
