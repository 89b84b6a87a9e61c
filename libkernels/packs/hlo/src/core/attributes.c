/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of an op by name. The names are those of the kernel's signature. */
#include "core/op.h"
#include <string.h>

static bool find(const struct hlo_op *op, const char *name, uint32_t *out_index)
{
	const struct kernels_entry *entry = op->site->entry;
	size_t size = strlen(name);
	for (uint32_t i = 0; i < entry->attribute_count && i < op->site->attribute_count; i++)
		if (entry->attributes[i].name_size == size && memcmp(entry->attributes[i].name, name, size) == 0) {
			*out_index = i;
			return true;
		}
	return false;
}

static bool refuse(struct hlo_op *op, const char *name, const char *expected)
{
	return kernels_hlo__refuse(op, "attribute %s is not %s", name, expected);
}

bool kernels_hlo__has_attribute(const struct hlo_op *op, const char *name)
{
	uint32_t index;
	return find(op, name, &index);
}

bool kernels_hlo__int(struct hlo_op *op, const char *name, int64_t *out)
{
	uint32_t index;
	return (find(op, name, &index) && kernels_site_scalar(op->site, index, KERNELS_I64, out)) ||
	       refuse(op, name, "an i64");
}

bool kernels_hlo__bool(struct hlo_op *op, const char *name, bool *out)
{
	uint32_t index;
	uint8_t byte;
	if (!find(op, name, &index) || !kernels_site_scalar(op->site, index, KERNELS_I1, &byte))
		return refuse(op, name, "an i1");
	*out = byte != 0;
	return true;
}

bool kernels_hlo__double(struct hlo_op *op, const char *name, double *out)
{
	uint32_t index;
	return (find(op, name, &index) && kernels_site_scalar(op->site, index, KERNELS_F64, out)) ||
	       refuse(op, name, "an f64");
}

bool kernels_hlo__text(struct hlo_op *op, const char *name, struct kernels_string *out)
{
	uint32_t index;
	return (find(op, name, &index) && kernels_site_string(op->site, index, out)) || refuse(op, name, "a string");
}

bool kernels_hlo__ints(struct hlo_op *op, const char *name, uint32_t limit, int64_t *out, uint32_t *out_count)
{
	uint32_t index;
	struct kernels_array array;
	if (!find(op, name, &index) || !kernels_site_array(op->site, index, KERNELS_I64, &array))
		return refuse(op, name, "an array of i64");
	if (array.count > limit)
		return kernels_hlo__refuse(op, "attribute %s has %zu elements, at most %u are supported", name,
			array.count, limit);
	for (size_t i = 0; i < array.count; i++)
		out[i] = kernels_load_i64(array.elements + 8 * i);
	*out_count = (uint32_t)array.count;
	return true;
}

bool kernels_hlo__ints_of(struct hlo_op *op, const char *name, uint32_t count, int64_t *out)
{
	uint32_t found;
	if (!kernels_hlo__ints(op, name, count, out, &found))
		return false;
	return found == count ||
	       kernels_hlo__refuse(op, "attribute %s has %u elements, expected %u", name, found, count);
}

bool kernels_hlo__array(struct hlo_op *op, const char *name, enum kernels_dtype kind, struct kernels_array *out)
{
	uint32_t index;
	return (find(op, name, &index) && kernels_site_array(op->site, index, kind, out)) ||
	       kernels_hlo__refuse(op, "attribute %s is not an array of %s", name, kernels_dtype_name(kind));
}

bool kernels_hlo__dense(struct hlo_op *op, const char *name, struct kernels_dense_view *out)
{
	uint32_t index;
	return (find(op, name, &index) && kernels_attr_dense(op->site->attributes[index], out)) ||
	       refuse(op, name, "a dense attribute");
}

bool kernels_hlo__dims(struct hlo_op *op, const char *name, uint32_t rank, struct hlo_dims *out)
{
	out->set = 0;
	if (!kernels_hlo__ints(op, name, rank, out->at, &out->count))
		return false;
	for (uint32_t i = 0; i < out->count; i++) {
		if (out->at[i] < 0 || out->at[i] >= rank)
			return kernels_hlo__refuse(op, "attribute %s has the dimension %lld, expected 0 to %lld", name,
				(long long)out->at[i], (long long)rank - 1);
		if (out->set >> out->at[i] & 1)
			return kernels_hlo__refuse(
				op, "attribute %s has the dimension %lld twice", name, (long long)out->at[i]);
		out->set |= 1u << out->at[i];
	}
	return true;
}
