/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Encodings of dialects by hooks of the caller, and the functions that these call. */
#include "bytecode/write/write_state.h"

#include <mlirbc/dialect.h>
#include <stdarg.h>
#include <stdio.h>

struct mlirbc_encoder {
	struct mlirbc__save *s;
	struct mlirbc__out *out;
	bool used; /* a field was written */
};

const struct mlirbc_dialect_interface *mlirbc__save_interface(
	const struct mlirbc__save *s, const struct mlirbc_string *dialect)
{
	for (size_t i = 0; i < s->interface_count; i++) {
		if (mlirbc__string_is(dialect, s->interfaces[i]->name, strlen(s->interfaces[i]->name)))
			return s->interfaces[i];
	}
	return NULL;
}

bool mlirbc__save_by_hook(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_attr *attr,
	const struct mlirbc_type *type)
{
	const struct mlirbc_string *dialect = attr ? mlirbc__attr_dialect(attr) : mlirbc__type_dialect(type);
	const struct mlirbc_dialect_interface *hooks = dialect ? mlirbc__save_interface(s, dialect) : NULL;
	struct mlirbc_encoder encoder = { s, out, false };
	bool done = false;
	if (hooks && attr && hooks->encode_attr)
		done = hooks->encode_attr(&encoder, attr, hooks->ctx);
	else if (hooks && type && hooks->encode_type)
		done = hooks->encode_type(&encoder, type, hooks->ctx);
	if (!done && encoder.used)
		mlirbc__job_fail(&s->job, MLIRBC_E_ARG,
			"dialect \"%s\": the hook that encodes %s wrote fields and then declined", hooks->name,
			attr ? "attributes" : "types");
	if (done && !encoder.used)
		mlirbc__job_fail(&s->job, MLIRBC_E_ARG, "dialect \"%s\": the hook that encodes %s wrote nothing",
			hooks->name, attr ? "attributes" : "types");
	return done || encoder.used;
}

struct mlirbc_context *mlirbc_encoder_context(struct mlirbc_encoder *encoder) { return encoder->s->job.context; }

void mlirbc_encoder_number(struct mlirbc_encoder *encoder, uint64_t value)
{
	encoder->used = true;
	mlirbc__out_varint(&encoder->s->job, encoder->out, value);
}

void mlirbc_encoder_signed(struct mlirbc_encoder *encoder, int64_t value)
{
	encoder->used = true;
	mlirbc__out_signed(&encoder->s->job, encoder->out, (uint64_t)value);
}

void mlirbc_encoder_bool(struct mlirbc_encoder *encoder, bool value)
{
	encoder->used = true;
	mlirbc__out_byte(&encoder->s->job, encoder->out, value);
}

void mlirbc_encoder_double(struct mlirbc_encoder *encoder, double value)
{
	int64_t bits;
	memcpy(&bits, &value, sizeof bits);
	mlirbc_encoder_signed(encoder, bits);
}

static bool is_given(struct mlirbc_encoder *encoder, const void *part, const char *what)
{
	encoder->used = true;
	return part || mlirbc__job_fail(&encoder->s->job, MLIRBC_E_ARG, "the %s that a dialect's hook encodes is NULL", what);
}

void mlirbc_encoder_attr(struct mlirbc_encoder *encoder, const struct mlirbc_attr *attr)
{
	if (is_given(encoder, attr, "attribute"))
		mlirbc_encoder_number(encoder, mlirbc__save_attr(encoder->s, attr));
}

void mlirbc_encoder_type(struct mlirbc_encoder *encoder, const struct mlirbc_type *type)
{
	if (is_given(encoder, type, "type"))
		mlirbc_encoder_number(encoder, mlirbc__save_type(encoder->s, type));
}

void mlirbc_encoder_optional(struct mlirbc_encoder *encoder, const struct mlirbc_attr *attr)
{
	mlirbc_encoder_number(encoder, attr ? (uint64_t)mlirbc__save_attr(encoder->s, attr) << 1 | 1 : 0);
}

void mlirbc_encoder_string(struct mlirbc_encoder *encoder, struct mlirbc_string string)
{
	mlirbc_encoder_number(encoder, mlirbc__save_string(encoder->s, &string));
}

void mlirbc_encoder_blob(struct mlirbc_encoder *encoder, const void *data, size_t size)
{
	mlirbc_encoder_number(encoder, size);
	if (size)
		mlirbc__out_put(&encoder->s->job, encoder->out, data, size);
}

void mlirbc_encoder_resource(struct mlirbc_encoder *encoder, struct mlirbc_string key)
{
	const struct mlirbc_string *unique = mlirbc_string_get(encoder->s->job.context, key.data, key.size);
	if (!unique)
		mlirbc__job_memory(&encoder->s->job);
	mlirbc_encoder_number(encoder, unique ? mlirbc__save_resource(encoder->s, unique) : 0);
}

uint32_t mlirbc_encoder_bytecode_version(const struct mlirbc_encoder *encoder) { return encoder->s->version; }

void mlirbc_encoder_fail(struct mlirbc_encoder *encoder, const char *format, ...)
{
	char message[200];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof message, format, arguments);
	va_end(arguments);
	encoder->used = true;
	mlirbc__job_fail(&encoder->s->job, MLIRBC_E_UNSUPPORTED, "%s", message);
}
