/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Numbers of values. A region is numbered whole before those inside its ops, and of several waiting regions the
 * last one first: the order of MLIR 19 and later, where a number is used once in a module. */
#include "text/print/printer.h"

struct waiting {
	const struct mlirbc_region **regions;
	size_t count, capacity;
};

static bool push(struct mlirbc_printer *printer, struct waiting *waiting, const struct mlirbc_region *region)
{
	if (waiting->count == waiting->capacity) {
		size_t capacity = waiting->capacity ? waiting->capacity * 2 : 64;
		const struct mlirbc_region **regions = mlirbc__arena_take(
			&printer->scratch, capacity * sizeof *regions, _Alignof(struct mlirbc_region *));
		if (!regions)
			return false;
		if (waiting->count)
			memcpy(regions, waiting->regions, waiting->count * sizeof *regions);
		mlirbc__arena_give(&printer->scratch, waiting->regions, waiting->capacity * sizeof *regions,
			_Alignof(struct mlirbc_region *));
		waiting->regions = regions;
		waiting->capacity = capacity;
	}
	waiting->regions[waiting->count++] = region;
	return true;
}

static bool push_regions(struct mlirbc_printer *printer, struct waiting *waiting, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (mlirbc_op_regions(op)[i].first && !push(printer, waiting, &mlirbc_op_regions(op)[i]))
			return false;
	}
	return true;
}

/* Results of an op share its number. */
static void number_region(const struct mlirbc_region *region, struct mlirbc__counters *next, bool all)
{
	for (struct mlirbc_block *block = region->first; block; block = block->next) {
		for (uint32_t i = 0; i < block->argument_count; i++)
			block->arguments[i].number = block == region->first ? next->arguments++ : next->values++;
		for (struct mlirbc_op *op = block->first; op; op = op->next) {
			if (op->result_count || all)
				op->number = next->values++;
		}
	}
}

void mlirbc__number_values(struct mlirbc_printer *printer, const struct mlirbc_op *root, struct mlirbc__counters *next)
{
	if (printer->pretty) {
		mlirbc__name_values(printer, root, next);
		return;
	}
	struct waiting waiting = { 0 };
	if (root->result_count || printer->value_users)
		((struct mlirbc_op *)(uintptr_t)root)
			->number = next->values++; /* scratch, though the op is const here */
	bool good = push_regions(printer, &waiting, root);
	while (good && waiting.count) {
		const struct mlirbc_region *region = waiting.regions[--waiting.count];
		number_region(region, next, printer->value_users);
		for (const struct mlirbc_block *block = region->first; block && good; block = block->next) {
			for (const struct mlirbc_op *op = block->first; op && good; op = op->next)
				good = push_regions(printer, &waiting, op);
		}
	}
	mlirbc__arena_give(&printer->scratch, waiting.regions, waiting.capacity * sizeof *waiting.regions,
		_Alignof(struct mlirbc_region *));
	printer->no_memory |= !good;
}

void mlirbc__print_value(struct mlirbc_printer *printer, const struct mlirbc_value *value)
{
	if (!value) {
		mlirbc__put_text(&printer->out, "<<NULL VALUE>>");
		return;
	}
	if (printer->pretty) {
		mlirbc__print_named_value(printer, value);
		return;
	}
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const struct mlirbc_block *block = mlirbc_value_block(value);
	bool entry = block && block->parent && block == block->parent->first;
	mlirbc__put_text(&printer->out, entry ? "%arg" : "%");
	mlirbc__put_unsigned(&printer->out, op ? op->number : value->number);
	if (op && op->result_count > 1) {
		mlirbc__put_char(&printer->out, '#');
		mlirbc__put_unsigned(&printer->out, value->index);
	}
}

void mlirbc__print_results(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	if (op->result_count == 0)
		return;
	if (printer->pretty) {
		mlirbc__print_named_results(printer, op);
		return;
	}
	mlirbc__put_char(&printer->out, '%');
	mlirbc__put_unsigned(&printer->out, op->number);
	if (op->result_count > 1) {
		mlirbc__put_char(&printer->out, ':');
		mlirbc__put_unsigned(&printer->out, op->result_count);
	}
	mlirbc__put_text(&printer->out, " = ");
}
