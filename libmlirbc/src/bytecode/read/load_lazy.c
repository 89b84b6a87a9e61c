/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lazy reads after a file was opened: attributes on first use, and unread regions. */
#include "bytecode/read/load_state.h"

static void finish(struct mlirbc_file *file)
{
	struct mlirbc__load *load = mlirbc__load_of(file);
	struct mlirbc__arena *arena = &load->context->arena;
	mlirbc__give_tables(load);
	mlirbc__arena_give(arena, load, sizeof *load, _Alignof(struct mlirbc__load));
}

void mlirbc__settle_load(struct mlirbc__load *load, struct mlirbc_diag *diag)
{
	if (load->status != MLIRBC_OK && load->file.failure.status == MLIRBC_OK)
		load->file.failure = *diag;
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

/* True if the number belongs to this file. */
static bool make_ref(struct mlirbc__load *load, uint32_t ref)
{
	const struct mlirbc__other_blob *other;
	if (load->attr_count && is_in(ref, load->first_ref, load->attr_count)) {
		(void)mlirbc__entry_make(load, ref - load->first_ref);
	} else if (load->blob_count && is_in(ref, load->first_blob_ref, load->blob_count)) {
		size_t blob = ref - load->first_blob_ref;
		if (!mlirbc__properties_make(load, ref, mlirbc__blob_name(load, blob), blob))
			(void)mlirbc__ref_set(load->context, ref, MLIRBC__BROKEN);
	} else if ((other = find_other(load, ref)) != NULL) {
		if (!mlirbc__properties_make(load, ref, other->name, other->blob))
			(void)mlirbc__ref_set(load->context, ref, MLIRBC__BROKEN);
	} else {
		return false;
	}
	return true;
}

static bool make_if_own(struct mlirbc_file *file, uint32_t ref)
{
	struct mlirbc__load *load = mlirbc__load_of(file);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	load->diag = &diag;
	bool found = make_ref(load, ref);
	mlirbc__settle_load(load, &diag);
	return found;
}

static bool wrong_kind(struct mlirbc_file *file, uint32_t ref, const char *expected)
{
	struct mlirbc__load *load = mlirbc__load_of(file);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (!is_in(ref, load->first_ref, load->attr_count))
		return false;
	load->diag = &diag;
	mlirbc__load_fail(load, MLIRBC_E_CORRUPT, mlirbc__entry(load, ref - load->first_ref).at,
		"AttrType section, attribute %u: of another kind, expected %s", ref - load->first_ref, expected);
	mlirbc__settle_load(load, &diag);
	return true;
}

/* ---- regions */

static enum mlirbc_status load_regions(
	struct mlirbc_file *file, struct mlirbc_op *op, size_t at, struct mlirbc_diag *diag)
{
	struct mlirbc__load *load = mlirbc__load_of(file);
	struct mlirbc_diag own = MLIRBC_DIAG_INIT;
	load->diag = &own;
	enum mlirbc_status status = mlirbc__load_regions(load, op, at) ? MLIRBC_OK : load->status;
	mlirbc__settle_load(load, &own);
	if (status == MLIRBC_OK)
		return status;
	for (uint32_t i = 0; i < op->region_count; i++)
		mlirbc_op_regions(op)[i] = (struct mlirbc_region){ .parent = op };
	return mlirbc__fail_as(diag, &own);
}

const struct mlirbc__file_reader mlirbc__file_reader = { make_if_own, wrong_kind, load_regions, finish };
