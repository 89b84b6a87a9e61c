/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that hooks of a dialect call to read an entry, and the choice of the hooks for a dialect. */
#include "bytecode/read/builtin.h"

#include <stdarg.h>
#include <stdio.h>

static const struct mlirbc_type *decode_quant(struct mlirbc_decoder *decoder, void *ctx)
{
	(void)ctx;
	return mlirbc__quant_type(mlirbc__decode_of(decoder));
}

const struct mlirbc_dialect mlirbc__quant_dialect = { "quant", NULL, decode_quant, NULL };

/* The decoders of an interface as the other hooks are; NULL: it has none, or memory is short. */
static const struct mlirbc_dialect *decoders_of(struct mlirbc__load *load, const struct mlirbc_dialect_interface *from)
{
	if (!from->decode_attr && !from->decode_type)
		return NULL;
	struct mlirbc_dialect *made = MLIRBC__NEW(load->context, struct mlirbc_dialect);
	if (!made)
		mlirbc__load_memory(load);
	else
		*made = (struct mlirbc_dialect){ from->name, from->decode_attr, from->decode_type, from->ctx };
	return made;
}

const struct mlirbc_dialect *mlirbc__find_coding(struct mlirbc__load *load, const struct mlirbc_string *dialect)
{
	static const struct mlirbc_dialect *const known[] = { &mlirbc__llvm_dialect, &mlirbc__quant_dialect,
		&mlirbc__sdy_dialect, &mlirbc__vhlo_dialect, &mlirbc__stablehlo_dialect, &mlirbc__chlo_dialect };
	for (size_t i = 0; i < load->interface_count; i++) {
		const struct mlirbc_dialect_interface *one = load->interfaces[i];
		const bool found = mlirbc__string_is(dialect, one->name, strlen(one->name));
		const struct mlirbc_dialect *coding = found ? decoders_of(load, one) : NULL;
		if (coding)
			return coding;
	}
	for (size_t i = 0; i < load->coding_count; i++) {
		const struct mlirbc_dialect *coding = load->codings[i];
		if (mlirbc__string_is(dialect, coding->name, strlen(coding->name)))
			return coding;
	}
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (mlirbc__string_is(dialect, known[i]->name, strlen(known[i]->name)))
			return known[i];
	}
	return NULL;
}

const void *mlirbc__coded_entry(struct mlirbc__decode *d, const struct mlirbc_dialect *dialect, bool type)
{
	struct mlirbc_decoder *decoder = (struct mlirbc_decoder *)(void *)d;
	if (type && dialect->decode_type)
		return dialect->decode_type(decoder, dialect->ctx);
	if (!type && dialect->decode_attr)
		return dialect->decode_attr(decoder, dialect->ctx);
	d->opaque = true;
	return NULL;
}

struct mlirbc_context *mlirbc_decoder_context(struct mlirbc_decoder *decoder)
{
	return mlirbc__decode_of(decoder)->r.load->context;
}

uint64_t mlirbc_decoder_number(struct mlirbc_decoder *decoder)
{
	return mlirbc__varint(&mlirbc__decode_of(decoder)->r.c);
}

int64_t mlirbc_decoder_signed(struct mlirbc_decoder *decoder)
{
	return (int64_t)mlirbc__varint_signed(&mlirbc__decode_of(decoder)->r.c);
}

bool mlirbc_decoder_bool(struct mlirbc_decoder *decoder)
{
	struct mlirbc__decode *d = mlirbc__decode_of(decoder);
	size_t at = d->r.c.pos;
	uint8_t byte = bytecursor_u8(&d->r.c);
	if (byte > 1)
		mlirbc__bad(&d->r, at, "bool is %d, expected 0 or 1", byte);
	return byte == 1;
}

double mlirbc_decoder_double(struct mlirbc_decoder *decoder)
{
	uint64_t bits = mlirbc__varint_signed(&mlirbc__decode_of(decoder)->r.c);
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

const struct mlirbc_attr *mlirbc_decoder_attr(struct mlirbc_decoder *decoder)
{
	return mlirbc__part_attr(mlirbc__decode_of(decoder), MLIRBC__KINDS_ANY, "an attribute");
}

const struct mlirbc_type *mlirbc_decoder_type(struct mlirbc_decoder *decoder)
{
	return mlirbc__part_type(mlirbc__decode_of(decoder));
}

const struct mlirbc_attr *mlirbc_decoder_optional(struct mlirbc_decoder *decoder)
{
	struct mlirbc__decode *d = mlirbc__decode_of(decoder);
	size_t at = d->r.c.pos;
	uint64_t value = mlirbc__varint(&d->r.c);
	if (!mlirbc__cut(&d->r, "an optional attribute") || value == 0)
		return NULL;
	if (!(value & 1) || value >> 1 >= d->r.load->attr_count) {
		mlirbc__bad(&d->r, at, "optional attribute is %llu, expected 0 or an odd number below %zu",
			(unsigned long long)value, 2 * d->r.load->attr_count);
		return NULL;
	}
	return mlirbc__part(d, (size_t)(value >> 1), at);
}

const struct mlirbc_string *mlirbc_decoder_string(struct mlirbc_decoder *decoder)
{
	return mlirbc__part_string(mlirbc__decode_of(decoder));
}

size_t mlirbc_decoder_count(struct mlirbc_decoder *decoder)
{
	size_t count = 0;
	return mlirbc__count(&mlirbc__decode_of(decoder)->r, "number of items", &count) ? count : 0;
}

const uint8_t *mlirbc_decoder_blob(struct mlirbc_decoder *decoder, size_t *out_size)
{
	struct mlirbc__decode *d = mlirbc__decode_of(decoder);
	*out_size = mlirbc_decoder_count(decoder);
	return bytecursor_take(&d->r.c, *out_size);
}

bool mlirbc_decoder_done(struct mlirbc_decoder *decoder) { return mlirbc__ready(mlirbc__decode_of(decoder)); }

void mlirbc_decoder_fail(struct mlirbc_decoder *decoder, const char *format, ...)
{
	struct mlirbc__decode *d = mlirbc__decode_of(decoder);
	char message[200];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	mlirbc__bad(&d->r, d->r.c.pos, "%s", message);
}

const struct mlirbc_string *mlirbc_decoder_resource(struct mlirbc_decoder *decoder)
{
	struct mlirbc__decode *d = mlirbc__decode_of(decoder);
	const struct mlirbc__load *load = d->r.load;
	size_t index;
	return mlirbc__index(&d->r, "resource index", load->resource_key_count, &index) ? load->resource_keys[index] : NULL;
}

uint32_t mlirbc_decoder_bytecode_version(struct mlirbc_decoder *decoder)
{
	return mlirbc__decode_of(decoder)->r.load->version;
}

bool mlirbc_decoder_version(struct mlirbc_decoder *decoder, struct mlirbc_dialect_version *out)
{
	const struct mlirbc__decode *d = mlirbc__decode_of(decoder);
	const struct mlirbc__dialect *dialect = &d->r.load->dialects[d->dialect];
	*out = mlirbc__dialect_version(dialect);
	return dialect->has_version;
}

void mlirbc_decoder_keep(struct mlirbc_decoder *decoder) { mlirbc__decode_of(decoder)->opaque = true; }
