/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See keys.h. Floats are compared by their bits: those of a negative number are inverted, others get the highest bit. */
#include "sorting/keys.h"
#include "expr/convert.h"
#include <string.h>

bool kernels_hlo__has_keys(enum kernels_dtype dtype)
{
	return dtype == KERNELS_I1 || hlo_is_integer(dtype) || hlo_is_float(dtype);
}

size_t kernels_hlo__key_size(enum kernels_dtype dtype)
{
	return kernels_dtype_size(dtype) == 8 ? 8 : 4;
}

void kernels_hlo__key_facts_add(struct hlo_key_facts *facts, const struct hlo_key_facts *behind)
{
	facts->in_order = facts->in_order && behind->in_order;
	facts->invertible = facts->invertible && behind->invertible;
	if (!behind->any)
		return;
	facts->sorted = facts->sorted && behind->sorted && (!facts->any || behind->first >= facts->last);
	facts->different |= behind->different | (facts->any ? behind->first ^ facts->last : 0);
	facts->first = facts->any ? facts->first : behind->first;
	facts->last = behind->last;
	facts->any = true;
}

#define BLOCK 32 /* elements of a loop whose length is constant: compilers make vectors of it */
#define INLINE static inline __attribute__((always_inline))

/* The functions for keys of `bits` bits. `flip` is set in all bits for descending order. */
#define KEYS(bits, type, signed_type, infinity) \
	INLINE void float_block_##bits(const struct hlo_key_order *order, const type *restrict elements, size_t n, \
		type *restrict out, type *zeros, type *nans) \
	{ \
		const type top = (type)1 << ((bits)-1), flip = order->descending ? ~(type)0 : 0; \
		/* The bits that become +0: those of -0, or +0 itself */ \
		const type other_zero = order->canonical || !order->total ? top : 0; \
		const type clear_nan = order->canonical ? ~(type)0 : 0, set_nan = clear_nan & ~top; \
		type some_zeros = 0, some_nans = 0; \
		for (size_t i = 0; i < n; i++) { \
			type x = elements[i]; \
			const type nan = (x & ~top) > (type)(infinity) ? ~(type)0 : 0; \
			const type zero = x == other_zero ? ~(type)0 : 0; \
			some_zeros |= zero & other_zero; \
			some_nans |= nan; \
			x = (x & ~(zero | (nan & clear_nan))) | (nan & set_nan); \
			out[i] = (x ^ ((type)((signed_type)x >> ((bits)-1)) | top)) ^ flip; \
		} \
		*zeros |= some_zeros; \
		*nans |= some_nans; \
	} \
	static void float_keys_##bits(const struct hlo_key_order *order, const type *elements, size_t n, type *out, \
		struct hlo_key_facts *facts) \
	{ \
		type zeros = 0, nans = 0; \
		size_t i = 0; \
		for (; i + BLOCK <= n; i += BLOCK) \
			float_block_##bits(order, elements + i, BLOCK, out + i, &zeros, &nans); \
		float_block_##bits(order, elements + i, n - i, out + i, &zeros, &nans); \
		facts->in_order = facts->in_order && (order->total || !nans); \
		facts->invertible = facts->invertible && !zeros && !(nans && order->canonical); \
	} \
	static void integer_keys_##bits( \
		const struct hlo_key_order *order, const type *elements, bool has_sign, size_t n, type *out) \
	{ \
		const type flip = (order->descending ? ~(type)0 : 0) ^ (has_sign ? (type)1 << ((bits)-1) : 0); \
		for (size_t i = 0; i < n; i++) \
			out[i] = elements[i] ^ flip; \
	} \
	INLINE void facts_of_block_##bits(const type *keys, size_t n, type first, type *different, type *descents) \
	{ \
		type some_different = 0, some_descents = 0; \
		for (size_t i = 0; i < n; i++) { \
			some_different |= keys[i] ^ first; \
			some_descents |= keys[i] < keys[i - 1] ? ~(type)0 : 0; \
		} \
		*different |= some_different; \
		*descents |= some_descents; \
	} \
	static void add_facts_##bits(struct hlo_key_facts *facts, const type *keys, size_t n) \
	{ \
		const type first = keys[0]; \
		type different = 0, descents = 0; \
		size_t i = 1; \
		for (; i + BLOCK <= n; i += BLOCK) \
			facts_of_block_##bits(keys + i, BLOCK, first, &different, &descents); \
		facts_of_block_##bits(keys + i, n - i, first, &different, &descents); \
		const struct hlo_key_facts own = { true, true, !descents, true, first, keys[n - 1], different }; \
		kernels_hlo__key_facts_add(facts, &own); \
	} \
	static void invert_##bits(const struct hlo_key_order *order, const type *keys, size_t n, type *out) \
	{ \
		const type top = (type)1 << ((bits)-1), flip = order->descending ? ~(type)0 : 0; \
		const type sign = hlo_is_signed(order->dtype) ? top : 0; \
		if (hlo_is_float(order->dtype)) \
			for (size_t i = 0; i < n; i++) { \
				const type x = keys[i] ^ flip; \
				out[i] = x ^ ((type)~((type)((signed_type)x >> ((bits)-1))) | top); \
			} \
		else \
			for (size_t i = 0; i < n; i++) \
				out[i] = keys[i] ^ flip ^ sign; \
	}
KEYS(32, uint32_t, int32_t, 0x7F800000)
KEYS(64, uint64_t, int64_t, UINT64_C(0x7FF) << 52)

void kernels_hlo__keys(const struct hlo_key_order *order, const void *elements, size_t n, void *out,
	struct hlo_key_facts *facts)
{
	uint32_t converted[HLO_EXPR_TILE];
	const bool is_float = hlo_is_float(order->dtype);
	if (n == 0)
		return;
	if (kernels_hlo__key_size(order->dtype) == 8) {
		if (is_float)
			float_keys_64(order, elements, n, out, facts);
		else
			integer_keys_64(order, elements, hlo_is_signed(order->dtype), n, out);
		add_facts_64(facts, out, n);
		return;
	}
	bool has_sign = order->dtype != KERNELS_UI32;
	if (kernels_dtype_size(order->dtype) < 4) {
		kernels_hlo__convert(is_float ? KERNELS_F32 : KERNELS_I32, converted, order->dtype, elements, n);
		elements = converted;
	}
	if (is_float)
		float_keys_32(order, elements, n, out, facts);
	else
		integer_keys_32(order, elements, has_sign, n, out);
	add_facts_32(facts, out, n);
}

void kernels_hlo__from_keys(const struct hlo_key_order *order, const void *keys, size_t n, void *out)
{
	if (kernels_hlo__key_size(order->dtype) == 8)
		invert_64(order, keys, n, out);
	else
		invert_32(order, keys, n, out);
}
