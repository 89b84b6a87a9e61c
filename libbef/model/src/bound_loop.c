/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops that count from one constant to another: their bodies run at least once if the first comparison is true. */
#include "bound.h"

#include <stdio.h>
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

/* A number of this element type; only integers. */
static bool extend(const char *type, uint64_t bits, int64_t *out)
{
	unsigned width;
	char rest;
	const bool is_unsigned = type[0] == 'u';
	if (sscanf(type + is_unsigned, "i%u%c", &width, &rest) != 1 || width < 2 || width > 64)
		return false;
	if (is_unsigned && width == 64)
		return false; /* may be above the others */
	const uint64_t sign = UINT64_C(1) << (width - 1), mask = sign | (sign - 1);
	bits &= mask;
	*out = (int64_t)(is_unsigned ? bits : (bits ^ sign) - sign);
	return true;
}

static bool compare(const char *direction, int64_t a, int64_t b)
{
	static const char *const names[] = { "LT.", "LE.", "GT.", "GE.", "NE.", "EQ." };
	const bool results[] = { a < b, a <= b, a > b, a >= b, a != b, a == b };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (strncmp(direction, names[i], 3) == 0)
			return results[i];
	}
	return false;
}

/* The condition is `compare` of two of its arguments, or of one and a constant. */
static bool is_true(const char *condition, const uint64_t *bits, uint32_t count)
{
	char type[8], second[8], direction[16];
	unsigned long long constant;
	int64_t a, b;
	int used = 0;
	if (count == 1 && sscanf(condition, "%7[a-z0-9]; constant 0x%llx %7[a-z0-9]; compare.%15[A-Z.] 0 1 i1; return 2%n", type,
				  &constant, second, direction, &used) == 4 && used > 0)
		return condition[used] == '\0' && strcmp(type, second) == 0 && extend(type, bits[0], &a) &&
		       extend(type, constant, &b) && compare(direction, a, b);
	if (count == 2 && sscanf(condition, "%7[a-z0-9] %7[a-z0-9]; compare.%15[A-Z.] 0 1 i1; return 2%n", type, second, direction,
				  &used) == 3 && used > 0)
		return condition[used] == '\0' && strcmp(type, second) == 0 && extend(type, bits[0], &a) &&
		       extend(type, bits[1], &b) && compare(direction, a, b);
	return false;
}

bool bef_model__loops_once(const struct bef_model__body *body, const struct bef_model__step *step)
{
	struct kernels_string condition;
	struct kernels_array which;
	uint32_t text, operands;
	char copy[200];
	uint64_t bits[2];
	if (!find_attribute(step->site, "condition", &text) || !find_attribute(step->site, "condition_operands", &operands) ||
		!kernels_site_string(step->site, text, &condition) ||
		!kernels_site_array(step->site, operands, KERNELS_I64, &which) || which.count > 2 || condition.size >= sizeof copy)
		return false;
	for (size_t i = 0; i < which.count; i++) {
		const int64_t operand = kernels_load_i64(which.elements + 8 * i);
		if (operand < 0 || operand >= step->argument_count ||
			!read_constant(body, bef_word(step->arguments, (size_t)operand), &bits[i]))
			return false;
	}
	memcpy(copy, condition.data, condition.size);
	copy[condition.size] = '\0';
	return is_true(copy, bits, (uint32_t)which.count);
}
