/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a model says of memories and layouts has no meaning here, so the host is told, once for each kind. */
#include "rewrite/rewrite.h"

#include <string.h>

enum kind { NOTHING, MEMORY, LAYOUT };

static bool is_one_of(const struct mlirbc_string *text, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (bef_hlo__text_is(text, names[i]))
			return true;
	}
	return false;
}

static const struct mlirbc_string *text_of(const struct mlirbc_attr *attr)
{
	return attr && attr->kind == MLIRBC_ATTR_STRING ? attr->u.string : NULL;
}

static enum kind kind_of_call(const struct mlirbc_op *op)
{
	static const char *const memories[] = { "annotate_device_placement", "MoveToHost", "MoveToDevice" };
	const struct mlirbc_string *target = text_of(mlirbc_op_attr(op, "call_target_name"));
	if (!target)
		return NOTHING;
	if (is_one_of(target, memories, sizeof memories / sizeof *memories))
		return MEMORY;
	return bef_hlo__text_is(target, "LayoutConstraint") ? LAYOUT : NOTHING;
}

/* Attributes of arguments or results. The kinds that every array has here are not worth a note. */
static enum kind kind_of_values(const struct mlirbc_attr *list, enum kind wanted)
{
	static const char *const device[] = { "device" }, *const usual[] = { "default", "auto" };
	for (size_t i = 0; list && list->kind == MLIRBC_ATTR_ARRAY && i < list->u.array.count; i++) {
		const struct mlirbc_attr *attrs = list->u.array.data[i];
		if (attrs->kind != MLIRBC_ATTR_DICTIONARY)
			continue;
		const struct mlirbc_string *memory = text_of(mlirbc_dictionary_find(attrs, "mhlo.memory_kind"));
		const struct mlirbc_string *layout = text_of(mlirbc_dictionary_find(attrs, "mhlo.layout_mode"));
		if (wanted == MEMORY ? memory && !is_one_of(memory, device, 1) : layout && !is_one_of(layout, usual, 2))
			return wanted;
	}
	return NOTHING;
}

static bool has_kind(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, enum kind wanted)
{
	if (bef_hlo__is(lower, op, MLIRBC_STABLEHLO_custom_call))
		return kind_of_call(op) == wanted;
	return mlirbc_op_is(op, "func.func") && (kind_of_values(mlirbc_op_attr(op, "arg_attrs"), wanted) == wanted ||
							kind_of_values(mlirbc_op_attr(op, "res_attrs"), wanted) == wanted);
}

void bef_hlo__note_placements(struct bef_hlo__lower *lower)
{
	static const char *const texts[] = {
		[MEMORY] = "memories of devices and of the host are ignored: a program has one memory",
		[LAYOUT] = "layouts of arrays are ignored: arrays are in row-major order" };
	struct mlirbc_op *root = lower->module->body->first;
	for (enum kind kind = MEMORY; lower->options.note && kind <= LAYOUT; kind++) {
		struct mlirbc_op *op = root;
		while (op && !has_kind(lower, op, kind))
			op = mlirbc_op_next_pre(root, op);
		if (!op)
			continue;
		struct bef_diag diag = BEF_DIAG_INIT;
		const struct mlirbc_attr *place = mlirbc_loc_place(mlirbc_op_location(op));
		diag.line = place ? place->u.file.line : 0;
		diag.column = place ? place->u.file.column : 0;
		memcpy(diag.message, texts[kind], strlen(texts[kind]) + 1);
		lower->options.note(lower->options.report_ctx, op, &diag);
	}
}
