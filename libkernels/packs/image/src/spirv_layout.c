/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sizes of values that kernels take: OpenCL's rules for structures and vectors, which are those of C on x86-64. */
#include "spirv_module.h"

#include "fail.h"

#include <bytecursor/ckd.h>

bool kernels_image__spirv_integer(const struct spirv_module *m, uint32_t id, uint64_t *out)
{
	const struct spirv_definition *d = kernels_image__spirv_find(m, id);
	if (!d || (d->op != OP_CONSTANT && d->op != OP_SPEC_CONSTANT))
		return false;
	const struct spirv_definition *type = kernels_image__spirv_find(m, spirv_word(m, d->at + 1));
	const uint32_t words = spirv_count(m, d->at) - 3;
	if (!type || type->op != OP_TYPE_INT || words > 2)
		return false;
	*out = spirv_word(m, d->at + 3) | (words == 2 ? (uint64_t)spirv_word(m, d->at + 4) << 32 : 0);
	return true;
}

static void set_size(struct spirv_definition *type, uint64_t size, uint64_t alignment)
{
	type->sized = size <= UINT32_MAX && alignment > 0 && alignment <= 4096;
	type->size = size;
	type->alignment = (uint32_t)alignment;
}

static void lay_out_number(const struct spirv_module *m, struct spirv_definition *type)
{
	const uint32_t bits = spirv_word(m, type->at + 2);
	if (bits == 16 || bits == 32 || bits == 64 || (bits == 8 && type->op == OP_TYPE_INT))
		set_size(type, bits / 8, bits / 8);
}

/* The type in word `at`, which must be defined before; pointers may be defined later. */
static const struct spirv_definition *part(const struct spirv_module *m, uint32_t at, uint32_t user)
{
	const struct spirv_definition *d = kernels_image__spirv_find(m, spirv_word(m, at));
	const bool pointer = d && (d->op == OP_TYPE_POINTER || d->op == OP_TYPE_UNTYPED_POINTER);
	if (pointer || (d && d->op < OP_CONSTANT && d->at < user))
		return d;
	SPIRV_FAIL(m, at, "id %u, expected a type that is defined before", (unsigned)spirv_word(m, at));
	return NULL;
}

static enum kernels_status lay_out_vector(const struct spirv_module *m, struct spirv_definition *type)
{
	const struct spirv_definition *element = part(m, type->at + 2, type->at);
	const uint32_t count = spirv_word(m, type->at + 3);
	if (!element)
		return KERNELS_E_CORRUPT;
	if (element->sized && element->size <= 8 && (count == 2 || count == 3 || count == 4 || count == 8 || count == 16)) {
		const uint64_t size = element->size * (count == 3 ? 4 : count);
		set_size(type, size, size);
	}
	return KERNELS_OK;
}

static enum kernels_status lay_out_array(const struct spirv_module *m, struct spirv_definition *type)
{
	const struct spirv_definition *element = part(m, type->at + 2, type->at);
	uint64_t count, size;
	if (!element)
		return KERNELS_E_CORRUPT;
	if (element->sized && kernels_image__spirv_integer(m, spirv_word(m, type->at + 3), &count) &&
		!ckd_mul(&size, element->size, count))
		set_size(type, size, element->alignment);
	return KERNELS_OK;
}

/* Members are below 4 GiB and at most 65535, so sums do not overflow. */
static enum kernels_status lay_out_struct(const struct spirv_module *m, struct spirv_definition *type)
{
	const uint32_t end = type->at + spirv_count(m, type->at);
	const bool packed = kernels_image__spirv_decoration(m, type->id, DECORATION_PACKED) != NULL;
	uint64_t size = 0, alignment = 1;
	bool sized = true;
	for (uint32_t at = type->at + 2; at < end; at++) {
		const struct spirv_definition *member = part(m, at, type->at);
		if (!member)
			return KERNELS_E_CORRUPT;
		sized = sized && member->sized;
		if (!sized)
			continue;
		const uint64_t own = packed ? 1 : member->alignment;
		size = (size + own - 1) / own * own + member->size;
		alignment = own > alignment ? own : alignment;
	}
	if (sized)
		set_size(type, (size + alignment - 1) / alignment * alignment, alignment);
	return KERNELS_OK;
}

enum kernels_status kernels_image__spirv_layout(struct spirv_module *m)
{
	enum kernels_status status = KERNELS_OK;
	for (uint32_t i = 0; i < m->definition_count; i++) {
		struct spirv_definition *d = m->definitions + i;
		if (d->op == OP_TYPE_POINTER || d->op == OP_TYPE_UNTYPED_POINTER)
			set_size(d, m->address_bytes, m->address_bytes);
	}
	/* in the order of the module, where parts come first */
	for (uint32_t at = 5; status == KERNELS_OK && at < m->words; at += spirv_count(m, at)) {
		const uint16_t op = spirv_op(m, at);
		if (op < OP_TYPE_INT || op > OP_TYPE_STRUCT)
			continue;
		struct spirv_definition *type = kernels_image__spirv_find(m, spirv_word(m, at + 1));
		switch (op) {
		case OP_TYPE_INT:
		case OP_TYPE_FLOAT: lay_out_number(m, type); break;
		case OP_TYPE_VECTOR: status = lay_out_vector(m, type); break;
		case OP_TYPE_ARRAY: status = lay_out_array(m, type); break;
		case OP_TYPE_STRUCT: status = lay_out_struct(m, type); break;
		default: break;
		}
	}
	return status;
}
