/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decodes attributes (FORMAT.md 4). The input of a decoder ranges from the first byte of the attribute to the last byte
 * that may belong to it. */
#include <bef/reader.h>
#include "internal.h"
#include "vbr.h"
#include <bytecursor/ckd.h>
#include <bytecursor/cursor.h>
#include <stdio.h>

struct input {
	const struct bef_reader *reader;
	const uint8_t *p;
	size_t left;
	uint32_t type;
	struct bef_diag *diag;
};

#ifdef BEF_NO_MESSAGES
BEF__COLD static enum bef_status fail_brief(const struct input *in, enum bef_status status)
{
	return bef__diag_fail_brief(in->diag, status, bef__offset(in->reader, in->p));
}
#define fail(in, status, ...) BEF__WITHOUT_TEXT(fail_brief((in), (status)), __VA_ARGS__)
#else
BEF_PRINTF(3, 4)
BEF__COLD static enum bef_status fail(const struct input *in, enum bef_status status, const char *format, ...)
{
	char text[160];
	const struct bef_section *section = &in->reader->sections[BEF_SECTION_ATTRIBUTES];
	va_list arguments;
	if (!in->diag)
		return status;
	va_start(arguments, format);
	(void)vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return bef__diag_fail(in->diag, status, bef__offset(in->reader, in->p), "Attributes +%llu (%s): %s",
		(unsigned long long)(in->p - section->data), bef_attr_type_name(in->type), text);
}
#endif

static enum bef_status need(const struct input *in, uint64_t size)
{
	if (size <= in->left)
		return BEF_OK;
	return fail(in, BEF_E_TRUNCATED, "takes %llu bytes, but %zu are left", (unsigned long long)size, in->left);
}

/* Alignment refers to offsets in the file; the bytes need not be aligned in memory. */
static enum bef_status check_alignment(const struct input *in, uint64_t part, size_t alignment)
{
	if (((bef__offset(in->reader, in->p) + part) & (alignment - 1)) == 0)
		return BEF_OK;
	return fail(in, BEF_E_CORRUPT, "byte %llu of it is not at a multiple of %zu", (unsigned long long)part,
		alignment);
}

static enum bef_status decode_scalar(const struct input *in, struct bef_attr *out)
{
	BEF__TRY(need(in, bef__scalar_size(in->type)));
	BEF__TRY(check_alignment(in, 0, bef__scalar_alignment(in->type)));
	if (in->type == BEF_DTYPE_I1 && *in->p > 1)
		return fail(in, BEF_E_CORRUPT, "is %u, expected 0 or 1", *in->p);
	if (in->type == BEF_ATTR_TYPE && !bef__is_dtype(*in->p))
		return fail(in, BEF_E_CORRUPT, "unknown type %u", *in->p);
	if (!bef__is_element_byte(in->type, *in->p))
		return fail(in, BEF_E_CORRUPT, "is %u, which has more bits than its type", *in->p);
	out->size = bef__scalar_size(in->type);
	return BEF_OK;
}

static enum bef_status decode_string(const struct input *in, struct bef_attr *out)
{
	BEF__TRY(need(in, 4));
	BEF__TRY(check_alignment(in, 0, 4));
	uint32_t size = bytecursor_load32le(in->p);
	BEF__TRY(need(in, 4 + (uint64_t)size));
	out->u.string = (struct bef_string){ (const char *)in->p + 4, size };
	out->size = 4 + (size_t)size;
	return BEF_OK;
}

static enum bef_status decode_array(const struct input *in, struct bef_attr *out)
{
	uint32_t element = in->type & ~BEF_ATTR_ARRAY;
	BEF__TRY(need(in, 4));
	BEF__TRY(check_alignment(in, 0, 4));
	uint32_t count = bytecursor_load32le(in->p);
	uint64_t size = 4 + (uint64_t)count * bef__scalar_size(element);
	BEF__TRY(need(in, size));
	if (count > 0)
		BEF__TRY(check_alignment(in, 4, bef__scalar_alignment(element)));
	out->u.array.dtype = (uint8_t)element;
	out->u.array.count = count;
	out->u.array.elements = in->p + 4;
	out->size = (size_t)size;
	return BEF_OK;
}

/* Checks the common header of shape, dense and aggregate: alignment, element type, size of the prefix (low 16 bits, the
 * width of the field) and total size. */
static enum bef_status check_base(const struct input *in, uint64_t prefix, uint64_t size)
{
	const uint8_t *p = in->p;
	unsigned stored = p[2] | (unsigned)p[3] << 8;
	if (stored != (prefix & 0xFFFF))
		return fail(in, BEF_E_CORRUPT, "prefix is %u bytes, expected %llu", stored,
			(unsigned long long)(prefix & 0xFFFF));
	if (bytecursor_load32le(p + 4) != size)
		return fail(in, BEF_E_CORRUPT, "size is %lu bytes, expected %llu",
			(unsigned long)bytecursor_load32le(p + 4), (unsigned long long)size);
	return need(in, size);
}

static enum bef_status decode_shape(const struct input *in, struct bef_attr *out)
{
	const uint8_t *p = in->p;
	BEF__TRY(need(in, 4));
	BEF__TRY(check_alignment(in, 0, 4));
	if (bytecursor_load32le(p) == 0) { /* unranked */
		out->size = 4;
		return BEF_OK;
	}
	BEF__TRY(need(in, 12));
	uint32_t rank = bytecursor_load32le(p + 8);
	uint64_t size = 12 + 8 * (uint64_t)rank;
	if (p[0] != 8 || p[1] != 0)
		return fail(in, BEF_E_CORRUPT, "header begins with %u, %u, not with 8, 0", p[0], p[1]);
	BEF__TRY(check_base(in, 12, size));
	BEF__TRY(check_alignment(in, 12, 8));
	for (uint32_t i = 0; i < rank; i++) {
		int64_t dim = (int64_t)bytecursor_load64le(p + 12 + 8 * (size_t)i);
		if (dim < -1)
			return fail(in, BEF_E_CORRUPT, "dimension %u is %lld", i, (long long)dim);
	}
	out->u.shape.ranked = true;
	out->u.shape.rank = rank;
	out->u.shape.dims = p + 12;
	out->size = (size_t)size;
	return BEF_OK;
}

static enum bef_status decode_dense(const struct input *in, struct bef_attr *out)
{
	const uint8_t *p = in->p;
	BEF__TRY(need(in, 20));
	uint32_t elements_at = bytecursor_load32le(p + 8), count = bytecursor_load32le(p + 12);
	uint32_t rank = bytecursor_load32le(p + 16);
	uint64_t prefix = 20 + 8 * (uint64_t)rank, product = 1;
	size_t element_size = bef_dtype_size(p[1]);
	if ((p[0] != 8 && p[0] != BEF_LARGE_ALIGNMENT) || element_size == 0)
		return fail(in, BEF_E_CORRUPT, "header begins with %u, %u, not with 8 or 64 and an element type", p[0],
			p[1]);
	if (elements_at != prefix)
		return fail(in, BEF_E_CORRUPT, "elements begin at %lu, expected %llu", (unsigned long)elements_at,
			(unsigned long long)prefix);
	BEF__TRY(check_base(in, prefix, prefix + (uint64_t)count * element_size));
	BEF__TRY(check_alignment(in, prefix, p[0]));
	for (uint32_t i = 0; i < rank; i++) {
		uint64_t dim = bytecursor_load64le(p + 20 + 8 * (size_t)i);
		if (dim > INT64_MAX || ckd_mul(&product, product, dim))
			return fail(in, BEF_E_CORRUPT, "dimension %u is %lld", i, (long long)dim);
	}
	if (product != count)
		return fail(in, BEF_E_CORRUPT, "has %lu elements, but its dimensions give %llu", (unsigned long)count,
			(unsigned long long)product);
	out->u.dense.dtype = p[1];
	out->u.dense.rank = rank;
	out->u.dense.count = count;
	out->u.dense.dims = p + 20;
	out->u.dense.elements = p + prefix;
	out->u.dense.elements_size = (size_t)(count * (uint64_t)element_size);
	out->u.dense.alignment = p[0];
	out->size = (size_t)prefix + out->u.dense.elements_size;
	return BEF_OK;
}

static enum bef_status decode_aggregate(const struct input *in, struct bef_attr *out)
{
	const uint8_t *p = in->p;
	BEF__TRY(need(in, 4));
	BEF__TRY(check_alignment(in, 0, 4));
	out->u.aggregate.offsets = p + 4;
	out->size = 4;
	if (bytecursor_load32le(p) == 0) /* without elements there is no header */
		return BEF_OK;
	BEF__TRY(need(in, 12));
	uint32_t count = bytecursor_load32le(p + 8), size = bytecursor_load32le(p + 4);
	uint64_t prefix = 12 + 4 * (uint64_t)count;
	if (p[0] < 4 || p[0] > 8 || (p[0] & (p[0] - 1)) != 0 || p[1] != 0 || count == 0)
		return fail(in, BEF_E_CORRUPT, "header begins with %u, %u and has %lu elements", p[0], p[1],
			(unsigned long)count);
	if (size < prefix)
		return fail(in, BEF_E_CORRUPT, "%lu bytes do not hold %lu elements", (unsigned long)size,
			(unsigned long)count);
	BEF__TRY(check_base(in, prefix, size));
	BEF__TRY(check_alignment(in, prefix, p[0]));
	uint64_t behind = prefix;
	for (uint32_t i = 0; i < count; i++) {
		/* A byte with its type precedes each element. */
		uint64_t offset = bytecursor_load32le(p + 12 + 4 * (size_t)i);
		if (offset <= behind || offset >= size)
			return fail(in, BEF_E_CORRUPT, "element %u at %llu, expected above %llu and below %lu", i,
				(unsigned long long)offset, (unsigned long long)behind, (unsigned long)size);
		behind = offset;
	}
	out->u.aggregate.count = count;
	out->u.aggregate.offsets = p + 12;
	out->size = size;
	return BEF_OK;
}

static enum bef_status decode_symbol(const struct input *in, struct bef_attr *out)
{
	const uint8_t *next = in->p, *end = in->p + in->left;
	uint64_t root, module, length, names;
	struct bef_numbers nested = { in->reader, NULL, end, 0 };
	BEF__TRY(bef__read_number(in->reader, &next, end, "symbol id", &out->u.symbol.id, in->diag));
	BEF__TRY(bef__read_number(in->reader, &next, end, "length of the root name", &root, in->diag));
	BEF__TRY(bef__read_number(in->reader, &next, end, "number of nested names", &nested.left, in->diag));
	nested.next = next;
	out->u.symbol.nested_count = nested.left;
	for (names = root; nested.left > 0;) {
		BEF__TRY(bef_numbers_next(&nested, &length, in->diag));
		if (ckd_add(&names, names, length))
			return fail(in, BEF_E_TRUNCATED, "names are longer than the file");
	}
	next = nested.next;
	BEF__TRY(bef__read_number(in->reader, &next, end, "length of the module", &module, in->diag));
	uint64_t head = (uint64_t)(next - in->p), text, size;
	if (ckd_add(&text, names, module) || ckd_add(&size, text, head + 1))
		return fail(in, BEF_E_TRUNCATED, "is longer than the file");
	BEF__TRY(need(in, size));
	if (next[text] != 0)
		return fail(in, BEF_E_CORRUPT, "no NUL follows the module");
	out->u.symbol.root = (struct bef_string){ (const char *)next, (size_t)root };
	out->u.symbol.module = (struct bef_string){ (const char *)next + names, (size_t)module };
	out->u.symbol.names = next;
	out->size = (size_t)size;
	return BEF_OK;
}

/* Decodes the attribute at `p`, which must not extend beyond `end`. */
static enum bef_status attr_decode(const struct bef_reader *reader, const uint8_t *p, const uint8_t *end, uint32_t type,
	struct bef_attr *out_attr, struct bef_diag *diag)
{
	const struct input in = { reader, p, (size_t)(end - p), type, diag };
	*out_attr = (struct bef_attr){ .type = type, .data = p };
	switch (type) {
	case BEF_DTYPE_STRING:
	case BEF_ATTR_FUNCTION: return decode_string(&in, out_attr);
	case BEF_ATTR_SHAPE: return decode_shape(&in, out_attr);
	case BEF_ATTR_DENSE: return decode_dense(&in, out_attr);
	case BEF_ATTR_SYMBOL: return decode_symbol(&in, out_attr);
	case BEF_ATTR_AGGREGATE: return decode_aggregate(&in, out_attr);
	default: break;
	}
	if (bef__scalar_size(type) > 0)
		return decode_scalar(&in, out_attr);
	if (type & BEF_ATTR_ARRAY && bef__scalar_size(type & ~BEF_ATTR_ARRAY) > 0)
		return decode_array(&in, out_attr);
	return fail(&in, BEF_E_CORRUPT, "unknown attribute type %lu", (unsigned long)type);
}

enum bef_status bef_reader_attr(const struct bef_reader *reader, uint64_t offset, uint32_t type,
	struct bef_attr *out_attr, struct bef_diag *diag)
{
	const struct bef_section *section = &reader->sections[BEF_SECTION_ATTRIBUTES];
	if (offset >= section->size) {
		*out_attr = (struct bef_attr){ .type = type };
		return bef__diag_fail(diag, BEF_E_TRUNCATED, section->data ? section->offset : BEF_NO_OFFSET,
			"Attributes +%llu (%s): the section has %zu bytes", (unsigned long long)offset,
			bef_attr_type_name(type), section->size);
	}
	return attr_decode(reader, section->data + offset, bef__section_end(section), type, out_attr, diag);
}

enum bef_status bef_attr_element(const struct bef_reader *reader, const struct bef_attr *aggregate, uint32_t index,
	struct bef_attr *out_element, struct bef_diag *diag)
{
	*out_element = (struct bef_attr){ 0 };
	if (aggregate->type != BEF_ATTR_AGGREGATE || index >= aggregate->u.aggregate.count)
		return bef__diag_fail(diag, BEF_E_ARG, BEF_NO_OFFSET, "attribute has no element %lu",
			(unsigned long)index);
	const uint8_t *offsets = aggregate->u.aggregate.offsets, *p = aggregate->data + bef_word(offsets, index);
	const uint8_t *end = aggregate->data + aggregate->size;
	if (index + 1 < aggregate->u.aggregate.count)
		end = aggregate->data + bef_word(offsets, index + 1) - 1; /* its type byte */
	return attr_decode(reader, p, end, p[-1], out_element, diag);
}

struct bef_symbol_names bef_attr_symbol_names(const struct bef_reader *reader, const struct bef_attr *symbol)
{
	const uint8_t *next = symbol->data, *end = symbol->data + symbol->size;
	uint64_t ignored;
	for (int i = 0; i < 3; i++) /* id, length of the root name, number of nested names: already decoded */
		(void)bef__vbr_read(&next, end, &ignored);
	return (struct bef_symbol_names){ { reader, next, end, symbol->u.symbol.nested_count },
		symbol->u.symbol.names + symbol->u.symbol.root.size };
}

enum bef_status bef_symbol_names_next(struct bef_symbol_names *names, struct bef_string *out_name)
{
	uint64_t length;
	enum bef_status status = bef_numbers_next(&names->lengths, &length, NULL);
	*out_name = (struct bef_string){ (const char *)names->next, (size_t)length };
	names->next += length;
	return status;
}
