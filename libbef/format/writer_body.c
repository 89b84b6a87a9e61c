/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes function bodies (FORMAT.md 6). */
#include <bef/writer.h>
#include "writer.h"
#include <string.h>

#define MAX_WORDS (UINT32_MAX / 4) /* of the Functions section: its offsets then fit 32 bits */
#define VBR32 5                    /* bytes of an integer below 2^32 */

/* Adds counts of words; false beyond MAX_WORDS. */
static bool add_words(uint64_t *words, size_t count)
{
	*words += count <= MAX_WORDS ? count : MAX_WORDS + 1u;
	return *words <= MAX_WORDS;
}

static bool add_users(uint64_t *words, const size_t *counts, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!add_words(words, counts[i]))
			return false;
	}
	return true;
}

/* Words of a kernel record; more than MAX_WORDS when there are too many. */
static uint64_t kernel_words(const struct bef_writer_kernel *k)
{
	/* MAX_WORDS is all ones: no count has a bit above it if the union of all counts has none. */
	if ((k->argument_count | k->attribute_count | k->function_count | k->result_count) > MAX_WORDS)
		return MAX_WORDS + UINT64_C(1);
	uint64_t words = BEF_KERNEL_HEADER_WORDS + (uint64_t)k->argument_count + k->attribute_count +
			 k->function_count + 2 * (uint64_t)k->result_count;
	return add_users(&words, k->user_counts, k->result_count) ? words : MAX_WORDS + UINT64_C(1);
}

static uint64_t pseudo_kernel_words(const struct bef_writer_body *body, uint32_t argument_count, uint32_t starters)
{
	uint64_t words = BEF_KERNEL_HEADER_WORDS;
	bool fits = add_words(&words, 2 * ((size_t)argument_count + 1)) && add_words(&words, starters) &&
		    add_users(&words, body->argument_user_counts, argument_count);
	return fits ? words : MAX_WORDS + UINT64_C(1);
}

/* Kernel `index` of the body: an element of its array, or described by kernel_at() into *room. */
static const struct bef_writer_kernel *kernel_at(
	const struct bef_writer_body *body, size_t index, struct bef_writer_kernel *room)
{
	if (!body->kernel_at)
		return &body->kernels[index];
	body->kernel_at(body->ctx, index, room);
	return room;
}

struct totals {
	uint64_t words;    /* of all kernel records */
	uint64_t names;    /* of attributes */
	uint32_t starters; /* kernels without operands */
};

static enum bef_status measure(const struct bef_writer *w, const struct bef_writer_body *body, uint32_t argument_count,
	struct totals *out, struct bef_diag *diag)
{
	struct bef_writer_kernel room;
	*out = (struct totals){ 0, 0, 0 };
	if (body->kernel_count >= MAX_WORDS || body->register_count >= MAX_WORDS || body->result_count >= MAX_WORDS)
		return bef__diag_fail(diag, BEF_E_LIMIT, BEF_NO_OFFSET, "function %u is too large", body->function);
	for (size_t i = 0; i < body->kernel_count; i++) {
		const struct bef_writer_kernel *kernel = kernel_at(body, i, &room);
		out->words += kernel_words(kernel);
		out->names += kernel->attribute_count;
		out->starters += kernel->argument_count == 0;
		if (out->words > MAX_WORDS)
			return bef__diag_fail(diag, BEF_E_LIMIT, BEF_NO_OFFSET,
				"function %u, kernel %zu: the function is too large", body->function, i + 1);
		if (w->optional && kernel->attribute_count > 0 && !kernel->attribute_names)
			return bef__diag_fail(diag, BEF_E_ARG, BEF_NO_OFFSET,
				"function %u, kernel %zu: no attribute names", body->function, i + 1);
	}
	out->words += pseudo_kernel_words(body, argument_count, out->starters);
	if (out->words > MAX_WORDS)
		return bef__diag_fail(diag, BEF_E_LIMIT, BEF_NO_OFFSET, "function %u is too large", body->function);
	return BEF_OK;
}

/* ---- writing, into reserved space. The write position is a local variable: the compiler must assume that byte stores
 * alias a member of the buffer. */

static uint8_t *put_word(uint8_t *p, uint32_t word)
{
	for (int i = 0; i < 4; i++, word >>= 8)
		p[i] = (uint8_t)word;
	return p + 4;
}

static uint8_t *put_words(uint8_t *p, const uint32_t *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		p = put_word(p, words[i]);
	return p;
}

static uint8_t *put_counts(uint8_t *p, const size_t *counts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		p = put_word(p, (uint32_t)counts[i]);
	return p;
}

static uint8_t *write_kernel(uint8_t *p, const struct bef_writer_kernel *k)
{
	p = put_word(p, k->code);
	p = put_word(p, k->location);
	p = put_word(p, (uint32_t)k->argument_count);
	p = put_word(p, (uint32_t)k->attribute_count);
	p = put_word(p, (uint32_t)k->function_count);
	p = put_word(p, (uint32_t)k->result_count);
	p = put_counts(p, k->user_counts, k->result_count);
	p = put_words(p, k->arguments, k->argument_count);
	p = put_words(p, k->attributes, k->attribute_count);
	p = put_words(p, k->functions, k->function_count);
	p = put_words(p, k->results, k->result_count);
	for (size_t i = 0; i < k->result_count; i++)
		p = put_words(p, k->users[i], k->user_counts[i]);
	return p;
}

/* Its first result is the pseudo register, one past the table; its users are the kernels without operands. The other
 * results are the arguments. */
static uint8_t *put_pseudo_kernel(
	uint8_t *p, const struct bef_writer_body *body, uint32_t argument_count, uint32_t starters)
{
	struct bef_writer_kernel room;
	const uint32_t head[] = { BEF_PSEUDO_KERNEL_CODE, BEF_PSEUDO_KERNEL_LOCATION, 0, 0, 0, argument_count + 1,
		starters };
	p = put_words(p, head, sizeof head / sizeof *head);
	p = put_counts(p, body->argument_user_counts, argument_count);
	p = put_word(p, (uint32_t)body->register_count);
	for (uint32_t i = 0; i < argument_count; i++)
		p = put_word(p, i);
	for (size_t i = 0; starters > 0; i++) {
		if (kernel_at(body, i, &room)->argument_count > 0)
			continue;
		p = put_word(p, (uint32_t)i + 1);
		starters--;
	}
	for (uint32_t i = 0; i < argument_count; i++)
		p = put_words(p, body->argument_users[i], body->argument_user_counts[i]);
	return p;
}

static uint8_t *put_vbrs(uint8_t *p, const uint32_t *numbers, size_t count)
{
	for (size_t i = 0; i < count; i++)
		p = bef__vbr_write(p, numbers[i]);
	return p;
}

static void write_body(
	struct bef_writer *w, const struct bef_writer_body *body, uint32_t argument_count, uint32_t starters)
{
	struct bytecursor_buffer *out = &w->bodies;
	struct bef_writer_kernel room;
	uint64_t offset = 4 * pseudo_kernel_words(body, argument_count, starters);
	uint8_t *p = out->data + out->size;
	p = bef__vbr_write(p, body->location);
	p = bef__vbr_write(p, body->register_count);
	p = put_vbrs(p, body->use_counts, body->register_count);
	p = bef__vbr_write(p, body->kernel_count + 1);
	p = put_vbrs(p, (const uint32_t[]){ 0, 0, body->root_stream }, 3);
	for (size_t i = 0; i < body->kernel_count; i++) {
		const struct bef_writer_kernel *kernel = kernel_at(body, i, &room);
		p = bef__vbr_write(p, offset);
		p = bef__vbr_write(p, kernel->argument_count);
		p = bef__vbr_write(p, kernel->stream);
		offset += 4 * kernel_words(kernel);
	}
	p = put_vbrs(p, body->results, body->result_count);
	while ((p - out->data) % 4 != 0)
		*p++ = BEF_PADDING;
	p = put_pseudo_kernel(p, body, argument_count, starters);
	for (size_t i = 0; i < body->kernel_count; i++)
		p = write_kernel(p, kernel_at(body, i, &room));
	out->size = (size_t)(p - out->data);
}

/* ---- optional sections */

/* Where in attribute_names those of the last kernel of a code are: most kernels of one code have the same names in the same
 * order, which are found by one comparison. */
#define RECENT_CODES 64
struct recent_names {
	size_t begin, end;
};

static enum bef_status put_attribute_name(struct bef_writer *w, const char *name, const struct recent_names *recent, size_t index)
{
	const size_t at = recent->begin + index * sizeof(uint32_t);
	uint32_t id;
	bool known = at < recent->end;
	if (known) {
		memcpy(&id, w->attribute_names.data + at, sizeof id);
		known = strcmp((const char *)w->strings.bytes.data + bef__intern_name(&w->strings, id)->offset, name) == 0;
	}
	if (!known)
		BEF__TRY(bef__intern_add(&w->strings, &w->allocator, name, strlen(name), &id));
	memcpy(w->attribute_names.data + w->attribute_names.size, &id, sizeof id);
	w->attribute_names.size += sizeof id;
	return BEF_OK;
}

static enum bef_status put_attribute_names(struct bef_writer *w, const struct bef_writer_body *body, uint64_t count)
{
	const uint32_t head[] = { (uint32_t)body->kernel_count + 1, (uint32_t)count };
	struct recent_names recent[RECENT_CODES] = { { 0, 0 } };
	struct bef_writer_kernel room;
	uint32_t before = bef__intern_count(&w->strings);
	size_t start = w->attribute_names.size;
	memcpy(w->attribute_names.data + start, head, sizeof head);
	w->attribute_names.size += sizeof head;
	for (size_t i = 0; count > 0; i++) {
		const struct bef_writer_kernel *kernel = kernel_at(body, i, &room);
		struct recent_names *last = &recent[kernel->code % RECENT_CODES];
		const size_t begin = w->attribute_names.size;
		for (size_t j = 0; j < kernel->attribute_count; j++, count--) {
			enum bef_status status = put_attribute_name(w, kernel->attribute_names[j], last, j);
			if (status != BEF_OK) {
				w->attribute_names.size = start;
				bef__intern_rollback(&w->strings, before);
				return status;
			}
		}
		*last = (struct recent_names){ begin, w->attribute_names.size };
	}
	return BEF_OK;
}

static enum bef_status reserve(struct bef_writer *w, const struct bef_writer_body *body, const struct totals *totals)
{
	/* Each of these is below 2^34 here, but the sums may overflow size_t on a 32-bit machine. */
	uint64_t size = VBR32 * (3 + (uint64_t)body->register_count + 3 * ((uint64_t)body->kernel_count + 1) +
			body->result_count) + 3 + 4 * totals->words;
	uint64_t names = sizeof(uint32_t) * (2 + totals->names), types = VBR32 * (1 + (uint64_t)body->register_count);
	if (w->bodies.size + size > UINT32_MAX)
		return BEF_E_LIMIT;
	if (names > SIZE_MAX || types > SIZE_MAX || !bef__buffer_reserve(&w->bodies, &w->allocator, (size_t)size))
		return BEF_E_NOMEM;
	if (w->optional && (!bef__buffer_reserve(&w->attribute_names, &w->allocator, (size_t)names) ||
			!bef__buffer_reserve(&w->register_types, &w->allocator, (size_t)types)))
		return BEF_E_NOMEM;
	return BEF_OK;
}

/* The function of a body must be the first one without a body. */
static enum bef_status find_function(struct bef_writer *w, const struct bef_writer_body *body,
	struct bef__writer_function **out_function, struct bef_diag *diag)
{
	uint32_t next = w->next_body, count = bef__writer_function_count(w);
	while (next < count && bef__writer_function_at(w, next)->kind == BEF_FUNCTION_NATIVE)
		next++;
	if (next == count)
		return bef__diag_fail(diag, BEF_E_STATE, BEF_NO_OFFSET,
			"body of function %u, but every function has one", body->function);
	if (body->function != next)
		return bef__diag_fail(diag, BEF_E_STATE, BEF_NO_OFFSET,
			"body of function %u, but that of function %u is next", body->function, next);
	struct bef__writer_function *function = bef__writer_function_at(w, next);
	if (body->result_count != function->result_count || body->register_count < function->argument_count)
		return bef__diag_fail(diag, BEF_E_ARG, BEF_NO_OFFSET,
			"function %u: %zu results and %zu registers, but its type has %u results and %u arguments",
			next, body->result_count, body->register_count, function->result_count,
			function->argument_count);
	*out_function = function;
	return BEF_OK;
}

enum bef_status bef_writer_body(struct bef_writer *writer, const struct bef_writer_body *body, struct bef_diag *diag)
{
	struct bef_writer *w = writer;
	struct bef__writer_function *function = NULL;
	struct totals totals;
	BEF__TRY(find_function(w, body, &function, diag));
	BEF__TRY(measure(w, body, function->argument_count, &totals, diag));
	enum bef_status status = reserve(w, body, &totals);
	if (status == BEF_OK && w->optional)
		status = put_attribute_names(w, body, totals.names);
	if (status != BEF_OK)
		return bef__diag_fail(diag, status, BEF_NO_OFFSET, "function %u: %s", body->function,
			status == BEF_E_NOMEM ? "no memory" : "too large");
	if (w->optional) {
		bef__put_vbr(&w->register_types, body->register_count);
		w->register_types.size = (size_t)(put_vbrs(w->register_types.data + w->register_types.size,
							  body->register_types, body->register_count) -
						  w->register_types.data);
	}
	function->offset = w->bodies.size;
	function->has_body = true;
	write_body(w, body, function->argument_count, totals.starters);
	w->next_body = body->function + 1;
	return BEF_OK;
}
