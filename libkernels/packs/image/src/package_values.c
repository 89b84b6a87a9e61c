/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values of specialization constants, by name or id: for code that is specialized, and for code that reads them from memory. */
#include "fail.h"
#include "package.h"

#include <string.h>

#define CONSTANTS "SYCL/specialization constants"
enum { MOST_SCALARS = 256, MOST_BYTES = 1 << 20 };

static const struct syclbin_table_set *constants_of(const struct image_part *part)
{
	return syclbin_table_find_set(&part->table, (struct syclbin_string){ CONSTANTS, sizeof CONSTANTS - 1 });
}

/* Finds a scalar by its id. *offset: in the values of all constants. */
static bool find_scalar(const struct image_part *part, uint32_t id, uint64_t *offset, uint32_t *size)
{
	const struct syclbin_table_set *set = constants_of(part);
	struct syclbin_spec_constant scalar;
	uint64_t begin = 0;
	for (uint32_t i = 0; set && i < set->count; i++) {
		const struct syclbin_property *constant = part->table.properties + set->first + i;
		for (uint64_t k = 0; syclbin_property_spec_constant(constant, k, &scalar); k++) {
			if (scalar.id == id && id != UINT32_MAX) { /* UINT32_MAX: padding */
				*offset = begin + scalar.offset;
				*size = scalar.size;
				return true;
			}
		}
		begin += kernels_image__constant_bytes(constant);
	}
	return false;
}

static bool has_name(const struct image_part *part, const char *name)
{
	return kernels_image__property(part, CONSTANTS, name) != NULL;
}

/* True if the part has the constant, by its name or its id. */
static bool package_has_constant(const struct image_part *part, const struct kernels_device_constant *constant)
{
	uint64_t offset;
	uint32_t size;
	if (constant->name)
		return has_name(part, constant->name);
	return kernels_image__spirv_constant(&part->spirv, constant->id) || (part->native && find_scalar(part, constant->id, &offset, &size));
}

bool kernels_image__package_has_constants(const struct image_part *part)
{
	const struct syclbin_table_set *set = constants_of(part);
	return set && set->count > 0;
}

enum kernels_status kernels_image__package_check_constants(const struct image_package *package,
	const struct kernels_device_constant *constants, size_t count, struct kernels_diag *diag)
{
	for (size_t i = 0; i < count; i++) {
		bool found = false;
		for (uint32_t m = 0; !found && m < kernels_image__package_count(package); m++) {
			const struct image_part *part = kernels_image__package_part(package, m);
			found = part->fits && package_has_constant(part, constants + i);
		}
		if (!found && constants[i].name)
			return kernels_image__fail(diag, KERNELS_E_NOT_FOUND, KERNELS_NO_OFFSET,
				"the program has no specialization constant '%.100s'", constants[i].name);
		if (!found)
			return kernels_image__fail(diag, KERNELS_E_NOT_FOUND, KERNELS_NO_OFFSET,
				"the program has no specialization constant %u", (unsigned)constants[i].id);
	}
	return KERNELS_OK;
}

static enum kernels_status too_many(struct kernels_diag *diag, uint32_t capacity)
{
	return kernels_image__fail(diag, KERNELS_E_LIMIT, KERNELS_NO_OFFSET, "more than %u values of specialization constants",
		(unsigned)capacity);
}

enum kernels_status kernels_image__package_values(const struct image_part *part, const struct kernels_device_constant *constants,
	size_t count, struct image_value *out, uint32_t capacity, size_t *out_count, struct kernels_diag *diag)
{
	struct image_setting settings[MOST_SCALARS];
	*out_count = 0;
	for (size_t i = 0; i < count; i++) {
		const struct kernels_device_constant *c = constants + i;
		uint32_t scalars = 1;
		if (!package_has_constant(part, c))
			continue;
		settings[0] = (struct image_setting){ c->id, 0, c->size };
		if (c->name) {
			const enum kernels_status status = kernels_image__package_constant(
				part, c->name, strlen(c->name), c->size, settings, MOST_SCALARS, &scalars, diag);
			if (status != KERNELS_OK)
				return status;
		}
		if (scalars > capacity - *out_count)
			return too_many(diag, capacity);
		for (uint32_t k = 0; k < scalars; k++)
			out[(*out_count)++] = (struct image_value){ settings[k].id,
				settings[k].size <= 8 ? (uint8_t)settings[k].size : UINT8_MAX,
				(const char *)c->bytes + settings[k].offset };
	}
	return KERNELS_OK;
}

/* ---- values in memory */

/* The size of the values of all constants. Cannot wrap: each is below 2^33, and takes bytes of the file. */
static uint64_t total_bytes(const struct image_part *part)
{
	const struct syclbin_table_set *set = constants_of(part);
	uint64_t total = 0;
	for (uint32_t i = 0; set && i < set->count; i++)
		total += kernels_image__constant_bytes(part->table.properties + set->first + i);
	return total;
}

static enum kernels_status write_value(const struct image_part *part, const struct kernels_device_constant *c, uint8_t *bytes,
	size_t size, struct kernels_diag *diag)
{
	struct image_setting settings[MOST_SCALARS];
	uint64_t offset = 0;
	uint32_t expected = c->size, scalars;
	if (c->name) {
		const enum kernels_status status = kernels_image__package_constant(
			part, c->name, strlen(c->name), c->size, settings, MOST_SCALARS, &scalars, diag);
		if (status != KERNELS_OK)
			return status;
		offset = kernels_image__package_constant_offset(part, c->name, strlen(c->name));
	} else {
		(void)find_scalar(part, c->id, &offset, &expected);
		if (expected != c->size)
			return kernels_image__fail(diag, KERNELS_E_ARG, KERNELS_NO_OFFSET,
				"the value of specialization constant %u has %u bytes, expected %u", (unsigned)c->id,
				(unsigned)c->size, (unsigned)expected);
	}
	if (offset > size || c->size > size - offset)
		return kernels_image__fail(diag, KERNELS_E_CORRUPT, KERNELS_NO_OFFSET,
			"SYCLBIN: a specialization constant ends behind the %zu bytes of default values", size);
	memcpy(bytes + offset, c->bytes, c->size);
	return KERNELS_OK;
}

enum kernels_status kernels_image__package_blob(const struct image_part *part, const struct kernels_device_constant *constants,
	size_t count, const struct async_allocator *allocator, uint8_t **out, size_t *out_size, struct kernels_diag *diag)
{
	struct syclbin_value defaults;
	struct syclbin_diag fault = SYCLBIN_DIAG_INIT;
	const bool any = kernels_image__package_defaults(part, &defaults);
	const uint64_t size = any ? defaults.size : total_bytes(part);
	enum kernels_status status = KERNELS_OK;
	*out = NULL;
	*out_size = 0;
	if (!kernels_image__package_has_constants(part) || size == 0)
		return KERNELS_OK;
	if (size > MOST_BYTES)
		return kernels_image__fail(diag, KERNELS_E_LIMIT, KERNELS_NO_OFFSET,
			"SYCLBIN: values of specialization constants have %llu bytes; at most %d are supported",
			(unsigned long long)size, MOST_BYTES);
	uint8_t *bytes = async_alloc(allocator, (size_t)size, 16);
	if (!bytes)
		return kernels_image__no_memory(diag);
	memset(bytes, 0, (size_t)size);
	if (any && syclbin_value_copy(&defaults, bytes, (size_t)size, &fault) != SYCLBIN_OK)
		status = kernels_image__package_fail(diag, &fault);
	for (size_t i = 0; status == KERNELS_OK && i < count; i++) {
		if (package_has_constant(part, constants + i))
			status = write_value(part, constants + i, bytes, (size_t)size, diag);
	}
	if (status != KERNELS_OK) {
		async_free(allocator, bytes, (size_t)size, 16);
		return status;
	}
	*out = bytes;
	*out_size = (size_t)size;
	return KERNELS_OK;
}
