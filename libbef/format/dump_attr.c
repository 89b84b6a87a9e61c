/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes as text. */
#include <bef/dump.h>
#include "dump.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t load(const uint8_t *p, size_t size)
{
	uint64_t value = 0;
	while (size-- > 0)
		value = value << 8 | p[size];
	return value;
}

static int64_t load_signed(const uint8_t *p, size_t size)
{
	uint64_t sign = UINT64_C(1) << (8 * size - 1);
	return (int64_t)((load(p, size) ^ sign) - sign);
}

/* Prints the shortest of a few notations that round-trips. The decimal separator of the locale is replaced by a
 * point. */
static void put_float(struct bef__dump *d, double value, bool is_double)
{
	static const int precisions[2][3] = { { 6, 8, 9 }, { 6, 15, 17 } };
	char text[40];
	for (int i = 0; i < 3; i++) {
		(void)snprintf(text, sizeof text, "%.*g", precisions[is_double][i], value);
		double back = strtod(text, NULL);
		if (is_double ? back == value : (float)back == (float)value)
			break;
	}
	char *comma = strchr(text, ',');
	if (comma)
		*comma = '.';
	bef__dump_put(d, "%s", text);
}

/* The value of a finite half float. */
static float widen_half(unsigned bits)
{
	unsigned exponent = bits >> 10 & 31, mantissa = bits & 1023;
	float value = (float)(exponent > 0 ? mantissa | 1024 : mantissa);
	for (unsigned e = exponent > 0 ? exponent : 1; e < 25; e++)
		value /= 2;
	for (unsigned e = 25; e < exponent; e++)
		value *= 2;
	return bits >> 15 ? -value : value;
}

static void put_f32(struct bef__dump *d, uint32_t bits)
{
	float value;
	memcpy(&value, &bits, sizeof value);
	if ((bits >> 23 & 255) == 255)
		bef__dump_put(d, "0x%08lx", (unsigned long)bits); /* infinite, or not a number */
	else
		put_float(d, (double)value, false);
}

static void put_f64(struct bef__dump *d, uint64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof value);
	if ((bits >> 52 & 2047) == 2047)
		bef__dump_put(d, "0x%016llx", (unsigned long long)bits);
	else
		put_float(d, value, true);
}

static void put_half(struct bef__dump *d, unsigned bits)
{
	if ((bits >> 10 & 31) == 31)
		bef__dump_put(d, "0x%04x", bits);
	else
		put_float(d, (double)widen_half(bits), false);
}

static void put_complex(struct bef__dump *d, const uint8_t *p, bool is_double)
{
	bef__dump_put(d, "(");
	for (int part = 0; part < 2; part++) {
		if (is_double)
			put_f64(d, load(p + 8 * part, 8));
		else
			put_f32(d, (uint32_t)load(p + 4 * part, 4));
		bef__dump_put(d, part == 0 ? ", " : ")");
	}
}

static void put_scalar(struct bef__dump *d, uint32_t type, const uint8_t *p)
{
	size_t size = bef__scalar_size(type);
	switch (type) {
	case BEF_DTYPE_I1: bef__dump_put(d, *p > 1 ? "%u" : *p ? "true" : "false", *p); break;
	case BEF_DTYPE_F16: put_half(d, (unsigned)load(p, 2)); break;
	case BEF_DTYPE_BF16: put_f32(d, (uint32_t)load(p, 2) << 16); break;
	case BEF_DTYPE_F32: put_f32(d, (uint32_t)load(p, 4)); break;
	case BEF_DTYPE_F64: put_f64(d, load(p, 8)); break;
	case BEF_DTYPE_COMPLEX64: put_complex(d, p, false); break;
	case BEF_DTYPE_COMPLEX128: put_complex(d, p, true); break;
	case BEF_ATTR_TYPE: bef__dump_put(d, "%s", bef_dtype_name(*p)); break;
	case BEF_DTYPE_I8:
	case BEF_DTYPE_I16:
	case BEF_DTYPE_I32:
	case BEF_DTYPE_I64:
	case BEF_DTYPE_QI8:
	case BEF_DTYPE_QI16:
	case BEF_DTYPE_QI32:
	case BEF_DTYPE_I2:
	case BEF_DTYPE_I4: bef__dump_put(d, "%lld", (long long)load_signed(p, size)); break;
	default: /* small floats are shown as their bits */
		bef__dump_put(d, type >= BEF_DTYPE_F8E5M2 && type <= BEF_DTYPE_F4E2M1FN ? "0x%02llx" : "%llu",
			(unsigned long long)load(p, size));
		break;
	}
}

static void put_elements(struct bef__dump *d, uint32_t type, const uint8_t *p, uint32_t count)
{
	size_t size = bef__scalar_size(type);
	uint32_t shown = count < d->options.max_elements ? count : d->options.max_elements;
	bef__dump_put(d, "[");
	for (uint32_t i = 0; i < shown; i++, p += size) {
		bef__dump_put(d, "%s", i > 0 ? ", " : "");
		put_scalar(d, type, p);
	}
	bef__dump_put(d, shown < count ? ", ... (%u)]" : "]", count);
}

static void put_dims(struct bef__dump *d, const uint8_t *p, uint32_t rank)
{
	uint32_t shown = rank < d->options.max_elements ? rank : d->options.max_elements;
	for (uint32_t i = 0; i < shown; i++) {
		int64_t dim = load_signed(p + 8 * (size_t)i, 8);
		bef__dump_put(d, "%s", i > 0 ? "x" : "");
		bef__dump_put(d, dim < 0 ? "?" : "%lld", (long long)dim);
	}
	if (shown < rank)
		bef__dump_put(d, "x... (%u)", rank);
}

static void put_symbol(struct bef__dump *d, const struct bef_attr *attr)
{
	struct bef_symbol_names names = bef_attr_symbol_names(d->reader, attr);
	struct bef_string name = attr->u.symbol.root;
	uint32_t shown = 0;
	bef__dump_put(d, "%llu @", (unsigned long long)attr->u.symbol.id);
	bef__dump_text(d, name, d->options.max_text, false);
	while (bef_symbol_names_next(&names, &name) == BEF_OK && shown++ < d->options.max_elements) {
		bef__dump_put(d, "::@");
		bef__dump_text(d, name, d->options.max_text, false);
	}
	bef__dump_put(d, " of ");
	bef__dump_text(d, attr->u.symbol.module, d->options.max_text, true);
}

/* Anything but an aggregate. */
static void put_plain(struct bef__dump *d, const struct bef_attr *attr)
{
	bef__dump_put(d, "%s ", bef_attr_type_name(attr->type));
	switch (attr->type) {
	case BEF_DTYPE_STRING:
	case BEF_ATTR_FUNCTION: bef__dump_text(d, attr->u.string, d->options.max_text, true); return;
	case BEF_ATTR_SHAPE:
		bef__dump_put(d, "<%s", attr->u.shape.ranked ? "" : "*");
		put_dims(d, attr->u.shape.dims, attr->u.shape.rank);
		bef__dump_put(d, ">");
		return;
	case BEF_ATTR_DENSE:
		bef__dump_put(d, "<");
		put_dims(d, attr->u.dense.dims, attr->u.dense.rank);
		bef__dump_put(d, "%s%s> ", attr->u.dense.rank > 0 ? "x" : "", bef_dtype_name(attr->u.dense.dtype));
		put_elements(d, attr->u.dense.dtype, attr->u.dense.elements, attr->u.dense.count);
		return;
	case BEF_ATTR_SYMBOL: put_symbol(d, attr); return;
	default: break;
	}
	if (attr->type & BEF_ATTR_ARRAY)
		put_elements(d, attr->u.array.dtype, attr->u.array.elements, attr->u.array.count);
	else
		put_scalar(d, attr->type, attr->data);
}

void bef__dump_attr(struct bef__dump *d, const struct bef_attr *attr)
{
	struct level {
		struct bef_attr aggregate;
		uint32_t next, end;
	} levels[BEF_MAX_NESTING];
	size_t depth = 0;
	struct bef_attr current = *attr;
	while (!d->stopped) {
		struct bef_diag diag = BEF_DIAG_INIT;
		if (current.type != BEF_ATTR_AGGREGATE) {
			put_plain(d, &current);
		} else if (depth == BEF_MAX_NESTING) {
			bef__dump_put(d, "[...]");
		} else {
			uint32_t count = current.u.aggregate.count;
			bef__dump_put(d, "[");
			levels[depth++] = (struct level){ current, 0,
				count < d->options.max_elements ? count : d->options.max_elements };
		}
		for (; depth > 0 && levels[depth - 1].next == levels[depth - 1].end; depth--)
			bef__dump_put(d, "%s]",
				levels[depth - 1].end < levels[depth - 1].aggregate.u.aggregate.count ? ", ..." : "");
		if (depth == 0)
			return;
		struct level *top = &levels[depth - 1];
		bef__dump_put(d, "%s", top->next > 0 ? ", " : "");
		if (bef_attr_element(d->reader, &top->aggregate, top->next++, &current, &diag) != BEF_OK) {
			bef__dump_put(d, "\n");
			bef__dump_error(d, &diag);
			return;
		}
	}
}

void bef__dump_attr_at(struct bef__dump *d, uint64_t offset)
{
	size_t low = 0, high = d->attributes.size / sizeof(struct bef__attr_entry);
	struct bef__attr_entry entry = { 0, 0 };
	struct bef_attr attr;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		memcpy(&entry, d->attributes.data + middle * sizeof entry, sizeof entry);
		if (entry.offset == offset)
			break;
		if (entry.offset < offset)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < high && bef_reader_attr(d->reader, offset, entry.type, &attr, NULL) == BEF_OK)
		bef__dump_attr(d, &attr);
	else
		bef__dump_put(d, "+%llu", (unsigned long long)offset);
}
