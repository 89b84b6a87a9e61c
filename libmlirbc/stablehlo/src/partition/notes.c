/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is told about a program of several partitions: the size of its mesh, and operations that are computed whole. */
#include "dialect/sdy_fields.h"
#include "partition/partition.h"

#include <inttypes.h>
#include <mlirbc/edit.h>
#include <mlirbc/stablehlo_passes.h>
#include <stdio.h>

/* The devices of shardings of GSPMD of a function's arguments and results. */
static uint64_t gspmd_of_values(const struct mlirbc_op *op)
{
	static const char *const names[] = { "arg_attrs", "res_attrs" };
	uint64_t most = 0;
	for (size_t k = 0; k < 2 && mlirbc_op_is(op, "func.func"); k++) {
		for (size_t i = 0; i < shlo__sdy_length(mlirbc_op_attr(op, names[k])); i++) {
			const uint64_t devices = shlo__gspmd_devices(shlo__sharding_of_main(op, names[k], i));
			most = devices > most ? devices : most;
		}
	}
	return most;
}

uint32_t mlirbc_stablehlo_partitions(const struct mlirbc_module *module)
{
	const uint64_t plain = shlo__plain_devices(module);
	uint64_t most = plain > 1 && plain <= UINT32_MAX ? plain : 1;
	for (struct mlirbc_op *op = mlirbc_module_symbols(module)->first; op; op = op->next) {
		uint64_t devices = mlirbc_op_is(op, "sdy.mesh") ? shlo__mesh_size(mlirbc_op_attr(op, "mesh")) : gspmd_of_values(op);
		for (struct mlirbc_op *at = op; op->region_count && devices < 2 && (at = mlirbc_op_next_pre(op, at)) != NULL;)
			devices = shlo__gspmd_op(at) != SHLO__GSPMD_OTHER ? shlo__gspmd_devices(mlirbc_op_attr(at, "mhlo.sharding")) : 0;
		most = devices > most && devices <= UINT32_MAX ? devices : most;
	}
	return (uint32_t)most;
}

/* ---- operations */

void shlo__note_whole(struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__tiles *tiles)
{
	bool divided = false;
	for (size_t i = 0; i < tiles->rank; i++) {
		if (tiles->parts[i] > 1)
			return;
	}
	for (uint32_t i = 0; i < op->operand_count && !divided; i++) {
		const struct shlo__entry *entry = shlo__value_find(p, mlirbc_op_operands(op)[i].value);
		divided = entry && entry->home;
	}
	for (size_t i = 0; divided && i < SHLO__MOST_WHOLE; i++) {
		if (i == p->whole_count)
			p->whole[p->whole_count++] = (struct shlo__whole){ op->name, 0 };
		if (!shlo__sdy_same(p->whole[i].name, op->name))
			continue;
		p->whole[i].count++;
		return;
	}
}

bool shlo__whole_text(struct shlo__partition *p, const char **out)
{
	enum { DIGITS = 24 };
	size_t room = 1, size = 0;
	if (p->whole_count == 0)
		return true;
	for (size_t i = 0; i < p->whole_count; i++)
		room += p->whole[i].name->size + DIGITS;
	char *text = mlirbc_context_alloc(p->context, room, 1);
	for (size_t i = 0; text && i < p->whole_count; i++)
		size += (size_t)snprintf(text + size, room - size, "%s%.*s %zu", i ? ", " : "", (int)p->whole[i].name->size,
			p->whole[i].name->data, p->whole[i].count);
	*out = text;
	return text || shlo__partition_no_memory(p);
}
