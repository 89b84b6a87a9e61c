/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hooks that run when a file has been read: upgrades from versions of dialects, and regions that are wanted at once. */
#include "bytecode/encoding/varint_out.h"
#include "bytecode/read/load_state.h"

#include <mlirbc/dialect.h>

struct mlirbc_dialect_version mlirbc__dialect_version(const struct mlirbc__dialect *dialect)
{
	struct mlirbc_dialect_version version = { .data = NULL };
	struct bytecursor c = dialect->version;
	if (!dialect->has_version)
		return version;
	version.data = c.base + c.pos;
	version.size = bytecursor_left(&c);
	while (version.count < MLIRBC_DIALECT_VERSION_NUMBERS && bytecursor_left(&c)) {
		const uint64_t number = mlirbc__varint(&c);
		if (!bytecursor_ok(&c))
			break;
		version.numbers[version.count++] = number;
	}
	return version;
}

/* The version of the interface takes the place of the file's, for mlirbc_write(). */
static enum mlirbc_status set_version(struct mlirbc__load *load, struct mlirbc__dialect *dialect,
	const struct mlirbc_dialect_interface *interface, struct mlirbc_diag *diag)
{
	struct mlirbc__job job = { .context = load->context, .module = load->module, .diag = diag };
	struct mlirbc__out out = { NULL, 0, 0 };
	for (size_t i = 0; i < interface->version_count; i++)
		mlirbc__out_varint(&job, &out, interface->version[i]);
	const struct mlirbc_string *bytes =
		job.status == MLIRBC_OK ? mlirbc_string_get(load->context, out.data, out.size) : NULL;
	mlirbc__out_finish(&job, &out);
	if (!bytes)
		return mlirbc__job_memory(&job), job.status;
	dialect->version = bytecursor_init(bytes->data, bytes->size);
	load->new_versions = true;
	return MLIRBC_OK;
}

static enum mlirbc_status upgrade(struct mlirbc_module *module, struct mlirbc__dialect *dialect,
	const struct mlirbc_dialect_interface *interface, struct mlirbc_diag *diag)
{
	const struct mlirbc_dialect_version version = mlirbc__dialect_version(dialect);
	enum mlirbc_status status = mlirbc_module_load(module, diag);
	if (status != MLIRBC_OK)
		return status;
	status = interface->upgrade(module, &version, interface->ctx, diag);
	if (status != MLIRBC_OK) /* unless the hook has recorded its reason */
		return mlirbc__fail(diag, status, MLIRBC_NO_OFFSET, "dialect \"%s\": the module cannot be upgraded",
			interface->name);
	return interface->version_count ? set_version(mlirbc__load_of(module->file), dialect, interface, diag)
					: MLIRBC_OK;
}

enum mlirbc_status mlirbc__load_upgrade(struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	struct mlirbc__load *load = mlirbc__load_of(module->file);
	enum mlirbc_status status = MLIRBC_OK;
	for (size_t i = 0; i < load->interface_count && status == MLIRBC_OK; i++) {
		const struct mlirbc_dialect_interface *interface = load->interfaces[i];
		for (size_t k = 0; interface->upgrade && k < load->dialect_count && status == MLIRBC_OK; k++) {
			struct mlirbc__dialect *dialect = &load->dialects[k];
			if (dialect->has_version &&
				mlirbc__string_is(dialect->name, interface->name, strlen(interface->name)))
				status = upgrade(module, dialect, interface, diag);
		}
	}
	return status;
}

enum mlirbc_status mlirbc__load_wanted(
	struct mlirbc_module *module, const struct mlirbc_load_options *options, struct mlirbc_diag *diag)
{
	enum mlirbc_status status = MLIRBC_OK;
	if (!MLIRBC__HAS_OPTION(options, should_load_ctx) || !options->should_load)
		return MLIRBC_OK;
	for (struct mlirbc_op *root = module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;) {
			if (op->unread && options->should_load(options->should_load_ctx, op) &&
				(status = mlirbc_op_load(op, diag)) != MLIRBC_OK)
				return status;
		}
	}
	return status;
}

size_t mlirbc_module_unread_count(const struct mlirbc_module *module)
{
	size_t count = 0;
	for (struct mlirbc_op *root = module->body->first; root; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;)
			count += op->unread;
	}
	return count;
}
