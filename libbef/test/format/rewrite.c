/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "rewrite.h"
#include <string.h>
#include <stdalign.h>
#include <stdlib.h>

#define TRY(expression) \
	do { \
		enum bef_status try_status = (expression); \
		if (try_status != BEF_OK) \
			return try_status; \
	} while (0)

/* Maps an offset in the old file to the new one; sorted by old offset. */
struct map {
	struct pair {
		uint64_t from;
		uint32_t to, type;
	} *pairs;
	size_t count;
};

struct job {
	const struct bef_reader *in, *types;
	struct bef_writer *w;
	struct map attributes, locations;
	uint64_t names_at, registers_at;
	bool *named; /* per byte of Strings: a table refers to the string that begins here */
	struct block *blocks;
	struct bef_diag *diag;
};

struct block {
	struct block *next;
	alignas(max_align_t) uint8_t data[];
};

/* Memory that lives as long as the job. It belongs to the tool, so failures end the process. */
static void *keep(struct job *job, size_t count, size_t size)
{
	struct block *block = calloc(1, sizeof *block + count * size);
	if (!block)
		abort();
	block->next = job->blocks;
	job->blocks = block;
	return block->data;
}

static const struct pair *find(const struct map *map, uint64_t from)
{
	size_t low = 0, high = map->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (map->pairs[middle].from < from)
			low = middle + 1;
		else
			high = middle;
	}
	return low < map->count && map->pairs[low].from == from ? &map->pairs[low] : NULL;
}

static uint64_t load(const uint8_t *p, size_t size)
{
	uint64_t value = 0;
	for (size_t i = size; i-- > 0;)
		value = value << 8 | p[i];
	return value;
}

static const int64_t *dims(struct job *job, const uint8_t *p, size_t rank)
{
	int64_t *out = keep(job, rank, sizeof *out);
	for (size_t i = 0; i < rank; i++)
		out[i] = (int64_t)load(p + 8 * i, 8);
	return out;
}

static enum bef_status to_value(struct job *job, const struct bef_attr *attr, struct bef_value *out);

static enum bef_status to_aggregate(struct job *job, const struct bef_attr *attr, struct bef_value *out)
{
	uint32_t count = attr->u.aggregate.count;
	struct bef_value *elements = keep(job, count, sizeof *elements);
	out->u.aggregate.elements = elements;
	out->u.aggregate.count = count;
	for (uint32_t i = 0; i < count; i++) {
		struct bef_attr element;
		TRY(bef_attr_element(job->types, attr, i, &element, job->diag));
		TRY(to_value(job, &element, &elements[i]));
	}
	return BEF_OK;
}

/* Recursion is limited: the file was verified. */
static enum bef_status to_value(struct job *job, const struct bef_attr *attr, struct bef_value *out)
{
	out->type = attr->type;
	switch (attr->type) {
	case BEF_DTYPE_STRING:
	case BEF_ATTR_FUNCTION: out->u.string = attr->u.string; return BEF_OK;
	case BEF_ATTR_SHAPE:
		out->u.shape.ranked = attr->u.shape.ranked;
		out->u.shape.rank = attr->u.shape.rank;
		out->u.shape.dims = dims(job, attr->u.shape.dims, attr->u.shape.rank);
		return BEF_OK;
	case BEF_ATTR_DENSE:
		out->u.dense.dtype = attr->u.dense.dtype;
		out->u.dense.rank = attr->u.dense.rank;
		out->u.dense.dims = dims(job, attr->u.dense.dims, attr->u.dense.rank);
		out->u.dense.elements = attr->u.dense.elements;
		out->u.dense.count = attr->u.dense.count;
		out->u.dense.alignment = attr->u.dense.alignment;
		return BEF_OK;
	case BEF_ATTR_AGGREGATE: return to_aggregate(job, attr, out);
	case BEF_ATTR_SYMBOL: return BEF_E_UNSUPPORTED; /* the writer does not support symbols inside aggregates */
	default: break;
	}
	if (attr->type & BEF_ATTR_ARRAY) {
		out->u.array.elements = attr->u.array.elements;
		out->u.array.count = attr->u.array.count;
	} else {
		for (size_t i = 0; i < attr->size; i++)
			out->u.scalar[i] = attr->data[i];
	}
	return BEF_OK;
}

static enum bef_status put_symbol(struct job *job, const struct bef_attr *attr, uint32_t *out_offset)
{
	size_t count = (size_t)attr->u.symbol.nested_count + 1;
	struct bef_string *names = keep(job, count, sizeof *names);
	struct bef_symbol_names walk = bef_attr_symbol_names(job->types, attr);
	names[0] = attr->u.symbol.root;
	for (size_t i = 1; i < count; i++)
		TRY(bef_symbol_names_next(&walk, &names[i]));
	return bef_writer_symbol(job->w, attr->u.symbol.id, names, count, attr->u.symbol.module.data,
		attr->u.symbol.module.size, out_offset);
}

/* Uses the calls for single values where possible, so that they are tested. */
static enum bef_status put_attribute(struct job *job, const struct bef_attr *attr, uint32_t *out_offset)
{
	struct bef_value value;
	if (attr->type == BEF_ATTR_SYMBOL)
		return put_symbol(job, attr, out_offset);
	TRY(to_value(job, attr, &value));
	if (attr->type == BEF_DTYPE_STRING)
		return bef_writer_string(job->w, value.u.string.data, value.u.string.size, out_offset);
	if (attr->type == BEF_ATTR_SHAPE)
		return bef_writer_shape(job->w, value.u.shape.ranked, value.u.shape.dims, value.u.shape.rank,
			out_offset);
	if (attr->type == BEF_ATTR_DENSE)
		return bef_writer_dense_aligned(job->w, value.u.dense.dtype, value.u.dense.dims, value.u.dense.rank,
			value.u.dense.elements, value.u.dense.count, value.u.dense.alignment, out_offset);
	return bef_writer_value(job->w, &value, out_offset);
}

static enum bef_status put_attributes(struct job *job)
{
	struct bef_numbers types = bef_reader_attribute_types(job->types);
	size_t count = (size_t)types.left / 2;
	job->attributes.pairs = keep(job, count, sizeof(struct pair));
	for (size_t i = 0; i < count; i++) {
		struct pair *pair = &job->attributes.pairs[job->attributes.count++];
		struct bef_attr attr;
		uint64_t type;
		TRY(bef_numbers_next(&types, &pair->from, job->diag));
		TRY(bef_numbers_next(&types, &type, job->diag));
		pair->type = (uint32_t)type;
		TRY(bef_reader_attr(job->types, pair->from, pair->type, &attr, job->diag));
		TRY(put_attribute(job, &attr, &pair->to));
		TRY(bef_writer_attribute_type(job->w, pair->to, pair->type));
	}
	return BEF_OK;
}

static enum bef_status put_location(struct job *job, const struct bef_location *l, uint32_t *out_offset)
{
	switch (l->kind) {
	case BEF_LOCATION_FILE:
		return bef_writer_location_file(job->w, l->string.data, l->string.size, l->line, l->column, out_offset);
	case BEF_LOCATION_NAME: return bef_writer_location_name(job->w, l->string.data, l->string.size, out_offset);
	case BEF_LOCATION_CALLSITE: return bef_writer_location_callsite(job->w, out_offset);
	case BEF_LOCATION_FUSED: return bef_writer_location_fused(job->w, l->count, out_offset);
	default: return bef_writer_location_unknown(job->w, out_offset);
	}
}

static enum bef_status put_locations(struct job *job)
{
	uint64_t offset = 0;
	struct bef_location location;
	job->locations.pairs = keep(job, job->in->sections[BEF_SECTION_LOCATIONS].size, sizeof(struct pair));
	for (;;) {
		struct pair pair = { offset, 0, 0 };
		enum bef_status status = bef_reader_location(job->in, &offset, &location, job->diag);
		if (status != BEF_OK)
			return status == BEF_E_NOT_FOUND ? BEF_OK : status;
		TRY(put_location(job, &location, &pair.to));
		job->locations.pairs[job->locations.count++] = pair;
	}
}

static uint32_t location_of(struct job *job, uint64_t offset)
{
	const struct pair *pair = find(&job->locations, offset);
	return pair ? pair->to : bef_writer_location_virtual(job->w);
}

static void mark(struct job *job, struct bef_string name)
{
	job->named[(const uint8_t *)name.data - job->in->sections[BEF_SECTION_STRINGS].data] = true;
}

static enum bef_status put_names(struct job *job)
{
	struct bef_names types = bef_reader_types(job->in), kernels = bef_reader_kernels(job->in);
	struct bef_string name;
	uint32_t number;
	while (bef_names_next(&types, &name, job->diag) == BEF_OK) {
		mark(job, name);
		TRY(bef_writer_type(job->w, name.data, name.size, &number));
	}
	while (bef_names_next(&kernels, &name, job->diag) == BEF_OK) {
		mark(job, name);
		TRY(bef_writer_kernel_name(job->w, name.data, name.size, &number));
	}
	return BEF_OK;
}

static enum bef_status take_numbers(struct job *job, struct bef_numbers numbers, const uint32_t **out)
{
	uint32_t *values = keep(job, (size_t)numbers.left, sizeof *values);
	uint64_t value;
	*out = values;
	while (numbers.left > 0) {
		TRY(bef_numbers_next(&numbers, &value, job->diag));
		*values++ = (uint32_t)value;
	}
	return BEF_OK;
}

static enum bef_status put_functions(struct job *job)
{
	struct bef_functions functions = bef_reader_functions(job->in);
	struct bef_function f;
	uint32_t index;
	while (bef_functions_next(&functions, &f, job->diag) == BEF_OK) {
		struct bef_function_type type = { NULL, NULL, f.argument_count, f.result_count };
		mark(job, f.name);
		TRY(take_numbers(job, f.arguments, &type.arguments));
		TRY(take_numbers(job, f.results, &type.results));
		TRY(bef_writer_function(job->w, (enum bef_function_kind)f.kind, f.name.data, f.name.size, &type,
			&index));
	}
	return BEF_OK;
}

static const uint32_t *words(struct job *job, const uint8_t *list, size_t count)
{
	uint32_t *out = keep(job, count, sizeof *out);
	for (size_t i = 0; i < count; i++)
		out[i] = bef_word(list, i);
	return out;
}

static void take_users(struct job *job, const struct bef_kernel *k, uint32_t first, const uint32_t *const **out_users,
	const size_t **out_counts)
{
	size_t *counts = keep(job, k->result_count, sizeof *counts);
	const uint32_t **users = keep(job, k->result_count, sizeof *users);
	const uint8_t *next = k->users;
	for (size_t i = 0; i < k->result_count; i++) {
		size_t count = bef_word(k->user_counts, i);
		if (i >= first) {
			counts[i - first] = count;
			users[i - first] = words(job, next, count);
		}
		next += 4 * count;
	}
	*out_users = users;
	*out_counts = counts;
}

static enum bef_status take_kernel(struct job *job, const struct bef_kernel *k, struct bef_numbers *names,
	struct bef_writer_kernel *out)
{
	uint32_t *attributes = keep(job, k->attribute_count, sizeof *attributes);
	const char **texts = keep(job, k->attribute_count, sizeof *texts);
	out->code = k->code;
	out->location = location_of(job, k->location);
	out->arguments = words(job, k->arguments, out->argument_count = k->argument_count);
	out->functions = words(job, k->functions, out->function_count = k->function_count);
	out->results = words(job, k->results, out->result_count = k->result_count);
	out->attributes = attributes;
	out->attribute_names = texts;
	out->attribute_count = k->attribute_count;
	for (size_t i = 0; i < k->attribute_count; i++) {
		const struct pair *pair = find(&job->attributes, bef_word(k->attributes, i));
		struct bef_string name = { "", 0 };
		uint64_t offset;
		if (!pair)
			return BEF_E_UNSUPPORTED;
		attributes[i] = pair->to;
		if (names->left > 0) {
			TRY(bef_numbers_next(names, &offset, job->diag));
			TRY(bef_reader_string(job->in, offset, &name, job->diag));
			mark(job, name);
		}
		texts[i] = name.data;
	}
	take_users(job, k, 0, &out->users, &out->user_counts);
	return BEF_OK;
}

static enum bef_status put_body(struct job *job, const struct bef_function *f)
{
	struct bef_body in;
	struct bef_numbers names, types;
	struct bef_writer_body out = { .function = f->index };
	TRY(bef_reader_body(job->in, f, &in, job->diag));
	TRY(bef_reader_attribute_names(job->in, &in, &job->names_at, &names, job->diag));
	TRY(bef_reader_register_types(job->in, &in, &job->registers_at, &types, job->diag));
	out.location = location_of(job, in.location);
	out.register_count = in.register_count;
	out.kernel_count = in.kernel_count - 1;
	out.result_count = f->result_count;
	TRY(take_numbers(job, in.use_counts, &out.use_counts));
	TRY(take_numbers(job, in.result_registers, &out.results));
	TRY(take_numbers(job, types, &out.register_types));
	struct bef_writer_kernel *kernels = keep(job, out.kernel_count, sizeof *kernels);
	out.kernels = kernels;
	struct bef_kernels rows = bef_body_kernels(job->in, &in);
	for (uint32_t i = 0; i < in.kernel_count; i++) {
		struct bef_kernel k;
		struct bef_kernel_row row;
		TRY(bef_kernels_next(&rows, &k, &row, job->diag));
		if (i == 0) {
			out.root_stream = (uint32_t)row.stream;
			take_users(job, &k, 1, &out.argument_users, &out.argument_user_counts);
		} else {
			TRY(take_kernel(job, &k, &names, &kernels[i - 1]));
			kernels[i - 1].stream = (uint32_t)row.stream;
		}
	}
	return bef_writer_body(job->w, &out, job->diag);
}

static enum bef_status put_bodies(struct job *job)
{
	struct bef_functions functions = bef_reader_functions(job->in);
	struct bef_function f;
	while (bef_functions_next(&functions, &f, job->diag) == BEF_OK) {
		if (f.kind != BEF_FUNCTION_NATIVE)
			TRY(put_body(job, &f));
	}
	return BEF_OK;
}

/* Names of attributes that became functions are unreferenced. */
static enum bef_status put_other_names(struct job *job)
{
	uint64_t offset = 0;
	while (offset < job->in->sections[BEF_SECTION_STRINGS].size) {
		struct bef_string name;
		TRY(bef_reader_string(job->in, offset, &name, job->diag));
		if (!job->named[offset])
			TRY(bef_writer_attribute_name(job->w, name.data, name.size));
		offset += name.size + 1;
	}
	return BEF_OK;
}

static enum bef_status put_unknown_sections(struct job *job)
{
	struct bef_unknown_sections sections = bef_reader_unknown_sections(job->in);
	struct bef_section section;
	unsigned id;
	while (bef_unknown_sections_next(&sections, &id, &section, job->diag) == BEF_OK)
		TRY(bef_writer_section(job->w, id, section.data, section.size, section.alignment));
	return BEF_OK;
}

/* The copied file and the one assembled around the bodies must be equal. */
static enum bef_status finish_both_ways(struct job *job, uint8_t **out_data, size_t *out_size)
{
	uint8_t *copied;
	size_t size;
	TRY(bef_writer_finish(job->w, &copied, &size, job->diag));
	enum bef_status status = bef_writer_take_file(job->w, out_data, out_size, job->diag);
	if (status == BEF_OK && (*out_size != size || memcmp(*out_data, copied, size) != 0)) {
		bef_writer_free_bytes(job->w, *out_data, *out_size);
		*out_data = NULL;
		status = BEF_E_STATE;
	}
	bef_writer_free_bytes(job->w, copied, size);
	return status;
}

static enum bef_status run(struct job *job, uint8_t **out_data, size_t *out_size)
{
	job->named = keep(job, job->in->sections[BEF_SECTION_STRINGS].size, sizeof *job->named);
	TRY(put_names(job));
	TRY(put_attributes(job));
	TRY(put_locations(job));
	TRY(put_functions(job));
	TRY(put_bodies(job));
	TRY(put_other_names(job));
	TRY(put_unknown_sections(job));
	return finish_both_ways(job, out_data, out_size);
}

enum bef_status rewrite(const struct bef_reader *in, const struct bef_reader *types,
	const struct bef_allocator *allocator, struct bef_writer **out_writer, uint8_t **out_data, size_t *out_size,
	struct bef_diag *diag)
{
	struct bef_writer_options options = { sizeof options, !in->sections[BEF_SECTION_REGISTER_TYPES].data };
	struct job job = { .in = in, .types = types, .diag = diag };
	*out_data = NULL;
	*out_size = 0;
	*out_writer = bef_writer_create(allocator, &options);
	job.w = *out_writer;
	enum bef_status status = job.w ? run(&job, out_data, out_size) : BEF_E_NOMEM;
	while (job.blocks) {
		struct block *block = job.blocks;
		job.blocks = block->next;
		free(block);
	}
	return status;
}
