/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_stablehlo_refine(): the copies are made first, and take the place of the function when all of them are complete. */
#include "refine/refine.h"
#include "dialect/options.h"

#include <mlirbc/build.h>
#include <mlirbc/edit.h>
#include <mlirbc/load.h>
#include <string.h>

enum { SMALL_MODULE = 65536, COPIES = 64 };

/* ---- arguments */

/* The value of an argument: a dense attribute, or an integer for an argument of one integer. NULL: it does not fit, or a failure. */
static const struct mlirbc_attr *constant_of(
	struct shlo__refining *refining, const struct mlirbc_type *type, const struct mlirbc_attr *value)
{
	uint8_t bytes[8];
	int64_t number;
	const struct mlirbc_type *element = shlo__element(type);
	if (value->kind == MLIRBC_ATTR_DENSE)
		return value->type && shlo__compatible(&refining->check, value->type, type) ? value : NULL;
	if (!shlo__int_of(value, &number) || !shlo__is_static(type) ||
		!(shlo__is_int(element) || element->kind == MLIRBC_TYPE_INDEX))
		return NULL;
	uint32_t width = mlirbc_type_width(element);
	if (width < 64 && (shlo__is_unsigned(element) ? number >> width != 0
						      : number >> (width - 1) != 0 && number >> (width - 1) != -1))
		return NULL;
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)((uint64_t)number >> (8 * i));
	if (width < 8)
		bytes[0] &= (uint8_t)((1U << width) - 1);
	const struct mlirbc_attr *made = mlirbc_attr_dense(refining->pass.context, type, bytes, (width + 7) / 8);
	if (!made)
		shlo__pass_no_memory(&refining->pass);
	return made;
}

static bool set_argument(struct shlo__refining *refining, struct mlirbc_op *function,
	const struct mlirbc_stablehlo_argument *argument, const struct mlirbc_type **types,
	const struct mlirbc_attr **values)
{
	struct shlo__pass *pass = &refining->pass;
	size_t index = argument->index, count = shlo__function_type(function)->u.function.inputs.count;
	struct mlirbc_value value = { .type = NULL, .index = 0 };
	struct shlo__spelled a, b;
	if (index >= count)
		return shlo__pass_fail(pass, MLIRBC_E_ARG, function,
			"argument %zu does not exist; the function has %zu", index, count);
	value.type = types[index];
	value.index = (uint32_t)index & 0x7fffffff;
	if (argument->type && !shlo__compatible(&refining->check, argument->type, value.type))
		return shlo__pass_fail(pass, MLIRBC_E_ARG, function,
			"argument %zu is '%s', which '%s' is not compatible with", index, shlo__spell(value.type, &a),
			shlo__spell(argument->type, &b));
	if (argument->type && !shlo__narrow(refining, function, &value, argument->type))
		return false;
	if (argument->value) {
		values[index] = constant_of(refining, value.type, argument->value);
		if (!values[index])
			return shlo__pass_fail(pass, MLIRBC_E_ARG, function,
				"the value of argument %zu is not one of its type, '%s'", index,
				shlo__spell(value.type, &a));
		value.type = values[index]->type;
	}
	types[index] = value.type;
	return true;
}

static bool set_arguments(struct shlo__refining *refining, struct mlirbc_op *function,
	const struct mlirbc_stablehlo_argument *arguments, size_t argument_count, struct shlo__copy **out_copy)
{
	struct shlo__pass *pass = &refining->pass;
	const struct mlirbc_types *inputs = &shlo__function_type(function)->u.function.inputs;
	const size_t align = _Alignof(const struct mlirbc_type *);
	const struct mlirbc_type **types = mlirbc_context_alloc(
		pass->context, (inputs->count + 1) * sizeof *types, align);
	const struct mlirbc_attr **values = mlirbc_context_alloc(
		pass->context, (inputs->count + 1) * sizeof *values, align);
	if (!types || !values)
		return shlo__pass_no_memory(pass);
	memcpy(types, inputs->data, inputs->count * sizeof *types);
	memset(values, 0, inputs->count * sizeof *values);
	for (size_t i = 0; i < argument_count; i++) {
		if (!set_argument(refining, function, &arguments[i], types, values))
			return false;
	}
	return shlo__specialize(refining, function, types, values, inputs->count, out_copy);
}

/* ---- operations that remain dynamic */

static bool is_dynamic(struct shlo__refining *refining, const struct mlirbc_op *op)
{
	bool found = shlo__has_shape_operands(shlo__pass_code(&refining->pass, op), op);
	for (uint32_t i = 0; i < op->result_count; i++)
		found |= shlo__is_dynamic(mlirbc_op_results(op)[i].type);
	return found;
}

static void report_op(const struct mlirbc_stablehlo_refine_options *options, const struct mlirbc_op *op)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct shlo__pass told = { .diag = &diag };
	struct shlo__spelled text;
	const struct mlirbc_type *type = op->result_count ? mlirbc_op_results(op)[0].type : NULL;
	(void)shlo__pass_fail(&told, MLIRBC_E_UNSUPPORTED, op, "'%.*s' op remains dynamic%s%s",
		(int)(op->name->size < 80 ? op->name->size : 80), op->name->data,
		type ? ": its result is of type " : "", type ? shlo__spell(type, &text) : "");
	options->report(options->report_ctx, op, &diag);
}

static uint64_t count_dynamic(struct shlo__refining *refining, const struct mlirbc_stablehlo_refine_options *options)
{
	uint64_t count = 0;
	for (size_t i = 0; i < refining->copies.count; i++) {
		struct shlo__copy *copy = refining->copies.items[i];
		for (struct mlirbc_op *op = NULL;
			copy->op->parent && (op = mlirbc_op_next_pre(copy->op, op)) != NULL;) {
			if (!is_dynamic(refining, op))
				continue;
			count++;
			if (options->report)
				report_op(options, op);
		}
	}
	return count;
}

static bool refine(struct shlo__refining *refining, const struct mlirbc_stablehlo_refine_options *options,
	const struct mlirbc_stablehlo_argument *arguments, size_t argument_count)
{
	struct shlo__pass *pass = &refining->pass;
	const char *name = options->function ? options->function : "main";
	const struct mlirbc_string symbol = { name, strlen(name) };
	struct shlo__copy *entry;
	if (!pass->module->body->first || !shlo__pass_ok(pass, mlirbc_module_load(pass->module, pass->diag)) ||
		!shlo__pass_index(pass))
		return pass->status != MLIRBC_OK
			       ? false
			       : shlo__pass_fail(pass, MLIRBC_E_NOT_FOUND, NULL, "the module is empty");
	struct mlirbc_op *function = mlirbc_block_symbol(mlirbc_module_symbols(pass->module), &symbol);
	if (!function || !mlirbc_op_is(function, "func.func") || !shlo__function_type(function))
		return shlo__pass_fail(pass, MLIRBC_E_NOT_FOUND, NULL, "the module has no function '%.80s'", name);
	const struct mlirbc_block *body = function->region_count == 1 ? mlirbc_op_regions(function)->first : NULL;
	if (!body || body->argument_count != shlo__function_type(function)->u.function.inputs.count)
		return shlo__pass_fail(pass, MLIRBC_E_ARG, function, "the function '%.80s' has no body", name);
	return set_arguments(refining, function, arguments, argument_count, &entry) &&
	       shlo__publish(refining, function);
}

/* In proportion to the module: each function may be needed for many types. */
static uint64_t most_ops(const struct mlirbc_module *module)
{
	struct mlirbc_op *root = module->body->first;
	uint64_t ops = 0;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op))
		ops++;
	return SMALL_MODULE + COPIES * ops;
}

enum mlirbc_status mlirbc_stablehlo_refine(struct mlirbc_module *module,
	const struct mlirbc_stablehlo_argument *arguments, size_t count,
	const struct mlirbc_stablehlo_refine_options *options, struct mlirbc_stablehlo_refine_report *report,
	struct mlirbc_diag *diag)
{
	struct mlirbc_stablehlo_refine_options own = { .size = sizeof own };
	struct shlo__refining refining = { .pass = { .context = module->context, .module = module, .diag = diag } };
	if (BYTECURSOR_SIZE_IS_WRONG(options))
		return shlo__size_is_wrong(diag, options->size, "mlirbc_stablehlo_refine_options");
	if (BYTECURSOR_SIZE_IS_WRONG(report))
		return shlo__size_is_wrong(diag, report->size, "mlirbc_stablehlo_refine_report");
	if (options)
		memcpy(&own, options, options->size < sizeof own ? options->size : sizeof own);
	shlo__check_init(&refining.check, module->context);
	refining.pass.options.max_elements = own.max_elements ? own.max_elements : 1024;
	refining.pass.options.max_ops = own.max_ops ? own.max_ops : most_ops(module);
	refining.max_functions = own.max_functions ? own.max_functions : 4096;
	if (refine(&refining, &own, arguments, count) && report) {
		const struct mlirbc_stablehlo_refine_report whole = { .size = report->size,
			.dynamic = count_dynamic(&refining, &own),
			.refined = refining.refined,
			.replaced = refining.replaced,
			.folded = refining.pass.report.folded,
			.assertions = refining.assertions,
			.functions = refining.copies.count,
			.removed = refining.pass.report.removed };
		memcpy(report, &whole, report->size < sizeof whole ? report->size : sizeof whole);
	}
	shlo__pass_finish(&refining.pass);
	shlo__pass_free(&refining.pass, &refining.copies);
	shlo__pass_free(&refining.pass, &refining.calls);
	shlo__pass_free(&refining.pass, &refining.callees);
	return refining.pass.status;
}
