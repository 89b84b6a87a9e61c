/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Function bodies and kernel records. */
#include <bef/reader.h>
#include "internal.h"
#include "vbr.h"

static enum bef_status fail_cut(const struct bef_reader *reader, const struct bef_function *function, const uint8_t *at,
	const char *what, struct bef_diag *diag)
{
	return bef__diag_fail(diag, BEF_E_TRUNCATED, bef__offset(reader, at), "Functions, function %u: %s cut off",
		function->index, what);
}

/* Takes `count` integers at *next and advances it. */
static bool split(const struct bef_reader *reader, const uint8_t **next, const uint8_t *end, uint64_t count,
	struct bef_numbers *out_numbers)
{
	const uint8_t *behind = bef__vbr_skip(*next, end, count);
	if (!behind)
		return false;
	*out_numbers = (struct bef_numbers){ reader, *next, behind, count };
	*next = behind;
	return true;
}

enum bef_status bef_reader_body(const struct bef_reader *reader, const struct bef_function *function,
	struct bef_body *out_body, struct bef_diag *diag)
{
	const struct bef_section *section = &reader->sections[BEF_SECTION_FUNCTIONS];
	const uint8_t *end = bef__section_end(section);
	*out_body = (struct bef_body){ 0 };
	if (function->kind == BEF_FUNCTION_NATIVE)
		return bef__diag_fail(diag, BEF_E_ARG, BEF_NO_OFFSET, "function %u is native and has no body",
			function->index);
	if (function->offset >= section->size)
		return bef__diag_fail(diag, BEF_E_CORRUPT, section->offset,
			"Functions, function %u: body at +%llu of %zu bytes", function->index,
			(unsigned long long)function->offset, section->size);
	const uint8_t *next = section->data + function->offset;
	BEF__TRY(bef__read_number(reader, &next, end, "location", &out_body->location, diag));
	BEF__TRY(bef__read_count(reader, &next, end, "register count", &out_body->register_count, diag));
	if (!split(reader, &next, end, out_body->register_count, &out_body->use_counts))
		return fail_cut(reader, function, next, "use counts are", diag);
	const uint8_t *at = next;
	BEF__TRY(bef__read_count(reader, &next, end, "kernel count", &out_body->kernel_count, diag));
	if (out_body->kernel_count == 0)
		return bef__diag_fail(diag, BEF_E_CORRUPT, bef__offset(reader, at),
			"Functions, function %u: no kernel 0", function->index);
	if (!split(reader, &next, end, 3 * (uint64_t)out_body->kernel_count, &out_body->kernel_table))
		return fail_cut(reader, function, next, "kernel table is", diag);
	if (!split(reader, &next, end, function->result_count, &out_body->result_registers))
		return fail_cut(reader, function, next, "result registers are", diag);
	size_t padding = (size_t)-bef__offset(reader, next) & 3;
	if (padding > (size_t)(end - next))
		return fail_cut(reader, function, next, "padding is", diag);
	out_body->kernels = next + padding;
	out_body->kernels_size = (size_t)(end - out_body->kernels);
	return BEF_OK;
}

enum bef_status bef_body_kernel(const struct bef_reader *reader, const struct bef_body *body, uint64_t offset,
	struct bef_kernel *out_kernel, struct bef_diag *diag)
{
	const size_t header = BEF_KERNEL_HEADER_WORDS * 4;
	if (offset > body->kernels_size || body->kernels_size - offset < header) {
		*out_kernel = (struct bef_kernel){ 0 };
		return bef__diag_fail(diag, BEF_E_TRUNCATED, bef__offset(reader, body->kernels),
			"Functions: kernel record at +%llu of %zu bytes", (unsigned long long)offset,
			body->kernels_size);
	}
	const uint8_t *p = body->kernels + offset;
	uint64_t left = (body->kernels_size - offset - header) / 4; /* words after the header */
	struct bef_kernel *k = out_kernel;
	k->code = bef_word(p, 0);
	k->location = bef_word(p, 1);
	k->argument_count = bef_word(p, 2);
	k->attribute_count = bef_word(p, 3);
	k->function_count = bef_word(p, 4);
	k->result_count = bef_word(p, 5);
	uint64_t words = (uint64_t)k->argument_count + k->attribute_count + k->function_count +
			 2 * (uint64_t)k->result_count;
	if (words <= left) {
		k->user_counts = p + header;
		k->arguments = k->user_counts + 4 * (size_t)k->result_count;
		k->attributes = k->arguments + 4 * (size_t)k->argument_count;
		k->functions = k->attributes + 4 * (size_t)k->attribute_count;
		k->results = k->functions + 4 * (size_t)k->function_count;
		k->users = k->results + 4 * (size_t)k->result_count;
		uint64_t users = 0;
		/* Fewer than 2^32 additions of less than 2^32 cannot wrap. */
		for (size_t i = 0; i < k->result_count; i++)
			users += bef_word(k->user_counts, i);
		words += users;
		k->users_count = (size_t)users;
	}
	if (words > left) {
		*out_kernel = (struct bef_kernel){ 0 };
		return bef__diag_fail(diag, BEF_E_TRUNCATED, bef__offset(reader, p),
			"Functions: kernel record of %llu words, but %llu are left", (unsigned long long)words + 6,
			(unsigned long long)left + 6);
	}
	k->size = header + 4 * (size_t)words;
	return BEF_OK;
}

struct bef_kernels bef_body_kernels(const struct bef_reader *reader, const struct bef_body *body)
{
	return (struct bef_kernels){ reader, body, body->kernel_table };
}

/* Three inlined readers are 320 bytes larger than three calls, which matters in small programs only. */
#if defined(BEF_NO_OPTIONAL) || defined(__OPTIMIZE_SIZE__)
enum bef_status bef__take_row(struct bef_numbers *table, struct bef_kernel_row *out, struct bef_diag *diag)
{
	BEF__TRY(bef_numbers_next(table, &out->offset, diag));
	BEF__TRY(bef_numbers_next(table, &out->operands, diag));
	return bef_numbers_next(table, &out->stream, diag);
}
#else
enum bef_status bef__take_row(struct bef_numbers *table, struct bef_kernel_row *out, struct bef_diag *diag)
{
	const uint8_t *next = table->next, *const end = table->end;
	if (bef__vbr_read(&next, end, &out->offset) == BEF_OK && bef__vbr_read(&next, end, &out->operands) == BEF_OK &&
		bef__vbr_read(&next, end, &out->stream) == BEF_OK) {
		table->next = next;
		table->left -= 3;
		return BEF_OK;
	}
	BEF__TRY(bef__take_number(table, &out->offset, diag)); /* again, for the message */
	BEF__TRY(bef__take_number(table, &out->operands, diag));
	return bef__take_number(table, &out->stream, diag);
}
#endif

enum bef_status bef_kernels_next(struct bef_kernels *kernels, struct bef_kernel *out_kernel,
	struct bef_kernel_row *out_row, struct bef_diag *diag)
{
	if (kernels->table.left == 0)
		return BEF_E_NOT_FOUND;
	BEF__TRY(bef__take_row(&kernels->table, out_row, diag));
	return bef_body_kernel(kernels->reader, kernels->body, out_row->offset, out_kernel, diag);
}
