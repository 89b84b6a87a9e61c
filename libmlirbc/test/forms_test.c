/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom forms: programs in data/forms, several to a file with "// -----" between them, against what mlir-opt 22 prints of
 * them (forms_expected.py): in generic form, in custom form, and in custom form with locations. Errors in custom forms with
 * regions. */
#include "text.h"

#define SEPARATOR "// -----\n"

static char *read_all(const char *name, const char *suffix)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/forms/%s%s", TEXT_DATA, name, suffix);
	FILE *f = fopen(path, "rb");
	char *text = malloc(1 << 20);
	if (!f || !text)
		abort();
	text[fread(text, 1, (1 << 20) - 1, f)] = '\0';
	fclose(f);
	return text;
}

/* The next piece, which ends with a NUL then; NULL when there is none. */
static char *next_piece(char **rest)
{
	char *piece = *rest, *end = piece ? strstr(piece, SEPARATOR) : NULL;
	if (end)
		*end = '\0';
	*rest = end ? end + strlen(SEPARATOR) : NULL;
	return piece;
}

static struct printed print_form(const struct mlirbc_module *module, bool pretty, bool debug_info)
{
	const struct mlirbc_print_options options = {
		.size = sizeof options, .pretty = pretty, .debug_info = debug_info };
	struct printed out = { 0 };
	CHECK_INT(mlirbc_print(module, &options, printed_append, &out), MLIRBC_OK);
	printed_append(&out, "", 0);
	return out;
}

static struct mlirbc_module *parse(struct mlirbc_context *context, const char *text, const char *what)
{
	const struct mlirbc_parse_options options = { .size = sizeof options, .file_name = "<stdin>" };
	struct mlirbc_module *module = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (parse_exact(context, text, strlen(text), &options, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s: %u:%u: %s", what, diag.line, diag.column, diag.message);
	return module;
}

static void compare(const char *what, const struct mlirbc_module *module, bool pretty, bool debug_info, const char *expected)
{
	struct printed out = print_form(module, pretty, debug_info);
	const char *actual = out.text;
	for (int line = 1; *actual || *expected; line++) {
		size_t here = strcspn(actual, "\n"), there = strcspn(expected, "\n");
		if (here != there || memcmp(actual, expected, here) != 0) {
			check_report(__FILE__, __LINE__, "%s, line %d:\n#   prints   %.*s\n#   expected %.*s", what,
				line, (int)here, actual, (int)there, expected);
			break;
		}
		actual += here + (actual[here] != 0);
		expected += there + (expected[there] != 0);
	}
	free(out.text);
}

/* Parses a text and checks its custom form. */
static void check_again(const char *what, const char *text, bool debug_info, const char *expected)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_module *module = parse(context, text, what);
	if (module)
		compare(what, module, true, debug_info, expected);
	mlirbc_context_destroy(context);
}

/* The same from bytecode. */
static void check_bytecode(const char *what, const struct mlirbc_module *module, const char *expected)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct printed bytes = write_module(module, NULL);
	const struct mlirbc_module *loaded = load_written(context, &bytes);
	if (loaded)
		compare(what, loaded, true, true, expected);
	free(bytes.text);
	mlirbc_context_destroy(context);
}

static void check_piece(
	const char *name, int number, const char *source, const char *generic, const char *pretty, const char *located)
{
	char what[100];
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	snprintf(what, sizeof what, "%s %d", name, number);
	struct mlirbc_module *module = parse(context, source, what);
	if (module) {
		compare(what, module, false, false, generic);
		compare(what, module, true, false, pretty);
		compare(what, module, true, true, located);
		check_again(what, pretty, false, pretty);
		check_again(what, located, true, located);
		check_again(what, generic, false, pretty);
		check_bytecode(what, module, located);
	}
	mlirbc_context_destroy(context);
}

static void check_file(const char *name)
{
	char *sources = read_all(name, ".mlir"), *generics = read_all(name, ".txt");
	char *pretties = read_all(name, ".pretty.txt"), *locateds = read_all(name, ".loc.txt");
	char *source_at = sources, *generic_at = generics, *pretty_at = pretties, *located_at = locateds, *source;
	for (int number = 1; (source = next_piece(&source_at)) != NULL; number++) {
		char *generic = next_piece(&generic_at), *pretty = next_piece(&pretty_at),
		     *located = next_piece(&located_at);
		if (!CHECK(generic && pretty && located))
			break;
		check_piece(name, number, source, generic, pretty, located);
	}
	free(sources);
	free(generics);
	free(pretties);
	free(locateds);
}

#define FORMS(name)                                                                                                    \
	static void name(void) { check_file(#name); }
FORMS(arith)
FORMS(cf)
FORMS(func)
FORMS(memref)
FORMS(programs)
FORMS(random_programs)
FORMS(scf)
FORMS(shape)
FORMS(tensor)

/* Operations that their dialect would reject print in generic form, and read back. */
static void unfit_operations(void)
{
	static const char *const texts[] = {
		"%0 = \"arith.addi\"() : () -> i32\n",
		"%0:2 = \"foo.x\"() : () -> (i32, i64)\n%1 = \"arith.addi\"(%0#0, %0#1) : (i32, i64) -> i32\n",
		"%0 = \"arith.constant\"() : () -> i32\n",
		"%0 = \"arith.constant\"() <{value = 1 : i64}> : () -> i32\n",
		"%0 = \"arith.constant\"() <{value = @x}> : () -> i32\n",
		"%0 = \"foo.x\"() : () -> i32\n%1 = \"arith.cmpi\"(%0, %0) <{predicate = 99 : i64}> : (i32, i32) -> i1\n",
		"%0 = \"foo.x\"() : () -> i1\n\"scf.if\"(%0) ({\n}, {\n}) : (i1) -> ()\n",
		"%0 = \"foo.x\"() : () -> i1\n\"scf.if\"(%0) ({\n  \"foo.y\"() : () -> ()\n}, {\n}) : (i1) -> ()\n",
		"%0 = \"foo.x\"() : () -> i1\n\"scf.if\"(%0) ({\n  \"func.return\"() : () -> ()\n  \"scf.yield\"() : () -> ()\n}, {\n}) : (i1) -> ()\n",
		"\"func.func\"() ({\n}) : () -> ()\n",
		"\"func.func\"() <{function_type = i32, sym_name = \"f\"}> ({\n}) : () -> ()\n",
		"\"builtin.module\"() ({\n^bb0(%a: i32):\n  \"foo.x\"(%a) : (i32) -> ()\n}) : () -> ()\n\"foo.y\"() : () -> ()\n",
		"%0 = \"foo.i\"() : () -> index\n\"scf.parallel\"(%0, %0, %0) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({\n"
		"^bb0(%a: index):\n  \"foo.y\"() : () -> ()\n}) : (index, index, index) -> ()\n",
		"%0 = \"memref.alloca_scope\"() ({\n  \"foo.y\"() : () -> ()\n}) : () -> i32\n",
		"\"memref.global\"() <{sym_name = \"g\", type = i32}> : () -> ()\n",
		"\"memref.global\"() <{initial_value = dense<> : tensor<0xf32>, sym_name = \"g\", type = memref<2xf32>}> "
		": () -> ()\n",
		"\"memref.global\"() <{initial_value = \"a\", sym_name = \"g\", type = memref<2xf32>}> : () -> ()\n",
		("%0 = \"foo.x\"() : () -> memref<4xf32>\n%1 = \"memref.subview\"(%0) <{operandSegmentSizes = array<i32: "
		 "1, 0, 0, 0>}> : (memref<4xf32>) -> memref<4xf32>\n"),
	};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module = parse(context, texts[i], "source");
		if (CHECK(module != NULL)) {
			struct printed generic = print_form(module, false, false), pretty = print_form(module, true, false);
			struct mlirbc_module *again = parse(context, pretty.text, "what was printed");
			if (CHECK(again != NULL))
				compare(texts[i], again, false, false, generic.text);
			free(generic.text);
			free(pretty.text);
		}
		mlirbc_context_destroy(context);
	}
}

/* Operands that name an argument of the op's own region or a value defined there: the errors of mlir-opt 22, which does
 * not repeat undeclared names. */
static void operands_from_own_region(void)
{
	static const char inside[] = "operand is defined in a region of its own operation";
	static const struct {
		const char *text; /* from the second line on */
		const char *place, *message;
	} table[] = {
		{ "scf.for %i = %l to %i step %l { } return }", "2:20", "use of undeclared SSA value name '%i'" },
		{ "scf.for %i = %i to %l step %l { } return }", "2:14", "use of undeclared SSA value name '%i'" },
		{ "scf.for %i = %l to %l step %i { } return }", "2:28", "use of undeclared SSA value name '%i'" },
		{ "scf.for %i = %l to %k step %l { %k = arith.constant 1 : index } return }", "2:20",
			"use of undeclared SSA value name '%k'" },
		{ "%r = scf.for %i = %l to %l step %l iter_args(%a = %i) -> index { scf.yield %a : index } return }",
			"2:51", "use of undeclared SSA value name '%i'" },
		{ "%r = scf.for %i = %l to %l step %l iter_args(%a = %a) -> index { scf.yield %a : index } return }",
			"2:51", "use of undeclared SSA value name '%a'" },
		{ "%r = scf.for %i = %l to %l step %l iter_args(%i = %l) -> index { scf.yield %i : index } return }",
			"2:46", "region entry argument '%i' is already in use" },
		{ "scf.for %l = %l to %l step %l { } return }", "2:9", "region entry argument '%l' is already in use" },
		{ "scf.for %i = %l to %v step %l { \"a.b\"() { : () -> () } return }", "2:42",
			"expected attribute name" },
		{ "scf.for %i = %l to %v step %l { } {a = } return }", "2:20",
			"use of value '%v' expects different type than prior uses: 'index' vs 'f32'" },
		{ "scf.parallel (%i) = (%i) to (%l) step (%l) { } return }", "2:15",
			"region entry argument '%i' is already in use" },
		{ "scf.parallel (%i) = (%l) to (%l) step (%i) { } return }", "2:15",
			"region entry argument '%i' is already in use" },
		{ "scf.parallel (%i, %i) = (%l, %l) to (%l, %l) step (%l, %l) { } return }", "2:19",
			"region entry argument '%i' is already in use" },
		{ "%r = scf.parallel (%i) = (%l) to (%l) step (%l) init (%i) -> index { } return }", "2:55",
			"use of undeclared SSA value name '%i'" },
		{ "%r = scf.parallel (%i) = (%l) to (%l) step (%l) init (%v) -> index { } {a = } return }", "2:76",
			"expected attribute value" },
		{ "%r = scf.parallel (%i) = (%l) to (%l) step (%l) init (%l, %l) -> index { } return }", "2:6",
			"number of operands and types do not match: got 2 operands and 1 types" },
		{ "scf.reduce(%a : f32) { ^bb0(%a: f32, %b: f32): scf.reduce.return %a : f32 } return }", "2:12",
			"use of undeclared SSA value name '%a'" },
		{ "scf.reduce(%v, %v : f32) { ^bb0(%a: f32, %b: f32): scf.reduce.return %a : f32 } return }", "2:12",
			"number of operands and types do not match: got 2 operands and 1 types" },
		{ "scf.reduce( : f32) { ^bb0(%a: f32, %b: f32): scf.reduce.return %a : f32 } return }", "2:13",
			"number of operands and types do not match: got 0 operands and 1 types" },
		{ "scf.forall (%i) in (%i) { } return }", "2:13", "region entry argument '%i' is already in use" },
		{ "scf.forall (%i) = (%l) to (%l) step (%i) { } return }", "2:13",
			"region entry argument '%i' is already in use" },
		{ "%r = scf.forall (%i) in (%l) shared_outs(%o = %o) -> tensor<4xf32> { } return }", "2:42",
			"region entry argument '%o' is already in use" },
		{ "%r = scf.while (%a = %a) : (index) -> index { ", "2:17",
			"region entry argument '%a' is already in use" },
		{ "%r = scf.index_switch %l -> index case 1 { scf.yield %k : index } default { %k = arith.constant 1 : index"
		  " scf.yield %k : index } return }", "2:54", "operand is defined in another region of the switch" },
		{ "scf.index_switch %k case 1 { %k = arith.constant 1 : index scf.yield } default { } return }", "2:18",
			"use of undeclared SSA value name '%k'" },
		{ "%t = tensor.generate %k { ^bb0(%k: index): tensor.yield %l : index } : tensor<?xindex> return }",
			"2:22", "use of undeclared SSA value name '%k'" },
		{ "return }\nfunc.func @g(%a: i32, %a: i32) { return }", "3:23",
			"region entry argument '%a' is already in use" },
		/* mlir-opt reads these, and its verifier rejects them: "operation's operand is unlinked" */
		{ "scf.if %k { %k = arith.constant true } return }", "2:8", inside },
		{ "%r = scf.while (%a = %k) : (index) -> index { %k = arith.constant 1 : index\n"
		  "%c = arith.constant true scf.condition(%c) %a : index } do { ^bb0(%x: index): scf.yield %x : index "
		  "} return }",
			"2:22", inside },
		{ "scf.forall (%i) in (%k) { %k = arith.constant 1 : index } return }", "2:21", inside },
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char text[400], expected[200];
		snprintf(text, sizeof text, "func.func @f(%%l: index, %%v: f32) {\n%s", table[i].text);
		snprintf(expected, sizeof expected, "%s: %s", table[i].place, table[i].message);
		struct printed out = reprint(text, NULL, false);
		CHECK_STR(out.text, expected);
		free(out.text);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(arith), CHECK_CASE(cf), CHECK_CASE(func),
		CHECK_CASE(memref), CHECK_CASE(programs), CHECK_CASE(random_programs), CHECK_CASE(scf),
		CHECK_CASE(shape), CHECK_CASE(tensor), CHECK_CASE(unfit_operations),
		CHECK_CASE(operands_from_own_region) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
