/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lazily read parts of files: attributes, and regions of isolated ops. */
#include "ir/file.h"
#include "ir/refs.h"

const struct mlirbc_attr mlirbc__no_attr[2] = { { .kind = MLIRBC_ATTR_UNIT }, { .kind = MLIRBC_ATTR_UNIT } };

const struct mlirbc_attr *mlirbc__ref_make(const struct mlirbc_op *op, uint32_t ref)
{
	struct mlirbc_context *context = mlirbc__context(op);
	if (mlirbc__place_make(context, ref))
		return mlirbc__ref_peek(context, ref);
	for (struct mlirbc_file *file = context->files; file; file = file->next) {
		if (file->reader->make_ref(file, ref))
			break;
	}
	return mlirbc__ref_peek(context, ref);
}

void mlirbc__wrong_kind(const struct mlirbc_op *op, uint32_t ref, const char *expected)
{
	for (struct mlirbc_file *file = mlirbc__context(op)->files; file; file = file->next) {
		if (file->reader->wrong_kind(file, ref, expected))
			return;
	}
}

enum mlirbc_status mlirbc_op_load(struct mlirbc_op *op, struct mlirbc_diag *diag)
{
	if (!op->unread)
		return MLIRBC_OK;
	struct mlirbc__unread *unread = mlirbc__unread_of(op);
	op->unread = 0;
	enum mlirbc_status status = unread->file->reader->load_regions(unread->file, op, unread->at, diag);
	op->unread = status != MLIRBC_OK;
	return status;
}

enum mlirbc_status mlirbc_module_load(struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	for (struct mlirbc_op *root = module->body->first; root && module->file; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;) {
			enum mlirbc_status status = mlirbc_op_load(op, diag);
			if (status != MLIRBC_OK)
				return status;
		}
	}
	return MLIRBC_OK;
}

enum mlirbc_status mlirbc_file_failure(const struct mlirbc_file *file, struct mlirbc_diag *diag)
{
	return mlirbc__fail_as(diag, &file->failure);
}

void mlirbc_file_failure_clear(struct mlirbc_file *file) { file->failure = (struct mlirbc_diag)MLIRBC_DIAG_INIT; }
