/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads what ops/signature.c wrote. Attributes are found by their positions, in the order of their names. */
#include <bef/reader.h>
#include <bef/stablehlo.h>
#include <bytecursor/diag.h>
#include <bytecursor/memory.h>
#include <bytecursor/options.h>
#include <hlo/kernels.h>
#include <string.h>

enum { ARGUMENTS, EFFECTS, FUNCTION, NAMES, SIGNATURE, TYPES, ATTRIBUTES };

/* All memory of the result, in the order in which it lies: the head, functions, values, their traits, dimensions. */
struct block {
	struct bef_stablehlo_signatures head;
	struct bef_allocator allocator;
	size_t size;
	const struct bef_stablehlo_value *values;
	const struct bef_string *traits; /* a line for each value; NULL: no function has any */
	size_t value_count;
};

struct manifest {
	const struct bef_reader *reader;
	struct bef_diag *diag;
	struct bef_body body;
	/* First pass: sizes. Second pass: where the next one goes. */
	size_t functions, values, dims;
	struct bef_stablehlo_function *function;
	struct bef_stablehlo_value *value;
	int64_t *dim;
	struct bef_string *trait;
	bool has_traits;
	uint32_t replicas, partitions;
	struct bef_string device;
};

static enum bef_status fail(struct manifest *m, enum bef_status status, const char *prefix, const char *what)
{
	return BYTECURSOR_DIAG_FAIL(m->diag, status, bef_status_name(status), BEF_NO_OFFSET, "%s%s", prefix, what);
}

static enum bef_status corrupt(struct manifest *m, const char *what)
{
	return fail(m, BEF_E_CORRUPT, "signatures of the model: ", what);
}

static int64_t word(const uint8_t *elements, size_t index)
{
	uint64_t value = 0;
	for (size_t i = 0; i < 8; i++)
		value |= (uint64_t)elements[8 * index + i] << 8 * i;
	return (int64_t)value;
}

/* ---- one function */

struct description {
	int64_t arguments;
	bool effects;
	struct bef_string function, names;
	const uint8_t *words;
	size_t count;
};

static enum bef_status read_description(struct manifest *m, const struct bef_kernel *kernel, struct description *out)
{
	static const uint32_t types[ATTRIBUTES - 1] = { BEF_DTYPE_I64, BEF_DTYPE_I1, BEF_DTYPE_STRING, BEF_DTYPE_STRING,
		BEF_DTYPE_I64 | BEF_ATTR_ARRAY };
	struct bef_attr attrs[ATTRIBUTES - 1];
	if (kernel->attribute_count != ATTRIBUTES || kernel->result_count || kernel->argument_count)
		return corrupt(m, "an operation has other attributes");
	for (size_t i = 0; i < ATTRIBUTES - 1; i++) {
		enum bef_status status =
			bef_reader_attr(m->reader, bef_word(kernel->attributes, i), types[i], &attrs[i], m->diag);
		if (status != BEF_OK)
			return status;
	}
	*out = (struct description){ word(attrs[ARGUMENTS].data, 0), attrs[EFFECTS].data[0] != 0, attrs[FUNCTION].u.string,
		attrs[NAMES].u.string, attrs[SIGNATURE].u.array.elements, attrs[SIGNATURE].u.array.count };
	return BEF_OK;
}

/* The form and its numbers. Returns the position behind them; 0 after a failure. */
static size_t read_form(struct manifest *m, const struct description *d, bool *out_device)
{
	const int64_t form = d->count ? word(d->words, 0) : -1;
	if (form < 0 || form > (HLO_SIGNATURE_PROCESSES | HLO_SIGNATURE_DEVICE))
		return 0;
	*out_device = form & HLO_SIGNATURE_DEVICE;
	if (!(form & HLO_SIGNATURE_PROCESSES))
		return 1;
	if (d->count < 3)
		return 0;
	for (size_t i = 1; i < 3; i++)
		if (word(d->words, i) < 0 || word(d->words, i) > UINT16_MAX)
			return 0;
	m->replicas = (uint32_t)word(d->words, 1);
	m->partitions = (uint32_t)word(d->words, 2);
	return 3;
}

/* The next line of names. */
static bool next_name(struct bef_string *names, struct bef_string *out)
{
	const char *end = names->size ? memchr(names->data, '\n', names->size) : NULL;
	if (!end)
		return false;
	*out = (struct bef_string){ names->data, (size_t)(end - names->data) };
	names->size -= out->size + 1;
	names->data = end + 1;
	return true;
}

static bool read_value(struct manifest *m, struct description *d, size_t *at)
{
	struct bef_string name;
	if (d->count - *at < 2 || !next_name(&d->names, &name))
		return false;
	const int64_t dtype = word(d->words, *at), rank = word(d->words, *at + 1);
	*at += 2;
	if (dtype < 0 || dtype > 255 || rank < 0 || rank > HLO_MOST_RANK || d->count - *at < (size_t)rank)
		return false;
	if (m->value) {
		*m->value++ = (struct bef_stablehlo_value){ name, (unsigned)dtype, (uint32_t)rank, m->dim };
		for (size_t i = 0; i < (size_t)rank; i++)
			*m->dim++ = word(d->words, *at + i);
	}
	*at += (size_t)rank;
	m->values++;
	m->dims += (size_t)rank;
	return true;
}

/* Lines of files that have none are empty. */
static bool read_traits(struct manifest *m, struct description *d, size_t count)
{
	struct bef_string line = { "", 0 };
	const bool any = d->names.size != 0;
	m->has_traits |= any;
	for (size_t i = 0; i < count && (any || m->trait); i++) {
		if (any && !next_name(&d->names, &line))
			return false;
		if (m->trait)
			*m->trait++ = line;
	}
	return true;
}

static enum bef_status read_function(struct manifest *m, const struct bef_kernel *kernel)
{
	struct description d;
	const struct bef_stablehlo_value *first = m->value;
	const size_t before = m->values;
	enum bef_status status = read_description(m, kernel, &d);
	if (status != BEF_OK)
		return status;
	bool device = false;
	size_t at = read_form(m, &d, &device);
	if (at == 0)
		return corrupt(m, "unknown form");
	while (at < d.count) {
		if (!read_value(m, &d, &at))
			return corrupt(m, "a type or name is missing");
	}
	if (device && (!next_name(&d.names, &m->device) || m->device.size == 0))
		return corrupt(m, "the name of the device is missing");
	const size_t values = m->values - before;
	if (!read_traits(m, &d, values))
		return corrupt(m, "a line of traits is missing");
	if (d.arguments < 0 || (uint64_t)d.arguments > values)
		return corrupt(m, "there are fewer values than arguments");
	if (m->function)
		*m->function++ = (struct bef_stablehlo_function){ d.function, first, first + d.arguments, (uint32_t)d.arguments,
			(uint32_t)(values - (size_t)d.arguments), d.effects };
	m->functions++;
	return BEF_OK;
}

/* ---- the file */

static bool name_is(struct bef_string name, const char *text)
{
	return name.size == strlen(text) && memcmp(name.data, text, name.size) == 0;
}

/* The number of the kernel hlo.signature; UINT32_MAX: the file does not use it. */
static uint32_t find_kernel(const struct bef_reader *reader)
{
	struct bef_names names = bef_reader_kernels(reader);
	struct bef_string name;
	for (uint32_t i = 0; bef_names_next(&names, &name, NULL) == BEF_OK; i++) {
		if (name_is(name, "hlo.signature"))
			return i;
	}
	return UINT32_MAX;
}

static bool find_body(struct manifest *m)
{
	struct bef_functions functions = bef_reader_functions(m->reader);
	struct bef_function function;
	while (bef_functions_next(&functions, &function, NULL) == BEF_OK) {
		if (name_is(function.name, ".signatures") && function.kind != BEF_FUNCTION_NATIVE)
			return bef_reader_body(m->reader, &function, &m->body, NULL) == BEF_OK;
	}
	return false;
}

static enum bef_status read_all(struct manifest *m, uint32_t code)
{
	struct bef_kernels kernels = bef_body_kernels(m->reader, &m->body);
	struct bef_kernel kernel;
	struct bef_kernel_row row;
	enum bef_status status;
	m->functions = m->values = m->dims = 0;
	for (uint32_t k = 0; (status = bef_kernels_next(&kernels, &kernel, &row, m->diag)) == BEF_OK; k++) {
		if (k > 0 && kernel.code == code && (status = read_function(m, &kernel)) != BEF_OK)
			return status;
	}
	return status == BEF_E_NOT_FOUND ? BEF_OK : status;
}

static enum bef_status allocate(struct manifest *m, const struct bef_allocator *allocator, struct block **out)
{
	const struct bef_allocator memory = allocator ? *allocator : (struct bef_allocator)BYTECURSOR_MALLOC;
	const size_t traits = m->has_traits ? m->values : 0;
	const size_t size = sizeof **out + m->functions * sizeof *m->function + m->values * sizeof *m->value +
			    traits * sizeof *m->trait + m->dims * sizeof *m->dim;
	*out = memory.alloc(memory.ctx, size, _Alignof(max_align_t));
	if (!*out)
		return fail(m, BEF_E_NOMEM, "", "out of memory");
	m->function = (struct bef_stablehlo_function *)(void *)(*out + 1);
	m->value = (struct bef_stablehlo_value *)(void *)(m->function + m->functions);
	m->trait = traits ? (struct bef_string *)(void *)(m->value + m->values) : NULL;
	m->dim = (int64_t *)(void *)((char *)(m->value + m->values) + traits * sizeof *m->trait);
	**out = (struct block){ { m->function, m->functions, m->replicas, m->partitions, m->device }, memory, size, m->value, m->trait,
		m->values };
	return BEF_OK;
}

enum bef_status bef_stablehlo_signatures_read(const void *data, size_t size, const struct bef_allocator *allocator,
	struct bef_stablehlo_signatures **out_signatures, struct bef_diag *diag)
{
	struct bef_reader reader;
	struct manifest m = { .reader = &reader, .diag = diag };
	struct block *block;
	*out_signatures = NULL;
	enum bef_status status = bef_reader_open(data, size, &reader, diag);
	if (status != BEF_OK)
		return status;
	const uint32_t code = find_kernel(&reader);
	const bool found = code != UINT32_MAX && find_body(&m);
	if (found && (status = read_all(&m, code)) != BEF_OK)
		return status;
	status = allocate(&m, allocator, &block);
	if (status != BEF_OK)
		return status;
	*out_signatures = &block->head;
	return found ? read_all(&m, code) : BEF_OK;
}

void bef_stablehlo_signatures_free(struct bef_stablehlo_signatures *signatures)
{
	struct block *block = (struct block *)(void *)signatures;
	if (block)
		block->allocator.free(block->allocator.ctx, block, block->size, _Alignof(max_align_t));
}

/* ---- traits */

/* The text of a field. False: the line does not have it. */
static bool find_trait(struct bef_string line, const char *name, struct bef_string *out)
{
	const size_t size = strlen(name);
	*out = (struct bef_string){ "", 0 };
	for (const char *at = line.data, *end = line.data + line.size; at < end;) {
		const char *tab = memchr(at, '\t', (size_t)(end - at));
		const size_t field = (size_t)((tab ? tab : end) - at);
		if (field >= size && memcmp(at, name, size) == 0 && (field == size || at[size] == '=')) {
			if (field > size)
				*out = (struct bef_string){ at + size + 1, field - size - 1 };
			return true;
		}
		at += field + (tab != NULL);
	}
	return false;
}

static int64_t number_of(struct bef_string text)
{
	int64_t number = 0;
	for (size_t i = 0; i < text.size; i++) {
		if (text.data[i] < '0' || text.data[i] > '9' || number > INT32_MAX)
			return -1;
		number = 10 * number + (text.data[i] - '0');
	}
	return text.size ? number : -1;
}

bool bef_stablehlo_value_traits(const struct bef_stablehlo_signatures *signatures, const struct bef_stablehlo_value *value,
	struct bef_stablehlo_traits *out)
{
	const struct block *block = (const struct block *)(const void *)signatures;
	struct bef_stablehlo_traits all = { .size = out->size };
	struct bef_string line = { "", 0 }, text;
	if (BYTECURSOR_SIZE_IS_WRONG(out) || value < block->values || value >= block->values + block->value_count)
		return false;
	if (block->traits)
		line = block->traits[value - block->values];
	all.aliased_result = find_trait(line, HLO_TRAIT_ALIAS, &text) ? number_of(text) : -1;
	all.donated = all.aliased_result >= 0 || find_trait(line, HLO_TRAIT_DONOR, &text);
	(void)find_trait(line, HLO_TRAIT_MEMORY, &all.memory);
	(void)find_trait(line, HLO_TRAIT_MESH, &all.mesh);
	if (!find_trait(line, HLO_TRAIT_SHARDING, &all.sharding))
		(void)find_trait(line, HLO_TRAIT_OLD_SHARDING, &all.sharding);
	memcpy(out, &all, out->size < sizeof all ? out->size : sizeof all);
	return true;
}
