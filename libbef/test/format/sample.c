/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "sample.h"
#include <string.h>

bool sample_repeats;

#define TRY(expression) \
	do { \
		enum bef_status try_status = (expression); \
		if (try_status == BEF_E_NOMEM && sample_repeats) \
			try_status = (expression); \
		if (try_status != BEF_OK) \
			return try_status; \
	} while (0)
#define LIST(...) (const uint32_t[]){ __VA_ARGS__ }
#define SIZES(...) (const size_t[]){ __VA_ARGS__ }
#define LISTS(...) (const uint32_t *const[]){ __VA_ARGS__ }
#define NAMES(...) (const char *const[]){ __VA_ARGS__ }

struct sample {
	struct bef_writer *w;
	uint32_t i32, constant, add, call, inc;
	uint32_t seven, list, pair;
	uint32_t places[8];
};

static enum bef_status put_tables(struct sample *s)
{
	static const uint8_t seven[] = { 7, 0, 0, 0 };
	static const uint8_t pair[] = { 1, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF };
	struct bef_value elements[] = { { BEF_DTYPE_I1, { { 1 } } }, { .type = BEF_DTYPE_STRING } };
	struct bef_value list = { .type = BEF_ATTR_AGGREGATE };
	elements[1].u.string = (struct bef_string){ "ab", 2 };
	list.u.aggregate.elements = elements;
	list.u.aggregate.count = 2;
	TRY(bef_writer_type(s->w, "i32", 3, &s->i32));
	TRY(bef_writer_kernel_name(s->w, "demo.const", 10, &s->constant));
	TRY(bef_writer_kernel_name(s->w, "demo.add", 8, &s->add));
	TRY(bef_writer_kernel_name(s->w, "demo.call", 9, &s->call));
	TRY(bef_writer_kernel_name(s->w, "demo.inc", 8, &s->inc));
	TRY(bef_writer_scalar(s->w, BEF_DTYPE_I32, seven, &s->seven));
	TRY(bef_writer_attribute_type(s->w, s->seven, BEF_DTYPE_I32));
	TRY(bef_writer_value(s->w, &list, &s->list));
	TRY(bef_writer_attribute_type(s->w, s->list, BEF_ATTR_AGGREGATE));
	TRY(bef_writer_array(s->w, BEF_DTYPE_I64, pair, 2, &s->pair));
	TRY(bef_writer_attribute_type(s->w, s->pair, BEF_ATTR_ARRAY | BEF_DTYPE_I64));
	return BEF_OK;
}

static enum bef_status put_places(struct sample *s)
{
	uint32_t ignored;
	TRY(bef_writer_location_unknown(s->w, &s->places[0]));
	TRY(bef_writer_location_file(s->w, "a.mlir", 6, 3, 1, &s->places[1]));
	TRY(bef_writer_location_name(s->w, "seven", 5, &s->places[2]));
	TRY(bef_writer_location_file(s->w, "a.mlir", 6, 300, 5, &ignored));
	TRY(bef_writer_location_callsite(s->w, &s->places[3]));
	TRY(bef_writer_location_name(s->w, "add", 3, &ignored));
	TRY(bef_writer_location_unknown(s->w, &ignored));
	TRY(bef_writer_location_unknown(s->w, &ignored));
	TRY(bef_writer_location_fused(s->w, 2, &s->places[4]));
	TRY(bef_writer_location_file(s->w, "b.mlir", 6, 1, 2, &ignored));
	TRY(bef_writer_location_name(s->w, "add", 3, &ignored));
	TRY(bef_writer_location_unknown(s->w, &ignored));
	TRY(bef_writer_location_unknown(s->w, &s->places[5]));
	s->places[6] = bef_writer_location_virtual(s->w);
	return BEF_OK;
}

static enum bef_status put_region(struct sample *s)
{
	const struct bef_writer_body body = {
		.function = 0,
		.location = s->places[0],
		.register_types = LIST(s->i32),
		.use_counts = LIST(1),
		.register_count = 1,
		.argument_users = LISTS(NULL),
		.argument_user_counts = SIZES(0),
		.results = LIST(0),
		.result_count = 1,
	};
	TRY(bef_writer_body(s->w, &body, NULL));
	return BEF_OK;
}

static enum bef_status put_main(struct sample *s)
{
	const struct bef_writer_kernel kernels[] = {
		{ .code = s->constant,
			.location = s->places[2],
			.attributes = LIST(s->seven),
			.attribute_count = 1,
			.attribute_names = NAMES("value"),
			.results = LIST(1),
			.result_count = 1,
			.users = LISTS(LIST(2)),
			.user_counts = SIZES(1) },
		{ .code = s->add,
			.location = s->places[3],
			.arguments = LIST(0, 1),
			.argument_count = 2,
			.results = LIST(2),
			.result_count = 1,
			.users = LISTS(LIST(3)),
			.user_counts = SIZES(1) },
		{ .code = s->call,
			.location = s->places[4],
			.stream = 1,
			.arguments = LIST(2),
			.argument_count = 1,
			.attributes = LIST(s->list),
			.attribute_count = 1,
			.attribute_names = NAMES("list"),
			.functions = LIST(0, 1),
			.function_count = 2,
			.results = LIST(3),
			.result_count = 1,
			.users = LISTS(NULL),
			.user_counts = SIZES(0) },
	};
	const struct bef_writer_body body = {
		.function = 2,
		.location = s->places[1],
		.register_types = LIST(s->i32, s->i32, s->i32, s->i32),
		.use_counts = LIST(1, 1, 2, 1),
		.register_count = 4,
		.kernels = kernels,
		.kernel_count = 3,
		.argument_users = LISTS(LIST(2)),
		.argument_user_counts = SIZES(1),
		.results = LIST(2, 3),
		.result_count = 2,
	};
	TRY(bef_writer_body(s->w, &body, NULL));
	return BEF_OK;
}

static enum bef_status put_sync(struct sample *s)
{
	const struct bef_writer_kernel kernel = { .code = s->inc, .location = s->places[6], .arguments = LIST(0),
		.argument_count = 1, .attributes = LIST(s->pair), .attribute_count = 1, .attribute_names = NAMES("by"),
		.results = LIST(1), .result_count = 1, .users = LISTS(NULL), .user_counts = SIZES(0) };
	const struct bef_writer_body body = {
		.function = 3,
		.location = s->places[5],
		.register_types = LIST(s->i32, s->i32),
		.use_counts = LIST(1, 1),
		.register_count = 2,
		.kernels = &kernel,
		.kernel_count = 1,
		.argument_users = LISTS(LIST(1)),
		.argument_user_counts = SIZES(1),
		.results = LIST(1),
		.result_count = 1,
	};
	TRY(bef_writer_body(s->w, &body, NULL));
	return BEF_OK;
}

static enum bef_status put_all(struct sample *s)
{
	const uint32_t types[] = { 0, 0 };
	const struct bef_function_type one = { types, types, 1, 1 }, two = { types, types, 1, 2 };
	uint32_t index;
	TRY(put_tables(s));
	TRY(put_places(s));
	TRY(bef_writer_function(s->w, BEF_FUNCTION_ASYNC, "", 0, &one, &index));
	TRY(bef_writer_function(s->w, BEF_FUNCTION_NATIVE, "ext", 3, &one, &index));
	TRY(bef_writer_function(s->w, BEF_FUNCTION_ASYNC, "main", 4, &two, &index));
	TRY(bef_writer_function(s->w, BEF_FUNCTION_SYNC, "s", 1, &one, &index));
	TRY(put_region(s));
	TRY(put_main(s));
	TRY(put_sync(s));
	return BEF_OK;
}

enum bef_status sample_make(const struct bef_allocator *allocator, const struct bef_writer_options *options,
	struct bef_writer **out_writer, uint8_t **out_data, size_t *out_size)
{
	struct sample s = { .w = bef_writer_create(allocator, options) };
	*out_writer = s.w;
	*out_data = NULL;
	*out_size = 0;
	if (!s.w)
		return BEF_E_NOMEM;
	TRY(put_all(&s));
	TRY(bef_writer_finish(s.w, out_data, out_size, NULL));
	return BEF_OK;
}
