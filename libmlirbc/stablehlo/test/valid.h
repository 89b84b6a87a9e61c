/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs for fuzz targets: a fresh copy in a context of its own, and whether it is valid. A valid program can be written as bytecode
 * that mlirbc_verify() accepts (values are visible where they are used), and satisfies StableHLO's verifier. */
#ifndef VALID_H
#define VALID_H

#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_verify.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a program may take, in MiB. */
#ifndef VALID_MEMORY
#define VALID_MEMORY 64
#endif

struct valid_bytes {
	char *data;
	size_t size, room;
};

static int valid_append(void *ctx, const char *data, size_t size)
{
	struct valid_bytes *out = ctx;
	if (out->size + size > out->room) {
		out->room = 2 * (out->size + size) + 4096;
		out->data = realloc(out->data, out->room);
		if (!out->data)
			abort();
	}
	memcpy(out->data + out->size, data, size);
	out->size += size;
	return 0;
}

/* MLIRBC_E_NOMEM and MLIRBC_E_LIMIT say nothing about the module. `form` may be NULL. */
static enum mlirbc_status valid_as_bytes(
	const struct mlirbc_module *module, const struct mlirbc_stablehlo_artifact *form, struct mlirbc_diag *diag)
{
	struct mlirbc_write_options write = { .size = sizeof write, .drop_use_orders = true };
	const struct mlirbc_verify_options verify = { .size = sizeof verify, .max_work = 4096 };
	struct valid_bytes bytes = { NULL, 0, 0 };
	if (form) {
		write.has_version = true;
		write.version = form->bytecode_version;
		write.producer = form->producer;
	}
	enum mlirbc_status status = mlirbc_write(module, &write, valid_append, &bytes, diag);
	if (status == MLIRBC_OK)
		status = mlirbc_verify(bytes.data, bytes.size, &verify, NULL, diag);
	free(bytes.data);
	return status;
}

static enum mlirbc_status valid_status(struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	enum mlirbc_status status = valid_as_bytes(module, NULL, diag);
	return status == MLIRBC_OK ? mlirbc_stablehlo_verify_module(module, NULL, diag) : status;
}

/* After a step on a valid module that failed, too. */
__attribute__((unused)) static void valid_require(struct mlirbc_module *module, const char *step, const struct mlirbc_diag *result)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = valid_status(module, &diag);
	if (status == MLIRBC_OK || status == MLIRBC_E_NOMEM || status == MLIRBC_E_LIMIT)
		return;
	fprintf(stderr, "not valid after %s (%s%s): line %u: %s\n", step, mlirbc_status_name(result->status), result->message,
		diag.line, diag.message);
	abort();
}

/* Text up to a line "// =>", which the expected result of a fixture follows, or an artifact. NULL: it is not valid. The caller destroys
 * the context, also of NULL. */
__attribute__((unused)) static struct mlirbc_module *valid_open(const void *data, size_t size, struct mlirbc_context **out_context)
{
	struct mlirbc_context *context = *out_context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options parse = { .size = sizeof parse, .max_depth = 100 };
	const struct mlirbc_load_options load = { .size = sizeof load, .max_depth = 100 };
	const struct mlirbc_open_options options = { .size = sizeof options, .parse = &parse, .load = &load };
	const char *expected = memmem(data, size, "// =>\n", 6);
	struct mlirbc_module *module;
	if (!context)
		abort();
	mlirbc_context_limit(context, (size_t)VALID_MEMORY << 20);
	parse.dialects = mlirbc_stablehlo_assembly(&parse.dialect_count);
	if (expected && !mlirbc_is_bytecode(data, size))
		size = (size_t)(expected - (const char *)data);
	if (mlirbc_open(context, data, size, &options, &module, NULL) != MLIRBC_OK ||
		mlirbc_stablehlo_from_vhlo(module, NULL, NULL) != MLIRBC_OK || valid_status(module, NULL) != MLIRBC_OK)
		return NULL;
	return module;
}

#endif
