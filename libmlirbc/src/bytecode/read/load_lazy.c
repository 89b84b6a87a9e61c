/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is read after a file was opened: attributes that somebody asks for, regions that were left where they are. */
#include "bytecode/read/load_state.h"

const struct mlirbc_attr mlirbc__nothing = { .kind = MLIRBC_ATTR_UNIT };

void mlirbc__file_finish(struct mlirbc_file *file)
{
	struct mlirbc__arena *arena = &file->load.context->arena;
	mlirbc__give_tables(&file->load);
	mlirbc__arena_give(arena, file, sizeof *file, _Alignof(struct mlirbc_file));
}

struct mlirbc_file *mlirbc__file_next(const struct mlirbc_file *file) { return file->next; }

void mlirbc__settle_load(struct mlirbc__load *load, struct mlirbc_diag *diag)
{
	if (load->status != MLIRBC_OK && load->failure.status == MLIRBC_OK)
		load->failure = *diag;
	load->status = MLIRBC_OK;
	load->diag = NULL;
}

/* ---- attributes */

static bool is_in(uint32_t ref, uint32_t first, size_t count) { return ref >= first && ref - first < count; }

static const struct mlirbc__other_blob *find_other(const struct mlirbc__load *load, uint32_t ref)
{
	size_t low = 0, high = load->other_blob_count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (load->other_blobs[middle].ref < ref)
			low = middle + 1;
		else
			high = middle;
	}
	bool found = low < load->other_blob_count && load->other_blobs[low].ref == ref;
	return found ? &load->other_blobs[low] : NULL;
}

/* True when the number is one of this file's. */
static bool make_ref(struct mlirbc__load *load, uint32_t ref)
{
	const struct mlirbc__other_blob *other;
	if (load->attr_count && is_in(ref, load->first_ref, load->attr_count)) {
		(void)mlirbc__entry_make(load, ref - load->first_ref);
	} else if (load->blob_count && is_in(ref, load->first_blob_ref, load->blob_count)) {
		size_t blob = ref - load->first_blob_ref;
		if (!mlirbc__properties_make(load, ref, mlirbc__blob_name(load, blob), blob))
			(void)mlirbc__ref_set(load->context, ref, &mlirbc__nothing);
	} else if ((other = find_other(load, ref)) != NULL) {
		if (!mlirbc__properties_make(load, ref, other->name, other->blob))
			(void)mlirbc__ref_set(load->context, ref, &mlirbc__nothing);
	} else {
		return false;
	}
	return true;
}

const struct mlirbc_attr *mlirbc__ref_make(const struct mlirbc_op *op, uint32_t ref)
{
	struct mlirbc_context *context = mlirbc__context(op);
	if (mlirbc__place_make(context, ref))
		return mlirbc__ref_peek(context, ref);
	for (struct mlirbc_file *file = context->files; file; file = file->next) {
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		file->load.diag = &diag;
		bool found = make_ref(&file->load, ref);
		mlirbc__settle_load(&file->load, &diag);
		if (found)
			break;
	}
	return mlirbc__ref_peek(context, ref);
}

/* For what has another kind than its place asks for. */
void mlirbc__wrong_kind(const struct mlirbc_op *op, uint32_t ref, const char *expected)
{
	for (struct mlirbc_file *file = mlirbc__context(op)->files; file; file = file->next) {
		struct mlirbc__load *load = &file->load;
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		if (!is_in(ref, load->first_ref, load->attr_count))
			continue;
		load->diag = &diag;
		mlirbc__load_fail(load, MLIRBC_E_CORRUPT, mlirbc__entry(load, ref - load->first_ref).at,
			"AttrType section, attribute %u: of another kind, expected %s", ref - load->first_ref,
			expected);
		mlirbc__settle_load(load, &diag);
		return;
	}
}

/* ---- regions */

struct mlirbc__unread *mlirbc__unread_of(const struct mlirbc_op *op)
{
	return (struct mlirbc__unread *)(void *)(mlirbc_op_regions(op) + op->region_count);
}

enum mlirbc_status mlirbc_op_load(struct mlirbc_op *op, struct mlirbc_diag *diag)
{
	if (!op->unread)
		return MLIRBC_OK;
	struct mlirbc__unread *unread = mlirbc__unread_of(op);
	struct mlirbc__load *load = &unread->file->load;
	struct mlirbc_diag own = MLIRBC_DIAG_INIT;
	load->diag = &own;
	op->unread = 0;
	enum mlirbc_status status = mlirbc__load_regions(load, op, unread->at) ? MLIRBC_OK : load->status;
	mlirbc__settle_load(load, &own);
	if (status != MLIRBC_OK) {
		for (uint32_t i = 0; i < op->region_count; i++)
			mlirbc_op_regions(op)[i] = (struct mlirbc_region){ .parent = op };
		op->unread = 1;
		mlirbc__fail(diag, status, own.offset, "%s", own.message);
	}
	return status;
}

enum mlirbc_status mlirbc_module_load(struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	for (struct mlirbc_op *root = module->body->first; root && module->file; root = root->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_walk_pre(root, op)) != NULL;) {
			enum mlirbc_status status = mlirbc_op_load(op, diag);
			if (status != MLIRBC_OK)
				return status;
		}
	}
	return MLIRBC_OK;
}
