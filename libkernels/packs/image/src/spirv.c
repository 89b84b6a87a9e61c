/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels, parameters and constants of a SPIR-V module. */
#include "fail.h"
#include "spirv_module.h"

#include <stdlib.h>
#include <string.h>

enum { MODE_LOCAL_SIZE = 17, MODE_SUBGROUP_SIZE = 35, MODE_LOCAL_SIZE_ID = 38, LINKAGE_IMPORT = 1 };
enum { UNIFORM_CONSTANT = 0, WORKGROUP = 4, CROSS_WORKGROUP = 5, FUNCTION = 7, DEVICE_ONLY = 5936, HOST_ONLY = 5937 };

const char *kernels_image__kind_name(enum image_parameter_kind kind)
{
	static const char *const names[] = { "integer", "float", "bytes", "global memory", "constant memory", "local memory",
		"image", "sampler", "unsupported" };
	return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "?";
}

/* The parts of the result's block, while they are filled. */
struct output {
	struct image_kernel *kernels;
	struct image_parameter *parameters;
	struct image_constant *constants;
	const char **imports;
	char *texts, *text; /* all, and the end of those so far */
	uint32_t parameter_count, constant_count, import_count;
};

/* Copies a string that was checked: the bytes of words up to a NUL. */
static const char *copy_text(const struct spirv_module *m, uint32_t at, struct output *o)
{
	const char *from = (const char *)m->bytes + 4 * (size_t)at;
	const size_t size = strlen(from) + 1;
	char *text = o->text;
	memcpy(text, from, size);
	o->text += size;
	return text;
}

static enum image_parameter_kind pointer_kind(const struct spirv_module *m, const struct spirv_definition *pointer,
	const struct spirv_definition **out_value)
{
	*out_value = pointer->op == OP_TYPE_POINTER ? kernels_image__spirv_find(m, spirv_word(m, pointer->at + 3)) : NULL;
	switch (spirv_word(m, pointer->at + 2)) {
	case CROSS_WORKGROUP:
	case DEVICE_ONLY:
	case HOST_ONLY: return IMAGE_GLOBAL;
	case WORKGROUP: return IMAGE_LOCAL;
	case UNIFORM_CONSTANT:
		if (*out_value && (*out_value)->op == OP_TYPE_IMAGE)
			return IMAGE_IMAGE;
		return *out_value && (*out_value)->op == OP_TYPE_SAMPLER ? IMAGE_SAMPLER : IMAGE_CONSTANT;
	case FUNCTION: return *out_value && (*out_value)->sized ? IMAGE_BYTES : IMAGE_OTHER; /* passed by value */
	default: return IMAGE_OTHER;
	}
}

static struct image_parameter describe(const struct spirv_module *m, const struct spirv_definition *type)
{
	struct image_parameter p = { .kind = IMAGE_OTHER, .alignment = 1, .name = "" };
	const struct spirv_definition *value = type, *pointed;
	switch (type->op) {
	case OP_TYPE_INT: p.kind = IMAGE_INTEGER; break;
	case OP_TYPE_FLOAT: p.kind = IMAGE_FLOAT; break;
	case OP_TYPE_VECTOR:
	case OP_TYPE_ARRAY:
	case OP_TYPE_STRUCT: p.kind = IMAGE_BYTES; break;
	case OP_TYPE_IMAGE: p.kind = IMAGE_IMAGE; break;
	case OP_TYPE_SAMPLER: p.kind = IMAGE_SAMPLER; break;
	case OP_TYPE_POINTER:
	case OP_TYPE_UNTYPED_POINTER:
		p.kind = (uint8_t)pointer_kind(m, type, &pointed);
		value = p.kind == IMAGE_BYTES ? pointed : type;
		break;
	default: break;
	}
	if (p.kind <= IMAGE_BYTES && !value->sized)
		p.kind = IMAGE_OTHER;
	if (value->sized) {
		p.size = (uint32_t)value->size;
		p.alignment = value->alignment;
	}
	return p;
}

/* The next OpFunctionParameter; lines of debug information may stand between them. 0 if there is none. */
static uint32_t next_parameter(const struct spirv_module *m, uint32_t at)
{
	for (at += spirv_count(m, at); at < m->words; at += spirv_count(m, at)) {
		const uint16_t op = spirv_op(m, at);
		if (op == OP_FUNCTION_PARAMETER)
			return at;
		if (op != OP_LINE && op != OP_NO_LINE)
			return 0;
	}
	return 0;
}

/* Several parameters of a malformed module may have one name, which is copied once. */
static const char *name_of(const struct spirv_module *m, uint32_t id, struct output *o)
{
	const struct spirv_decoration *found = kernels_image__spirv_decoration(m, id, DECORATION_NAME);
	if (!found)
		return "";
	struct spirv_decoration *name = m->decorations + (found - m->decorations);
	if (!name->value)
		name->value = 1 + (uint32_t)(copy_text(m, name->at + 2, o) - o->texts);
	return o->texts + name->value - 1;
}

static enum kernels_status read_parameter(const struct spirv_module *m, uint32_t at, uint32_t expected, struct output *o)
{
	const uint32_t type_id = spirv_word(m, at + 1);
	const struct spirv_definition *type = kernels_image__spirv_find(m, type_id);
	if (type_id != expected || !type)
		return SPIRV_FAIL(m, at + 1, "the parameter has type id %u, its function's type has %u", (unsigned)type_id,
			(unsigned)expected);
	struct image_parameter *p = o->parameters + o->parameter_count++;
	*p = describe(m, type);
	p->name = name_of(m, spirv_word(m, at + 2), o);
	return KERNELS_OK;
}

static enum kernels_status read_parameters(const struct spirv_module *m, const struct spirv_definition *function,
	struct image_kernel *kernel, struct output *o)
{
	const uint32_t type_at = function->at + 4, first = o->parameter_count;
	const struct spirv_definition *type = kernels_image__spirv_find(m, spirv_word(m, type_at));
	if (!type || type->op != OP_TYPE_FUNCTION)
		return SPIRV_FAIL(m, type_at, "id %u, expected a function type", (unsigned)spirv_word(m, type_at));
	const uint32_t expected = spirv_count(m, type->at) - 3;
	enum kernels_status status = KERNELS_OK;
	uint32_t count = 0;
	for (uint32_t at = function->at; status == KERNELS_OK && (at = next_parameter(m, at)) != 0; count++) {
		if (count == expected)
			return SPIRV_FAIL(m, at, "a parameter, but the function's type has %u", (unsigned)expected);
		status = read_parameter(m, at, spirv_word(m, type->at + 3 + count), o);
	}
	if (status == KERNELS_OK && count < expected)
		return SPIRV_FAIL(m, function->at, "the function has %u parameters, its type has %u", (unsigned)count,
			(unsigned)expected);
	kernel->parameters = o->parameters + first;
	kernel->parameter_count = count;
	return status;
}

/* A function may be the entry point of several kernels, which then share its parameters. */
static enum kernels_status read_kernel(const struct spirv_module *m, uint32_t index, struct output *o)
{
	const struct spirv_entry *entry = m->entries + index;
	struct image_kernel *kernel = o->kernels + index;
	struct spirv_definition *function = kernels_image__spirv_find(m, entry->function);
	if (!function || function->op != OP_FUNCTION)
		return SPIRV_FAIL(m, entry->at + 2, "id %u, expected a function", (unsigned)entry->function);
	*kernel = (struct image_kernel){ .name = copy_text(m, entry->at + 3, o) };
	if (function->kernel) {
		kernel->parameters = o->kernels[function->kernel - 1].parameters;
		kernel->parameter_count = o->kernels[function->kernel - 1].parameter_count;
		return KERNELS_OK;
	}
	function->kernel = index + 1;
	return read_parameters(m, function, kernel, o);
}

static enum kernels_status set_local_size(const struct spirv_module *m, uint32_t at, bool ids, struct image_kernel *kernel)
{
	if (spirv_count(m, at) != 6)
		return SPIRV_FAIL(m, at, "the work-group size has %u words, expected 6", (unsigned)spirv_count(m, at));
	for (uint32_t i = 0; i < 3; i++) {
		uint64_t size = spirv_word(m, at + 3 + i);
		if (ids && !kernels_image__spirv_integer(m, (uint32_t)size, &size))
			return SPIRV_FAIL(m, at + 3 + i, "%s", "the work-group size, expected an integer constant");
		if (size == 0 || size > UINT32_MAX)
			return SPIRV_FAIL(m, at + 3 + i, "%s", "the work-group size is 0 or too large");
		kernel->local_size[i] = (uint32_t)size;
	}
	return KERNELS_OK;
}

/* A mode names a function, and holds for all kernels of which it is the entry point. */
static enum kernels_status read_mode(const struct spirv_module *m, uint32_t at, struct output *o)
{
	const uint32_t id = spirv_word(m, at + 1), mode = spirv_word(m, at + 2);
	const struct spirv_definition *function = kernels_image__spirv_find(m, id);
	if (!function || function->op != OP_FUNCTION || !function->kernel)
		return KERNELS_OK; /* of an entry point that is not a kernel */
	struct image_kernel *kernel = o->kernels + function->kernel - 1;
	if (mode == MODE_LOCAL_SIZE || mode == MODE_LOCAL_SIZE_ID)
		return set_local_size(m, at, mode == MODE_LOCAL_SIZE_ID, kernel);
	if (mode == MODE_SUBGROUP_SIZE && spirv_count(m, at) == 4)
		kernel->sub_group_size = spirv_word(m, at + 3);
	return KERNELS_OK;
}

static enum kernels_status read_constant(const struct spirv_module *m, const struct spirv_decoration *d, struct output *o)
{
	const struct spirv_definition *c = kernels_image__spirv_find(m, d->target);
	const uint16_t op = c ? c->op : 0;
	struct image_constant out = { .id = d->value, .kind = IMAGE_CONSTANT_BOOL, .size = 1, .bits = op == OP_SPEC_CONSTANT_TRUE };
	if (op != OP_SPEC_CONSTANT && op != OP_SPEC_CONSTANT_TRUE && op != OP_SPEC_CONSTANT_FALSE)
		return SPIRV_FAIL(m, d->at, "SpecId of id %u, which is not a scalar specialization constant", (unsigned)d->target);
	if (op == OP_SPEC_CONSTANT) {
		const struct spirv_definition *type = kernels_image__spirv_find(m, spirv_word(m, c->at + 1));
		if (!type || (type->op != OP_TYPE_INT && type->op != OP_TYPE_FLOAT) || !type->sized ||
			spirv_count(m, c->at) != 3 + (type->size + 3) / 4)
			return SPIRV_FAIL(m, c->at, "%s", "a specialization constant, expected an integer or float of its type's size");
		out.kind = type->op == OP_TYPE_INT ? IMAGE_CONSTANT_INTEGER : IMAGE_CONSTANT_FLOAT;
		out.size = (uint8_t)type->size;
		out.bits = spirv_word(m, c->at + 3) | (type->size == 8 ? (uint64_t)spirv_word(m, c->at + 4) << 32 : 0);
		if (out.size < 8)
			out.bits &= (UINT64_C(1) << 8 * out.size) - 1;
	}
	o->constants[o->constant_count++] = out;
	return KERNELS_OK;
}

static enum kernels_status read_decorations(const struct spirv_module *m, struct output *o)
{
	enum kernels_status status = KERNELS_OK;
	for (uint32_t i = 0; status == KERNELS_OK && i < m->decoration_count; i++) {
		const struct spirv_decoration *d = m->decorations + i;
		const struct spirv_definition *target = kernels_image__spirv_find(m, d->target);
		if (d->kind == DECORATION_SPEC_ID)
			status = read_constant(m, d, o);
		else if (d->kind == DECORATION_LINKAGE && d->value == LINKAGE_IMPORT && target && target->op == OP_FUNCTION)
			o->imports[o->import_count++] = copy_text(m, d->at + 3, o);
	}
	return status;
}

static int kernels_by_name(const void *a, const void *b)
{
	const struct image_kernel *x = a, *y = b;
	return strcmp(x->name, y->name);
}

static int constants_by_id(const void *a, const void *b)
{
	const struct image_constant *x = a, *y = b;
	return (x->id > y->id) - (x->id < y->id);
}

static enum kernels_status read_all(const struct spirv_module *m, struct output *o)
{
	enum kernels_status status = KERNELS_OK;
	for (uint32_t i = 0; status == KERNELS_OK && i < m->entry_count; i++)
		status = read_kernel(m, i, o);
	for (uint32_t i = 0; status == KERNELS_OK && i < m->mode_count; i++)
		status = read_mode(m, m->modes[i], o);
	if (status == KERNELS_OK)
		status = read_decorations(m, o);
	if (status != KERNELS_OK)
		return status;
	for (uint32_t i = 0; i < m->entry_count; i++) { /* modes are those of the first kernel of a function */
		const struct spirv_definition *function = kernels_image__spirv_find(m, m->entries[i].function);
		const struct image_kernel *first = o->kernels + function->kernel - 1;
		memcpy(o->kernels[i].local_size, first->local_size, sizeof first->local_size);
		o->kernels[i].sub_group_size = first->sub_group_size;
	}
	qsort(o->kernels, m->entry_count, sizeof *o->kernels, kernels_by_name);
	qsort(o->constants, o->constant_count, sizeof *o->constants, constants_by_id);
	for (uint32_t i = 1; i < m->entry_count; i++) {
		if (strcmp(o->kernels[i - 1].name, o->kernels[i].name) == 0)
			return kernels_image__fail(m->diag, KERNELS_E_CORRUPT, KERNELS_NO_OFFSET, "SPIR-V: two kernels have the name '%.150s'",
				o->kernels[i].name);
	}
	for (uint32_t i = 1; i < o->constant_count; i++) {
		if (o->constants[i - 1].id == o->constants[i].id)
			return kernels_image__fail(m->diag, KERNELS_E_CORRUPT, KERNELS_NO_OFFSET,
				"SPIR-V: two specialization constants have the SpecId %u", (unsigned)o->constants[i].id);
	}
	return KERNELS_OK;
}

/* Takes part of a block; with block NULL it only counts. */
static void *take(char *block, size_t *used, size_t count, size_t size)
{
	void *p = block ? block + *used : NULL;
	*used += (count * size + 15) / 16 * 16;
	return p;
}

static size_t divide_scratch(struct spirv_module *m, char *block)
{
	size_t used = 0;
	m->definitions = take(block, &used, m->definition_count, sizeof *m->definitions);
	m->decorations = take(block, &used, m->decoration_count, sizeof *m->decorations);
	m->entries = take(block, &used, m->entry_count, sizeof *m->entries);
	m->modes = take(block, &used, m->mode_count, sizeof *m->modes);
	return used;
}

/* Each instruction's name is copied at most once, so all of them are shorter than the module. */
static size_t divide_block(const struct spirv_module *m, struct output *o, char *block)
{
	size_t used = 0;
	o->kernels = take(block, &used, m->entry_count, sizeof *o->kernels);
	o->parameters = take(block, &used, m->parameter_count, sizeof *o->parameters);
	o->constants = take(block, &used, m->decoration_count, sizeof *o->constants);
	o->imports = take(block, &used, m->decoration_count, sizeof *o->imports);
	o->text = o->texts = take(block, &used, m->words, 4);
	return used;
}

static enum kernels_status fill(struct spirv_module *m, const struct async_allocator *allocator, struct image_spirv *out)
{
	struct output o = { .parameter_count = 0 };
	enum kernels_status status = kernels_image__spirv_collect(m);
	if (status == KERNELS_OK)
		status = kernels_image__spirv_layout(m);
	if (status != KERNELS_OK)
		return status;
	const size_t size = divide_block(m, &o, NULL);
	char *block = async_alloc(allocator, size, 16);
	if (!block)
		return kernels_image__no_memory(m->diag);
	divide_block(m, &o, block);
	status = read_all(m, &o);
	if (status != KERNELS_OK) {
		async_free(allocator, block, size, 16);
		return status;
	}
	*out = (struct image_spirv){ .major = (uint8_t)(spirv_word(m, 1) >> 16), .minor = (uint8_t)(spirv_word(m, 1) >> 8),
		.address_bytes = m->address_bytes, .kernel_count = m->entry_count, .constant_count = o.constant_count,
		.import_count = o.import_count, .kernels = o.kernels, .constants = o.constants, .imports = o.imports,
		.block = block, .block_size = size };
	return KERNELS_OK;
}

enum kernels_status kernels_image__spirv_read(const void *data, size_t size, const struct async_allocator *allocator,
	struct image_spirv *out, struct kernels_diag *diag)
{
	struct spirv_module m = { .bytes = data, .words = (uint32_t)(size / 4), .diag = diag };
	*out = (struct image_spirv){ .block = NULL };
	if (size > IMAGE_SPIRV_MOST)
		return kernels_image__fail(diag, KERNELS_E_LIMIT, 0, "SPIR-V of %zu bytes, at most %u are supported", size, IMAGE_SPIRV_MOST);
	if (size % 4)
		return kernels_image__fail(diag, KERNELS_E_CORRUPT, size / 4 * 4, "SPIR-V of %zu bytes, expected a multiple of 4", size);
	enum kernels_status status = kernels_image__spirv_count(&m);
	if (status != KERNELS_OK)
		return status;
	const size_t scratch_size = divide_scratch(&m, NULL);
	char *scratch = async_alloc(allocator, scratch_size, 16);
	if (!scratch)
		return kernels_image__no_memory(diag);
	divide_scratch(&m, scratch);
	status = fill(&m, allocator, out);
	async_free(allocator, scratch, scratch_size, 16);
	return status;
}

void kernels_image__spirv_finish(struct image_spirv *spirv, const struct async_allocator *allocator)
{
	if (spirv->block)
		async_free(allocator, spirv->block, spirv->block_size, 16);
	*spirv = (struct image_spirv){ .block = NULL };
}

const struct image_kernel *kernels_image__spirv_kernel(const struct image_spirv *spirv, const char *name, size_t length)
{
	for (size_t low = 0, high = spirv->kernel_count; low < high;) {
		const size_t middle = low + (high - low) / 2;
		const struct image_kernel *kernel = spirv->kernels + middle;
		int order = strncmp(kernel->name, name, length);
		if (order == 0)
			order = kernel->name[length] != '\0'; /* longer names come later */
		if (order == 0)
			return kernel;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

const struct image_constant *kernels_image__spirv_constant(const struct image_spirv *spirv, uint32_t id)
{
	for (uint32_t i = 0; i < spirv->constant_count; i++) {
		if (spirv->constants[i].id == id)
			return spirv->constants + i;
	}
	return NULL;
}
