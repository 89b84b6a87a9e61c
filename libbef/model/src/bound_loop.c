/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops that compare constants: their bodies run at least once if the first comparison is true. */
#include "bound.h"

#include <hlo/steps.h>
#include <scalars/operations.h>
#include <string.h>

static bool find_attribute(const struct kernels_site *site, const char *name, uint32_t *out_index)
{
	const struct kernels_entry *entry = site->entry;
	for (uint32_t i = 0; i < entry->attribute_count && i < site->attribute_count; i++) {
		if (entry->attributes[i].name_size == strlen(name) && memcmp(entry->attributes[i].name, name, strlen(name)) == 0) {
			*out_index = i;
			return true;
		}
	}
	return false;
}

/* The bits of an operand that is a constant of one integer. */
static bool read_constant(const struct bef_model__body *body, uint32_t r, uint64_t *out_bits)
{
	const uint32_t maker = body->makers[body->roots[r]];
	const struct kernels_site *site = maker ? body->steps[maker - 1].site : NULL;
	struct kernels_dense_view view;
	uint32_t index;
	if (!site || strcmp(site->entry->kernel->name, "hlo.constant") != 0 || !find_attribute(site, "value", &index) ||
		!kernels_attr_dense(site->attributes[index], &view) || view.count != 1 || kernels_dtype_size(view.dtype) > 8)
		return false;
	*out_bits = 0;
	for (size_t i = 0; i < kernels_dtype_size(view.dtype); i++)
		*out_bits |= (uint64_t)view.elements[i] << 8 * i;
	return true;
}

/* ---- the condition (hlo/steps.h): `compare` of two of its arguments, or of one and a constant */

static bool takes(struct kernels_string *text, const char *expected)
{
	const size_t size = strlen(expected);
	if (text->size < size || memcmp(text->data, expected, size) != 0)
		return false;
	*text = (struct kernels_string){ text->data + size, text->size - size };
	return true;
}

static struct kernels_string next_word(struct kernels_string *text)
{
	struct kernels_string word = { text->data, 0 };
	while (word.size < text->size && text->data[word.size] != ' ' && text->data[word.size] != ';')
		word.size++;
	*text = (struct kernels_string){ text->data + word.size, text->size - word.size };
	return word;
}

static bool takes_type(struct kernels_string *text, enum kernels_dtype *out)
{
	const struct kernels_string word = next_word(text);
	return hlo_find_element_type(word.data, word.size, out);
}

static bool takes_digits(struct kernels_string *text, uint64_t *out)
{
	static const char digits[] = "0123456789ABCDEF";
	const struct kernels_string word = next_word(text);
	*out = 0;
	for (size_t i = 0; i < word.size; i++) {
		const char *digit = memchr(digits, word.data[i], 16);
		if (!digit)
			return false;
		*out = *out << 4 | (uint64_t)(digit - digits);
	}
	return word.size > 0 && word.size <= 16;
}

/* Of elements of an integer type. */
static bool holds(enum hlo_direction direction, enum kernels_dtype t, uint64_t a, uint64_t b)
{
	const unsigned bits = hlo_element_type(t).bits;
	switch ((int)direction) {
#define HOLDS(name, operator, ...) \
	case HLO_##name: \
		return hlo_is_signed(t) ? SCALARS_EXTENDED(bits, a) operator SCALARS_EXTENDED(bits, b) \
			: SCALARS_LOW(uint64_t, uint64_t, bits, a) operator SCALARS_LOW(uint64_t, uint64_t, bits, b);
		SCALARS_COMPARISONS(HOLDS, )
#undef HOLDS
	default: return false;
	}
}

static bool is_true(struct kernels_string text, uint64_t *bits, size_t count)
{
	struct hlo_opcode_detail detail = { 0 };
	enum kernels_dtype type, second;
	enum hlo_opcode opcode;
	if (!takes_type(&text, &type) || !hlo_is_integer(type) ||
		(count == 1 && !(takes(&text, "; constant 0x") && takes_digits(&text, &bits[1]))) || !takes(&text, " ") ||
		!takes_type(&text, &second) || second != type || !takes(&text, "; "))
		return false;
	const struct kernels_string operation = next_word(&text);
	return hlo_read_operation(operation.data, operation.size, &opcode, &detail) == HLO_WORD_STEP && opcode == HLO_OP_compare &&
		takes(&text, " 0 1 i1; return 2") && text.size == 0 && holds(detail.direction, type, bits[0], bits[1]);
}

bool bef_model__loops_once(const struct bef_model__body *body, const struct bef_model__step *step)
{
	struct kernels_string condition;
	struct kernels_array which;
	uint32_t text, operands;
	uint64_t bits[2];
	if (!find_attribute(step->site, "condition", &text) || !find_attribute(step->site, "condition_operands", &operands) ||
		!kernels_site_string(step->site, text, &condition) ||
		!kernels_site_array(step->site, operands, KERNELS_I64, &which) || which.count < 1 || which.count > 2)
		return false;
	for (size_t i = 0; i < which.count; i++) {
		const int64_t operand = kernels_load_i64(which.elements + 8 * i);
		if (operand < 0 || operand >= step->argument_count ||
			!read_constant(body, bef_word(step->arguments, (size_t)operand), &bits[i]))
			return false;
	}
	return is_true(condition, bits, which.count);
}
