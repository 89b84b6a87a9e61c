/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether a model has operations between processes, and what its ranks compare. */
#include "internal.h"

#include <bef/reader.h>
#include <bytecursor/digest.h>
#include <mlirbc/hash.h>
#include <string.h>

/* Behind "stablehlo." and "hlo.". infeed and outfeed are with the host. */
static bool is_exchange(const char *name, size_t size)
{
	static const char *const names[] = { "all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute",
		"collective_reduce", "recv", "reduce_scatter", "send" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strlen(names[i]) == size && memcmp(names[i], name, size) == 0)
			return true;
	return false;
}

static bool is_exchange_of(const char *dialect, const char *name, size_t size)
{
	const size_t prefix = strlen(dialect);
	return size > prefix && memcmp(name, dialect, prefix) == 0 && is_exchange(name + prefix, size - prefix);
}

bool bef_model__module_exchanges(const struct mlirbc_module *module)
{
	struct mlirbc_op *root = module->body->first;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op))
		if (is_exchange_of("stablehlo.", op->name->data, op->name->size))
			return true;
	return false;
}

bool bef_model__file_exchanges(const void *data, size_t size)
{
	struct bef_reader reader;
	struct bef_string name;
	if (bef_reader_open(data, size, &reader, NULL) != BEF_OK)
		return false;
	for (struct bef_names names = bef_reader_kernels(&reader); bef_names_next(&names, &name, NULL) == BEF_OK;)
		if (is_exchange_of("hlo.", name.data, name.size))
			return true;
	return false;
}

/* Of the module, without locations; of its bytes, if it has parts whose hash is not known. */
enum bef_status bef_model__identify(
	struct mlirbc_module *module, const struct bef_model__bytes *source, uint64_t *out, struct bef_diag *diag)
{
	uint8_t digest[MLIRBC_HASH_SIZE];
	const enum mlirbc_status status = mlirbc_hash(module, digest, NULL);
	if (status == MLIRBC_E_NOMEM)
		return bef_model__no_memory(diag);
	const uint8_t *bytes = status == MLIRBC_OK ? digest : source->data;
	const uint64_t hash = bytecursor_fnv(BYTECURSOR_FNV, bytes, status == MLIRBC_OK ? sizeof digest : source->size);
	*out = hash ? hash : 1;
	return BEF_OK;
}
