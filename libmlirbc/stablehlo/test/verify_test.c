/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The verifier over the programs of data/verify. A program behind "// -----" is accepted, or has a line "// expect: TEXT": the operation on
 * the line below it is refused, and the message contains TEXT. Every operation of the table is accepted once and refused once. */
#include "check.h"
#include "dialect/ops.h"

#include <dirent.h>
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_verify.h>
#include <stdlib.h>
#include <string.h>

struct program {
	const char *file, *text;
	size_t size;
	uint32_t line; /* of the file, before the program */
};

static struct mlirbc_module *parse(struct mlirbc_context *context, const struct program *at, struct mlirbc_diag *diag)
{
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_module *module;
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	return mlirbc_parse(context, at->text, at->size, &options, &module, diag) == MLIRBC_OK ? module : NULL;
}

/* The text that is expected, and the line of the operation; line 0: the program is accepted. */
static uint32_t expectation(const struct program *at, char *out, size_t room)
{
	static const char mark[] = "// expect: ";
	uint32_t line = 1;
	for (const char *p = at->text; p < at->text + at->size; ++p) {
		if (strncmp(p, mark, sizeof mark - 1) == 0) {
			snprintf(out, room, "%.*s", (int)strcspn(p + sizeof mark - 1, "\n"), p + sizeof mark - 1);
			return line + 1;
		}
		line += *p == '\n';
	}
	return 0;
}

static void each_program(void (*each)(const struct program *))
{
	struct dirent **entries;
	int count = scandir(VERIFY_DATA, &entries, NULL, alphasort), files = 0;
	for (int i = 0; i < count; ++i) {
		char path[4096];
		const char *name = entries[i]->d_name;
		snprintf(path, sizeof path, "%s/%s", VERIFY_DATA, name);
		FILE *f = strstr(name, ".mlir") ? fopen(path, "rb") : NULL;
		static char text[1 << 20];
		size_t size = f ? fread(text, 1, sizeof text - 1, f) : 0;
		text[size] = '\0';
		uint32_t line = 0;
		for (char *at = text; f && *at;) {
			char *end = strstr(at, "// -----\n");
			struct program program = { name, at, end ? (size_t)(end - at) : strlen(at), line };
			each(&program);
			for (; at < program.text + program.size; ++at)
				line += *at == '\n';
			at = end ? end + 9 : at;
			line += end != NULL;
		}
		if (f) {
			fclose(f);
			files++;
		}
		free(entries[i]);
	}
	free(entries);
	CHECK(files > 10);
}

/* ---- outcomes */

enum { ACCEPTED = 1, REFUSED = 2 };
static unsigned char seen[SHLO__CODES];

static void note(struct mlirbc_module *module, unsigned char what, uint32_t line)
{
	struct mlirbc_op *root = module->body->first;
	for (struct mlirbc_op *op = mlirbc_op_next_pre(root, NULL); op; op = mlirbc_op_next_pre(root, op)) {
		if (what == ACCEPTED || mlirbc_op_location(op)->u.file.line == line)
			seen[mlirbc_stablehlo_code(op->name)] |= what;
	}
}

static void check_program(const struct program *at)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	char expected[256] = "";
	uint32_t line = expectation(at, expected, sizeof expected);
	struct mlirbc_module *module = parse(context, at, &diag);
	if (!module && !(line && diag.line == line)) {
		check_report(at->file, (int)at->line, "does not parse: line %u: %s", diag.line, diag.message);
	} else if (module) {
		enum mlirbc_status status = mlirbc_stablehlo_verify_module(module, NULL, &diag);
		if ((status != MLIRBC_OK) != (line != 0) || diag.line != line || !strstr(diag.message, expected))
			check_report(at->file, (int)at->line, "found line %u: %s; expected line %u: %s", diag.line,
				diag.message, line, expected);
		note(module, line ? REFUSED : ACCEPTED, line);
	}
	mlirbc_context_destroy(context);
}

static void programs(void)
{
	memset(seen, 0, sizeof seen);
	each_program(check_program);
	for (int i = 1; i < SHLO__CODES; ++i) {
		if (seen[i] != (ACCEPTED | REFUSED))
			check_report(__FILE__, __LINE__, "%s is never %s", shlo__op_name((enum mlirbc_stablehlo_code)i),
				seen[i] & ACCEPTED ? "refused" : "accepted");
	}
}

/* ---- several failures */

static size_t reports;

static void count_report(void *ctx, const struct mlirbc_op *op, const struct mlirbc_diag *diag)
{
	CHECK(ctx == &reports && op && diag->line == reports + 2 && diag->status == MLIRBC_E_CORRUPT);
	reports++;
}

static void all_failures(void)
{
	static const char text[] =
		"func.func @f(%a: tensor<2xf32>, %b: tensor<3xf32>) {\n"
		"  %0 = \"stablehlo.add\"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\n"
		"  %1 = \"stablehlo.abs\"(%a) : (tensor<2xf32>) -> tensor<3xf32>\n"
		"  %2 = \"stablehlo.slice\"(%a) : (tensor<2xf32>) -> tensor<3xf32>\n"
		"  func.return\n}\n";
	const struct program program = { "text", text, sizeof text - 1, 0 };
	for (size_t most = 0; most < 5; ++most) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		struct mlirbc_module *module = parse(context, &program, &diag);
		const struct mlirbc_stablehlo_verify_options options = {
			.size = sizeof options, .report = count_report, .report_ctx = &reports, .max_failures = most
		};
		reports = 0;
		CHECK(module && mlirbc_stablehlo_verify_module(module, &options, &diag) == MLIRBC_E_CORRUPT);
		CHECK_INT(reports, most == 0 ? 1 : most < 3 ? most : 3);
		CHECK_INT(diag.line, 2); /* the first */
		mlirbc_context_destroy(context);
	}
}

/* ---- short memory */

struct budget {
	size_t left, used;
};

static void *limited(void *ctx, size_t size, size_t align)
{
	struct budget *budget = ctx;
	(void)align;
	budget->used++;
	return budget->left && budget->left-- ? malloc(size) : NULL;
}

static void release(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx, (void)size, (void)align;
	free(p);
}

/* Verifies with so little memory left that each call of the allocator fails once; and in a context that is full. */
static void check_memory(const struct program *at)
{
	char expected[256] = "";
	bool accepted = expectation(at, expected, sizeof expected) == 0;
	for (size_t room = 0; room < 64; ++room) {
		struct budget budget = { SIZE_MAX, 0 };
		const struct mlirbc_allocator allocator = { limited, NULL, release, &budget };
		struct mlirbc_context *context = mlirbc_context_create(&allocator);
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		struct mlirbc_module *module = parse(context, at, &diag);
		const struct mlirbc_stablehlo_verify_options options = { .size = sizeof options,
			.allocator = &allocator };
		enum mlirbc_status status = MLIRBC_OK;
		if (module) {
			while (mlirbc_context_alloc(context, 1, 1)) /* fill what the arena has */
				if (budget.left != 0)
					budget.left = 0;
			budget.left = room;
			status = mlirbc_stablehlo_verify_module(module, &options, NULL);
			CHECK(status == MLIRBC_OK || status == MLIRBC_E_NOMEM || !accepted);
		}
		mlirbc_context_destroy(context);
		if (status != MLIRBC_E_NOMEM)
			break;
	}
}

static void memory(void) { each_program(check_memory); }

/* ---- inference */

static void inference(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_type *types[2], *result, *const *out;
	const struct mlirbc_attr *attrs;
	size_t count;
	CHECK(mlirbc_parse_type(context, "tensor<2x?xf32>", 15, &types[0], NULL) == MLIRBC_OK);
	CHECK(mlirbc_parse_type(context, "tensor<?x3xf32>", 15, &types[1], NULL) == MLIRBC_OK);
	CHECK(mlirbc_parse_type(context, "tensor<2x3xf32>", 15, &result, NULL) == MLIRBC_OK);
	struct mlirbc_stablehlo_description op = {
		.size = sizeof op, .name = "stablehlo.add", .name_size = 13, .operand_types = types, .operand_count = 2
	};
	CHECK(mlirbc_stablehlo_infer(context, &op, &out, &count, &diag) == MLIRBC_OK && count == 1 && out[0] == result);
	op.name = "stablehlo.concatenate";
	op.name_size = 21;
	CHECK(mlirbc_stablehlo_infer(context, &op, &out, &count, &diag) == MLIRBC_E_CORRUPT && count == 0);
	CHECK_STR(diag.message, "'stablehlo.concatenate' op requires attribute 'dimension'");
	CHECK(mlirbc_parse_attr(context, "{dimension = 1 : i64}", 21, &attrs, NULL) == MLIRBC_OK);
	op.properties = attrs;
	CHECK(mlirbc_stablehlo_infer(context, &op, &out, &count, NULL) == MLIRBC_OK && count == 1);
	CHECK(out[0]->u.shaped.dims[0] == 2 && out[0]->u.shaped.dims[1] == MLIRBC_DYNAMIC);
	/* a type that the operands do not determine */
	op.name = "stablehlo.reshape";
	op.name_size = 17;
	op.operand_count = 1;
	op.operand_types = &result;
	CHECK(mlirbc_stablehlo_infer(context, &op, &out, &count, NULL) == MLIRBC_E_CORRUPT);
	const struct mlirbc_type *six;
	CHECK(mlirbc_parse_type(context, "tensor<6xf32>", 13, &six, NULL) == MLIRBC_OK);
	op.result_types = &six;
	op.result_count = 1;
	CHECK(mlirbc_stablehlo_infer(context, &op, &out, &count, NULL) == MLIRBC_OK && count == 1 && out[0] == six);
	op.name = "stablehlo.foo";
	op.name_size = 13;
	CHECK(mlirbc_stablehlo_infer(context, &op, &out, &count, NULL) == MLIRBC_E_NOT_FOUND);
	CHECK(mlirbc_stablehlo_infer(context, NULL, &out, &count, NULL) == MLIRBC_E_ARG);
	mlirbc_context_destroy(context);
}

/* Inference of each operation of the accepted programs from its operands alone is compatible with what the program says. */
static void check_inferred(const struct program *at)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	char expected[256];
	struct mlirbc_module *module = expectation(at, expected, sizeof expected) ? NULL : parse(context, at, NULL);
	struct mlirbc_op *root = module ? module->body->first : NULL;
	for (struct mlirbc_op *op = root ? mlirbc_op_next_pre(root, NULL) : NULL; op;
		op = mlirbc_op_next_pre(root, op)) {
		struct mlirbc_value *operands[64];
		const struct mlirbc_type *declared[64], *const *types;
		size_t count;
		if (!mlirbc_stablehlo_is_op(op->name) || op->operand_count > 64 || op->result_count > 64)
			continue;
		for (uint32_t i = 0; i < op->operand_count; ++i)
			operands[i] = mlirbc_op_operands(op)[i].value;
		for (uint32_t i = 0; i < op->result_count; ++i)
			declared[i] = mlirbc_op_results(op)[i].type;
		struct mlirbc_stablehlo_description description = { .size = sizeof description,
			.name = op->name->data,
			.name_size = op->name->size,
			.operands = operands,
			.operand_count = op->operand_count,
			.attributes = mlirbc_op_attributes(op),
			.properties = mlirbc_op_properties(op),
			.regions = mlirbc_op_regions(op),
			.region_count = op->region_count };
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		bool inferred = mlirbc_stablehlo_infer(context, &description, &types, &count, &diag) == MLIRBC_OK;
		if (inferred && count != op->result_count)
			check_report(
				at->file, (int)at->line, "%zu results of '%.*s' are inferred", count, (int)op->name->size, op->name->data);
		else if (!inferred && !strstr(diag.message, "must be given"))
			check_report(at->file, (int)at->line, "inference: %s", diag.message);
		description.result_types = declared;
		description.result_count = op->result_count;
		struct mlirbc_diag second = MLIRBC_DIAG_INIT;
		if (mlirbc_stablehlo_infer(context, &description, &types, &count, &second) != MLIRBC_OK ||
			count != op->result_count)
			check_report(at->file, (int)at->line, "inference with types: %s", second.message);
	}
	mlirbc_context_destroy(context);
}

static void inference_of_programs(void) { each_program(check_inferred); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(programs), CHECK_CASE(all_failures), CHECK_CASE(memory),
		CHECK_CASE(inference), CHECK_CASE(inference_of_programs) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
