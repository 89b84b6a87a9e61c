/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels and specialization constants of a package, by name. */
#include "fail.h"
#include "package.h"

#include <stdio.h>
#include <string.h>

#define LITERAL(text) ((struct syclbin_string){ text, sizeof text - 1 })
#define PROGRAM "SYCL/program metadata"
#define CONSTANTS "SYCL/specialization constants"
#define PADDING UINT32_MAX /* id of bytes between scalars */

static int short_length(size_t length) { return length < 80 ? (int)length : 80; }

/* The name in the device code of a kernel that the source registers under `name`. The characters of the value are checked
 * by comparing it with names that exist. */
static const struct syclbin_property *registered(const struct image_part *part, struct syclbin_string name)
{
	return syclbin_table_find(&part->table, LITERAL("SYCL/registered kernels"), name);
}

static bool names_kernel(const struct image_part *part, struct syclbin_string name)
{
	return syclbin_table_find(&part->table, LITERAL(SYCLBIN_SET_KERNEL_NAMES), name) != NULL;
}

/* The listed kernel whose name the property has; NULL data if none is. */
static struct syclbin_string listed(const struct image_part *part, const struct syclbin_property *alias)
{
	const struct syclbin_table_set *set = syclbin_table_find_set(&part->table, LITERAL(SYCLBIN_SET_KERNEL_NAMES));
	for (uint32_t i = 0; set && alias->type == SYCLBIN_PROPERTY_BYTES && i < set->count; i++) {
		const struct syclbin_string key = part->table.properties[set->first + i].key;
		if (syclbin_value_equal(&alias->value, key.data, key.size))
			return key;
	}
	return (struct syclbin_string){ NULL, 0 };
}

/* Finds the module and the name. A module that fits precedes one that does not. */
static const struct image_part *find_part(const struct image_package *package, struct syclbin_string *name)
{
	const struct image_part *found = NULL;
	struct syclbin_string found_name = *name;
	for (uint32_t i = 0; i < kernels_image__package_count(package) && !(found && found->fits); i++) {
		const struct image_part *part = kernels_image__package_part(package, i);
		const struct syclbin_property *alias = registered(part, *name);
		struct syclbin_string here = { NULL, 0 };
		if (names_kernel(part, *name) || kernels_image__spirv_kernel(&part->spirv, name->data, name->size))
			here = *name;
		else if (alias)
			here = listed(part, alias);
		if (here.data && (!found || part->fits)) {
			found = part;
			found_name = here;
		}
	}
	*name = found_name;
	return found;
}

/* "NAME@reqd_work_group_size"; NULL if the kernel has no such property. */
static const struct syclbin_property *metadata(const struct image_part *part, struct syclbin_string name, const char *what)
{
	char key[4096];
	const int length = snprintf(key, sizeof key, "%.*s@%s", name.size < 4000 ? (int)name.size : 4000, name.data, what);
	return syclbin_table_find(&part->table, LITERAL(PROGRAM), (struct syclbin_string){ key, (size_t)length });
}

static enum kernels_status read_group(struct image_entry *e, struct kernels_diag *diag)
{
	const struct syclbin_property *required = metadata(e->part, e->name, "reqd_work_group_size");
	const struct syclbin_property *largest = metadata(e->part, e->name, "max_linear_work_group_size");
	uint64_t size;
	if (e->kernel)
		memcpy(e->group, e->kernel->local_size, sizeof e->group);
	const uint64_t count = required ? syclbin_property_count(required) : 0;
	for (uint64_t i = 0; i < count; i++) {
		if (count > 3 || !syclbin_property_number(required, i, &size) || size == 0 || size > UINT32_MAX)
			return kernels_image__fail(diag, KERNELS_E_CORRUPT, required->offset,
				"SYCLBIN: the work-group size of kernel '%.*s', expected 1 to 3 numbers above 0",
				short_length(e->name.size), e->name.data);
		if (e->group[i] && e->group[i] != size)
			return kernels_image__fail(diag, KERNELS_E_CORRUPT, required->offset,
				"SYCLBIN: work-group size %llu of kernel '%.*s' in dimension %u, but its code has %u",
				(unsigned long long)size, short_length(e->name.size), e->name.data, (unsigned)i,
				(unsigned)e->group[i]);
		e->group[i] = (uint32_t)size;
	}
	for (uint64_t i = count; count > 0 && i < 3; i++)
		e->group[i] = e->group[i] ? e->group[i] : 1;
	if (largest && syclbin_property_number(largest, 0, &size) && size <= UINT32_MAX)
		e->largest_group = (uint32_t)size;
	return KERNELS_OK;
}

bool kernels_image__is_removed(const struct image_entry *entry, uint32_t index)
{
	bool bit = false;
	return entry->removed && syclbin_value_bit(&entry->removed->value, index, &bit) && bit;
}

bool kernels_image__set_sources(const struct image_entry *entry, uint32_t *sources, uint32_t count,
	struct kernels_device_function *function, uint32_t *out_left)
{
	const bool masked = entry->full_count != UINT32_MAX;
	uint32_t left = 0;
	for (uint32_t i = 0; masked && i < entry->full_count; i++)
		sources[i] = kernels_image__is_removed(entry, i) ? UINT32_MAX : left++;
	*out_left = masked ? left : count;
	if (*out_left != count)
		return false;
	function->sources = masked && left < entry->full_count ? sources : NULL;
	function->source_count = function->sources ? entry->full_count : 0;
	const uint32_t local = entry->implicit_local;
	const uint32_t parameter = function->sources && local < entry->full_count ? sources[local] : local;
	function->shared_parameter = parameter < count ? parameter + 1 : 0;
	function->takes_constants = entry->takes_constants;
	return true;
}

/* The mask has one bit per parameter of the source; those that are left must be the ones of the code. */
static enum kernels_status read_mask(struct image_entry *e, struct kernels_diag *diag)
{
	const struct syclbin_property *mask = syclbin_table_find(&e->part->table, LITERAL("SYCL/kernel param opt"), e->name);
	uint32_t left = 0;
	e->full_count = UINT32_MAX;
	if (!mask)
		return KERNELS_OK;
	if (mask->type != SYCLBIN_PROPERTY_BYTES || mask->value.bits > 65535 || syclbin_value_check(&mask->value, NULL) != SYCLBIN_OK)
		return kernels_image__fail(diag, KERNELS_E_CORRUPT, mask->offset,
			"SYCLBIN: the parameter mask of kernel '%.*s', expected at most 65535 bits", short_length(e->name.size),
			e->name.data);
	e->removed = mask;
	e->full_count = (uint32_t)mask->value.bits;
	for (uint32_t i = 0; i < e->full_count; i++)
		left += !kernels_image__is_removed(e, i);
	if (e->kernel && left != e->kernel->parameter_count)
		return kernels_image__fail(diag, KERNELS_E_CORRUPT, mask->offset,
			"SYCLBIN: the parameter mask of kernel '%.*s' leaves %u of %u parameters, but its code has %u",
			short_length(e->name.size), e->name.data, (unsigned)left, (unsigned)e->full_count,
			(unsigned)e->kernel->parameter_count);
	return KERNELS_OK;
}

static enum kernels_status check_needs(const struct image_entry *e, struct kernels_diag *diag)
{
	uint64_t used;
	const struct syclbin_property *assert_used = syclbin_table_find(&e->part->table, LITERAL("SYCL/assert used"), e->name);
	if (assert_used && syclbin_property_number(assert_used, 0, &used) && used)
		return kernels_image__fail(diag, KERNELS_E_UNSUPPORTED, assert_used->offset,
			"SYCLBIN: kernel '%.*s' uses assert, which needs SYCL's runtime", short_length(e->name.size), e->name.data);
	for (uint32_t i = 0; e->kernel && i < e->kernel->parameter_count; i++) {
		if (e->kernel->parameters[i].kind == IMAGE_OTHER)
			return kernels_image__fail(diag, KERNELS_E_UNSUPPORTED, KERNELS_NO_OFFSET,
				"SYCLBIN: parameter %u of kernel '%.*s' has a type that no argument fits", (unsigned)i,
				short_length(e->name.size), e->name.data);
	}
	return KERNELS_OK;
}

enum kernels_status kernels_image__package_kernel(const struct image_package *package, const char *name, size_t length,
	struct image_entry *out, struct kernels_diag *diag)
{
	struct image_entry e = { .name = { name, length }, .implicit_local = UINT32_MAX };
	uint64_t number;
	e.part = find_part(package, &e.name);
	if (!e.part)
		return kernels_image__fail(diag, KERNELS_E_NOT_FOUND, KERNELS_NO_OFFSET, "SYCLBIN: no module has a kernel '%.*s'",
			short_length(length), name);
	if (!e.part->fits)
		return kernels_image__fail(diag, KERNELS_E_UNSUPPORTED, KERNELS_NO_OFFSET,
			"SYCLBIN: module %u with kernel '%.*s' cannot be used: %.120s", (unsigned)e.part->module,
			short_length(length), name, e.part->problem);
	if (!e.part->native) {
		e.kernel = kernels_image__spirv_kernel(&e.part->spirv, e.name.data, e.name.size);
		if (!e.kernel)
			return kernels_image__fail(diag, KERNELS_E_CORRUPT, KERNELS_NO_OFFSET,
				"SYCLBIN: module %u lists kernel '%.*s', but its code has no such entry point",
				(unsigned)e.part->module, short_length(e.name.size), e.name.data);
	}
	const struct syclbin_property *implicit =
		syclbin_table_find(&e.part->table, LITERAL("SYCL/implicit local arg"), e.name);
	e.takes_constants = kernels_image__package_has_constants(e.part);
	if (implicit && syclbin_property_number(implicit, 0, &number) && number < UINT32_MAX)
		e.implicit_local = (uint32_t)number;
	enum kernels_status status = check_needs(&e, diag);
	if (status == KERNELS_OK)
		status = read_group(&e, diag);
	if (status == KERNELS_OK)
		status = read_mask(&e, diag);
	if (status == KERNELS_OK)
		*out = e;
	return status;
}

/* ---- specialization constants */

uint64_t kernels_image__constant_bytes(const struct syclbin_property *constant)
{
	struct syclbin_spec_constant scalar;
	uint64_t size = 0;
	for (uint64_t i = 0; syclbin_property_spec_constant(constant, i, &scalar); i++) {
		const uint64_t end = (uint64_t)scalar.offset + scalar.size;
		size = end > size ? end : size;
	}
	return size;
}

enum kernels_status kernels_image__package_constant(const struct image_part *part, const char *name, size_t length,
	size_t size, struct image_setting *settings, uint32_t capacity, uint32_t *out_count, struct kernels_diag *diag)
{
	const struct syclbin_property *constant =
		syclbin_table_find(&part->table, LITERAL(CONSTANTS), (struct syclbin_string){ name, length });
	struct syclbin_spec_constant scalar;
	*out_count = 0;
	if (!constant)
		return kernels_image__fail(diag, KERNELS_E_NOT_FOUND, KERNELS_NO_OFFSET,
			"SYCLBIN: module %u has no specialization constant '%.*s'", (unsigned)part->module, short_length(length), name);
	if (!syclbin_meaning_fits(SYCLBIN_MEANING_SPEC_CONSTANTS, constant))
		return kernels_image__fail(diag, KERNELS_E_CORRUPT, constant->offset,
			"SYCLBIN: specialization constant '%.*s', expected entries of 12 bytes", short_length(length), name);
	const uint64_t bytes = kernels_image__constant_bytes(constant);
	if (size != bytes)
		return kernels_image__fail(diag, KERNELS_E_ARG, constant->offset,
			"the value of specialization constant '%.*s' has %zu bytes, expected %llu", short_length(length), name, size,
			(unsigned long long)bytes);
	for (uint64_t i = 0; syclbin_property_spec_constant(constant, i, &scalar); i++) {
		if (scalar.id == PADDING)
			continue;
		if (*out_count == capacity)
			return kernels_image__fail(diag, KERNELS_E_LIMIT, constant->offset,
				"specialization constant '%.*s' has more than %u scalars", short_length(length), name, (unsigned)capacity);
		settings[(*out_count)++] = (struct image_setting){ scalar.id, scalar.offset, scalar.size };
	}
	return KERNELS_OK;
}

uint32_t kernels_image__package_constant_offset(const struct image_part *part, const char *name, size_t length)
{
	const struct syclbin_table_set *set = syclbin_table_find_set(&part->table, LITERAL(CONSTANTS));
	uint64_t offset = 0;
	for (uint32_t i = 0; set && i < set->count; i++) {
		const struct syclbin_property *constant = part->table.properties + set->first + i;
		if (constant->key.size == length && memcmp(constant->key.data, name, length) == 0)
			return offset < UINT32_MAX ? (uint32_t)offset : UINT32_MAX;
		offset += kernels_image__constant_bytes(constant);
	}
	return UINT32_MAX;
}

bool kernels_image__package_defaults(const struct image_part *part, struct syclbin_value *out)
{
	const struct syclbin_property *all = kernels_image__property(part, CONSTANTS " default values", "all");
	if (!all || all->type != SYCLBIN_PROPERTY_BYTES)
		return false;
	*out = all->value;
	return true;
}
