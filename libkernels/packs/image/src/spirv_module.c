/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks the frame of a SPIR-V module and collects the instructions that matter. */
#include "spirv_module.h"

#include "fail.h"

#include <stdlib.h>

enum { HEADER_WORDS = 5, MAGIC = 0x07230203, MAGIC_SWAPPED = 0x03022307, MODEL_KERNEL = 6, PHYSICAL_32 = 1, PHYSICAL_64 = 2 };

/* What an instruction must have, and where its result id is. Others are skipped. */
struct form {
	uint16_t op;
	uint8_t least, most; /* words; most 0: any number */
	uint8_t result;      /* word of the id; 0: none that is collected */
};

static const struct form *find_form(uint16_t op)
{
	static const struct form forms[] = { { OP_NAME, 3, 0, 0 }, { OP_MEMORY_MODEL, 3, 3, 0 }, { OP_ENTRY_POINT, 4, 0, 0 },
		{ OP_EXECUTION_MODE, 3, 0, 0 }, { OP_EXECUTION_MODE_ID, 3, 0, 0 }, { OP_TYPE_INT, 4, 4, 1 },
		{ OP_TYPE_FLOAT, 3, 4, 1 }, { OP_TYPE_VECTOR, 4, 4, 1 }, { OP_TYPE_IMAGE, 9, 0, 1 },
		{ OP_TYPE_ARRAY, 4, 4, 1 }, { OP_TYPE_STRUCT, 2, 0, 1 }, { OP_TYPE_POINTER, 4, 4, 1 },
		{ OP_TYPE_FUNCTION, 3, 0, 1 }, { OP_CONSTANT, 4, 0, 2 }, { OP_SPEC_CONSTANT_TRUE, 3, 3, 2 },
		{ OP_SPEC_CONSTANT_FALSE, 3, 3, 2 }, { OP_SPEC_CONSTANT, 4, 0, 2 }, { OP_FUNCTION, 5, 5, 2 },
		{ OP_FUNCTION_PARAMETER, 3, 3, 0 }, { OP_DECORATE, 3, 0, 0 }, { OP_GROUP_DECORATE, 2, 0, 0 },
		{ OP_TYPE_UNTYPED_POINTER, 3, 3, 1 } };
	static const struct form other_type = { 0, 2, 0, 1 };
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		if (forms[i].op == op)
			return forms + i;
	}
	return op >= OP_TYPE_VOID && op <= OP_TYPE_PIPE ? &other_type : NULL;
}

static enum kernels_status check_header(struct spirv_module *m)
{
	if (m->words < HEADER_WORDS)
		return SPIRV_FAIL(m, 0, "%u words, expected a header of %d", (unsigned)m->words, HEADER_WORDS);
	const uint32_t magic = spirv_word(m, 0), version = spirv_word(m, 1);
	if (magic == MAGIC_SWAPPED)
		return kernels_image__fail(m->diag, KERNELS_E_UNSUPPORTED, 0, "SPIR-V in big-endian byte order is not supported");
	if (magic != MAGIC)
		return SPIRV_FAIL(m, 0, "found 0x%08x, expected the magic number 0x%08x", (unsigned)magic, MAGIC);
	if (version >> 24 || version & 0xFF || version >> 16 == 0)
		return SPIRV_FAIL(m, 1, "found 0x%08x, expected a version number 0x00MMmm00", (unsigned)version);
	return KERNELS_OK;
}

static enum kernels_status check_instruction(struct spirv_module *m, uint32_t at, const struct form *form)
{
	const uint32_t count = spirv_count(m, at);
	if (count == 0 || count > m->words - at)
		return SPIRV_FAIL(m, at, "an instruction of %u words, but %u are left", (unsigned)count, (unsigned)(m->words - at));
	if (form && (count < form->least || (form->most && count > form->most)))
		return SPIRV_FAIL(m, at, "instruction %u has %u words, expected %s%u", spirv_op(m, at), (unsigned)count,
			form->most == form->least ? "" : count < form->least ? "at least " : "at most ",
			count < form->least ? form->least : form->most);
	return KERNELS_OK;
}

static bool is_kept(uint32_t decoration)
{
	return decoration == DECORATION_SPEC_ID || decoration == DECORATION_PACKED || decoration == DECORATION_LINKAGE;
}

static enum kernels_status set_memory_model(struct spirv_module *m, uint32_t at)
{
	const uint32_t model = spirv_word(m, at + 1);
	if (model != PHYSICAL_32 && model != PHYSICAL_64)
		return kernels_image__fail(m->diag, KERNELS_E_UNSUPPORTED, 4 * (uint64_t)(at + 1),
			"SPIR-V, word %u: addressing model %u, expected 1 (Physical32) or 2 (Physical64): not a module for OpenCL",
			(unsigned)(at + 1), (unsigned)model);
	m->address_bytes = model == PHYSICAL_64 ? 8 : 4;
	return KERNELS_OK;
}

static enum kernels_status count_one(struct spirv_module *m, uint32_t at, const struct form *form)
{
	switch (spirv_op(m, at)) {
	case OP_NAME: m->decoration_count++; break;
	case OP_DECORATE: m->decoration_count += is_kept(spirv_word(m, at + 2)); break;
	case OP_GROUP_DECORATE: m->decoration_count += spirv_count(m, at) - 2; break;
	case OP_ENTRY_POINT: m->entry_count += spirv_word(m, at + 1) == MODEL_KERNEL; break;
	case OP_EXECUTION_MODE:
	case OP_EXECUTION_MODE_ID: m->mode_count++; break;
	case OP_FUNCTION_PARAMETER: m->parameter_count++; break;
	case OP_MEMORY_MODEL: return set_memory_model(m, at);
	default: m->definition_count += form->result != 0; break;
	}
	return KERNELS_OK;
}

enum kernels_status kernels_image__spirv_count(struct spirv_module *m)
{
	enum kernels_status status = check_header(m);
	for (uint32_t at = HEADER_WORDS; status == KERNELS_OK && at < m->words; at += spirv_count(m, at)) {
		const struct form *form = find_form(spirv_op(m, at));
		status = check_instruction(m, at, form);
		if (status == KERNELS_OK && form)
			status = count_one(m, at, form);
	}
	if (status == KERNELS_OK && m->address_bytes == 0)
		status = SPIRV_FAIL(m, HEADER_WORDS, "%s", "the module has no OpMemoryModel");
	return status;
}

/* The words of a string that ends before word `end`; 0 if it is not terminated. */
static uint32_t string_words(const struct spirv_module *m, uint32_t at, uint32_t end)
{
	for (uint32_t i = at; i < end; i++) {
		for (const uint8_t *p = m->bytes + 4 * (size_t)i, *last = p + 4; p < last; p++) {
			if (!*p)
				return i - at + 1;
		}
	}
	return 0;
}

static void add_decoration(struct spirv_module *m, uint32_t target, uint32_t kind, uint32_t value, uint32_t at)
{
	m->decorations[m->decoration_count++] = (struct spirv_decoration){ target, kind, value, at };
}

static enum kernels_status collect_decoration(struct spirv_module *m, uint32_t at)
{
	const uint32_t end = at + spirv_count(m, at), target = spirv_word(m, at + 1), kind = spirv_word(m, at + 2);
	if (!is_kept(kind))
		return KERNELS_OK;
	if (kind == DECORATION_SPEC_ID && end != at + 4)
		return SPIRV_FAIL(m, at, "decoration SpecId has %u words, expected 4", (unsigned)(end - at));
	if (kind == DECORATION_LINKAGE && (end < at + 5 || at + 4 + string_words(m, at + 3, end - 1) != end || end == at + 4))
		return SPIRV_FAIL(m, at, "%s", "decoration LinkageAttributes, expected a terminated name and a linkage type");
	add_decoration(m, target, kind, kind == DECORATION_PACKED ? 0 : spirv_word(m, end - 1), at);
	return KERNELS_OK;
}

static enum kernels_status collect_entry(struct spirv_module *m, uint32_t at)
{
	const uint32_t words = string_words(m, at + 3, at + spirv_count(m, at));
	if (!words)
		return SPIRV_FAIL(m, at, "%s", "the name of the entry point is not terminated");
	if (spirv_word(m, at + 1) == MODEL_KERNEL)
		m->entries[m->entry_count++] = (struct spirv_entry){ spirv_word(m, at + 2), at, words };
	return KERNELS_OK;
}

static enum kernels_status collect_one(struct spirv_module *m, uint32_t at)
{
	const uint16_t op = spirv_op(m, at);
	const uint32_t end = at + spirv_count(m, at);
	const struct form *form = find_form(op);
	switch (op) {
	case OP_NAME:
		if (!string_words(m, at + 2, end))
			return SPIRV_FAIL(m, at, "%s", "a name is not terminated");
		add_decoration(m, spirv_word(m, at + 1), DECORATION_NAME, 0, at);
		return KERNELS_OK;
	case OP_DECORATE: return collect_decoration(m, at);
	case OP_GROUP_DECORATE:
		for (uint32_t i = at + 2; i < end; i++)
			add_decoration(m, spirv_word(m, i), DECORATION_GROUP, spirv_word(m, at + 1), at);
		return KERNELS_OK;
	case OP_ENTRY_POINT: return collect_entry(m, at);
	case OP_EXECUTION_MODE:
	case OP_EXECUTION_MODE_ID: m->modes[m->mode_count++] = at; return KERNELS_OK;
	default: break;
	}
	if (form && form->result)
		m->definitions[m->definition_count++] = (struct spirv_definition){
			.id = spirv_word(m, at + form->result), .at = at, .op = op };
	return KERNELS_OK;
}

static int compare(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

static int by_id(const void *a, const void *b)
{
	const struct spirv_definition *x = a, *y = b;
	return x->id != y->id ? compare(x->id, y->id) : compare(x->at, y->at);
}

static int by_target_and_kind(const void *a, const void *b)
{
	const struct spirv_decoration *x = a, *y = b;
	if (x->target != y->target)
		return compare(x->target, y->target);
	return x->kind != y->kind ? compare(x->kind, y->kind) : compare(x->at, y->at);
}

enum kernels_status kernels_image__spirv_collect(struct spirv_module *m)
{
	enum kernels_status status = KERNELS_OK;
	m->definition_count = m->decoration_count = m->entry_count = m->mode_count = 0;
	for (uint32_t at = HEADER_WORDS; status == KERNELS_OK && at < m->words; at += spirv_count(m, at))
		status = collect_one(m, at);
	if (status != KERNELS_OK)
		return status;
	qsort(m->definitions, m->definition_count, sizeof *m->definitions, by_id);
	qsort(m->decorations, m->decoration_count, sizeof *m->decorations, by_target_and_kind);
	for (uint32_t i = 1; i < m->definition_count; i++) {
		const struct spirv_definition *d = m->definitions + i;
		if (d[-1].id == d->id)
			return SPIRV_FAIL(m, d->at, "id %u is defined again; first in word %u", (unsigned)d->id, (unsigned)d[-1].at);
	}
	return KERNELS_OK;
}

struct spirv_definition *kernels_image__spirv_find(const struct spirv_module *m, uint32_t id)
{
	for (size_t low = 0, high = m->definition_count; low < high;) {
		const size_t middle = low + (high - low) / 2;
		struct spirv_definition *d = m->definitions + middle;
		if (d->id == id)
			return d;
		if (d->id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* The first decoration that is not before (target, kind). */
static size_t first_decoration(const struct spirv_module *m, uint32_t target, uint32_t kind)
{
	size_t low = 0, high = m->decoration_count;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct spirv_decoration *d = m->decorations + middle;
		if (d->target < target || (d->target == target && d->kind < kind))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static const struct spirv_decoration *direct_decoration(const struct spirv_module *m, uint32_t target, uint32_t kind)
{
	const size_t i = first_decoration(m, target, kind);
	const struct spirv_decoration *d = m->decorations + i;
	return i < m->decoration_count && d->target == target && d->kind == kind ? d : NULL;
}

const struct spirv_decoration *kernels_image__spirv_decoration(const struct spirv_module *m, uint32_t target, uint32_t kind)
{
	const struct spirv_decoration *found = direct_decoration(m, target, kind);
	for (size_t i = first_decoration(m, target, DECORATION_GROUP);
		!found && i < m->decoration_count && m->decorations[i].target == target; i++)
		found = direct_decoration(m, m->decorations[i].value, kind); /* groups have no groups */
	return found;
}
