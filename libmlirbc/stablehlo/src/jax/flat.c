/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "jax/flat.h"

#include <bytecursor/diag.h>
#include <string.h>

bool shlo__flat_fail(struct shlo__flat *flat, enum mlirbc_status status, size_t offset, const char *format, ...)
{
	if (flat->status != MLIRBC_OK)
		return false;
	flat->status = status;
	if (!BYTECURSOR_DIAG_IS_OPEN(flat->diag))
		return false;
	struct bytecursor_diag full = BYTECURSOR_DIAG(status, mlirbc_status_name(status), offset);
	va_list arguments;
	bytecursor_diag_add(&full, "JAX export: ");
	va_start(arguments, format);
	bytecursor_diag_add_v(&full, format, arguments);
	va_end(arguments);
	BYTECURSOR_DIAG_STORE(flat->diag, &full);
	return false;
}

static bool flat_no_memory(struct shlo__flat *flat)
{
	const char *text;
	const enum mlirbc_status status = mlirbc_context_shortage(flat->context, &text);
	return shlo__flat_fail(flat, status, 0, "%s", text);
}

void *shlo__flat_room(struct shlo__flat *flat, size_t count, size_t size)
{
	/* `count` is at most the size of the file */
	void *room = count < SIZE_MAX / size ? mlirbc_context_alloc(flat->context, count ? count * size : 1, _Alignof(max_align_t)) : NULL;
	if (!room)
		flat_no_memory(flat);
	return room ? memset(room, 0, count * size) : NULL;
}

uint16_t shlo__flat_u16(const struct shlo__flat *flat, size_t at)
{
	return (uint16_t)(flat->data[at] | flat->data[at + 1] << 8);
}

uint32_t shlo__flat_u32(const struct shlo__flat *flat, size_t at)
{
	return shlo__flat_u16(flat, at) | (uint32_t)shlo__flat_u16(flat, at + 2) << 16;
}

static bool has(const struct shlo__flat *flat, size_t at, size_t size) { return at <= flat->size && flat->size - at >= size; }

/* Follows the reference at `at`, which is in the file, to a part of at least 4 bytes. */
static bool follow(struct shlo__flat *flat, size_t at, size_t *out_target)
{
	const uint32_t distance = shlo__flat_u32(flat, at);
	*out_target = at + distance;
	if (distance < 4 || distance > flat->size - at || !has(flat, *out_target, 4))
		return shlo__flat_fail(flat, MLIRBC_E_CORRUPT, at, "the offset %u points out of the file of %zu bytes", distance, flat->size);
	if (flat->left-- == 0) {
		flat->left = 0;
		return shlo__flat_fail(flat, MLIRBC_E_LIMIT, at, "parts are shared so often that they would exceed the size of the file");
	}
	return true;
}

bool shlo__flat_table(struct shlo__flat *flat, size_t at, struct shlo__table *out)
{
	if (!follow(flat, at, &out->at))
		return false;
	const int64_t fields = (int64_t)out->at - (int32_t)shlo__flat_u32(flat, out->at);
	if (fields < 0 || (uint64_t)fields > flat->size || !has(flat, (size_t)fields, 4))
		return shlo__flat_fail(flat, MLIRBC_E_CORRUPT, out->at, "the list of fields of a table lies out of the file");
	const size_t size = shlo__flat_u16(flat, (size_t)fields);
	out->size = shlo__flat_u16(flat, (size_t)fields + 2);
	if (size < 4 || size % 2 || !has(flat, (size_t)fields, size))
		return shlo__flat_fail(flat, MLIRBC_E_CORRUPT, (size_t)fields, "a list of fields of %zu bytes", size);
	if (out->size < 4 || !has(flat, out->at, out->size))
		return shlo__flat_fail(flat, MLIRBC_E_CORRUPT, out->at, "a table of %zu bytes does not fit into the file", out->size);
	out->fields = (size_t)fields + 4;
	out->field_count = size / 2 - 2;
	return true;
}

bool shlo__flat_field(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, size_t width, size_t *out_at)
{
	const size_t offset = id < table->field_count ? shlo__flat_u16(flat, table->fields + 2 * (size_t)id) : 0;
	*out_at = offset ? table->at + offset : 0;
	if (offset && (offset < 4 || offset > table->size || table->size - offset < width))
		return shlo__flat_fail(flat, MLIRBC_E_CORRUPT, table->fields + 2 * (size_t)id,
			"field %u is at byte %zu of a table of %zu bytes", id, offset, table->size);
	return true;
}

bool shlo__flat_number(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, size_t width, uint32_t *out)
{
	size_t at;
	if (!shlo__flat_field(flat, table, id, width, &at))
		return false;
	*out = 0;
	for (size_t i = 0; at && i < width; i++)
		*out |= (uint32_t)flat->data[at + i] << 8 * i;
	return true;
}

/* The elements of the vector to which the reference at `at` points. */
static bool read_vector(struct shlo__flat *flat, size_t at, size_t width, struct shlo__vector *out)
{
	size_t target;
	if (!follow(flat, at, &target))
		return false;
	*out = (struct shlo__vector){ target + 4, shlo__flat_u32(flat, target) };
	return out->count <= (flat->size - out->at) / width ||
	       shlo__flat_fail(flat, MLIRBC_E_CORRUPT, target, "%zu elements do not fit into the rest of the file", out->count);
}

bool shlo__flat_vector(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, size_t width, struct shlo__vector *out)
{
	size_t at;
	*out = (struct shlo__vector){ 0, 0 };
	return shlo__flat_field(flat, table, id, 4, &at) && (!at || read_vector(flat, at, width, out));
}

static bool read_string(struct shlo__flat *flat, size_t at, struct mlirbc_string *out)
{
	struct shlo__vector bytes;
	if (!read_vector(flat, at, 1, &bytes))
		return false;
	*out = (struct mlirbc_string){ (const char *)flat->data + bytes.at, bytes.count };
	return true;
}

bool shlo__flat_string(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, struct mlirbc_string *out)
{
	size_t at;
	*out = (struct mlirbc_string){ "", 0 };
	return shlo__flat_field(flat, table, id, 4, &at) && (!at || read_string(flat, at, out));
}

bool shlo__flat_strings(struct shlo__flat *flat, const struct shlo__table *table, unsigned id, struct mlirbc_jax_strings *out)
{
	struct shlo__vector all;
	struct mlirbc_string *strings = NULL;
	*out = (struct mlirbc_jax_strings){ NULL, 0 };
	if (!shlo__flat_vector(flat, table, id, 4, &all) || !(strings = shlo__flat_room(flat, all.count, sizeof *strings)))
		return false;
	for (size_t i = 0; i < all.count; i++)
		if (!read_string(flat, all.at + 4 * i, &strings[i]))
			return false;
	*out = (struct mlirbc_jax_strings){ strings, all.count };
	return true;
}
