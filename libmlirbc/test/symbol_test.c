/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Renaming symbols, their users; walks with filters, users of values; attributes with an explanation; modules in memory that are
 * checked, or written without unreferenced entries. */
#include "sizes.h"
#include "text.h"

static struct mlirbc_module *parse(struct mlirbc_context *c, const char *text)
{
	struct mlirbc_module *module = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (mlirbc_parse(c, text, strlen(text), NULL, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%u:%u: %s", diag.line, diag.column, diag.message);
	return module;
}

static struct mlirbc_string text_of(const char *text) { return (struct mlirbc_string){ text, strlen(text) }; }

static struct mlirbc_op *symbol(const struct mlirbc_module *module, const char *name)
{
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(module->body->first, op)) != NULL;) {
		struct mlirbc_string found;
		if (mlirbc_op_symbol(op, &found) && found.size == strlen(name) && memcmp(found.data, name, found.size) == 0)
			return op;
	}
	return NULL;
}

static void check_text(int line, const struct mlirbc_module *module, const char *expected)
{
	struct printed out = print_module(module, false);
	if (!out.text || strcmp(out.text, expected) != 0)
		check_report(__FILE__, line, "%s, expected %s", out.text, expected);
	free(out.text);
}

#define NESTED(OUTER, INNER, F)                                                                                        \
	"\"builtin.module\"() ({\n"                                                                                    \
	"  \"func.func\"() <{function_type = () -> (), sym_name = \"f\", sym_visibility = \"private\"}> ({\n"          \
	"  }) : () -> ()\n"                                                                                            \
	"  \"t.use\"() {a = @f, b = @" OUTER ", c = @" OUTER "::@" INNER ", d = @" OUTER "::@" INNER "::@" F           \
	", e = [@other::@" "inner::@f, #t.text<@" OUTER "::@" INNER "::@" F ", @f>]} : () -> ()\n"                     \
	"  \"builtin.module\"() <{sym_name = \"" OUTER "\"}> ({\n"                                                     \
	"    \"t.use\"() {a = @f, b = @a::@b::@f, c = @" INNER "::@" F "} : () -> ()\n"                \
	"    \"builtin.module\"() <{sym_name = \"" INNER "\"}> ({\n"                                                   \
	"      \"func.func\"() <{function_type = () -> (), sym_name = \"" F "\"}> ({\n"                                \
	"        \"func.call\"() <{callee = @" F "}> : () -> ()\n"                                                     \
	"        \"func.return\"() {t = #t.text<\"@f\", @" F ">} : () -> ()\n"                                         \
	"      }) : () -> ()\n"                                                                                        \
	"    }) : () -> ()\n"                                                                                          \
	"  }) : () -> ()\n"                                                                                            \
	"}) : () -> ()\n"

static void symbols_are_renamed(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, NESTED("outer", "inner", "f"));
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	CHECK_OR_RETURN(module != NULL);
	struct mlirbc_op *inner = symbol(module, "inner"), *f = mlirbc_op_regions(inner)[0].first->first;
	CHECK_INT(mlirbc_symbol_rename(f, text_of("g"), NULL), MLIRBC_OK);
	check_text(__LINE__, module, NESTED("outer", "inner", "g"));
	CHECK_INT(mlirbc_symbol_rename(inner, text_of("in"), NULL), MLIRBC_OK);
	check_text(__LINE__, module, NESTED("outer", "in", "g"));
	CHECK_INT(mlirbc_symbol_rename(symbol(module, "outer"), text_of("out er"), NULL), MLIRBC_OK);
	CHECK(symbol(module, "out er") != NULL);
	CHECK_INT(mlirbc_symbol_rename(symbol(module, "out er"), text_of("outer"), NULL), MLIRBC_OK);
	check_text(__LINE__, module, NESTED("outer", "in", "g"));
	CHECK_INT(mlirbc_symbol_rename(f, text_of("g"), NULL), MLIRBC_OK); /* its own name */
	/* refusals */
	CHECK_INT(mlirbc_symbol_rename(symbol(module, "f"), text_of("outer"), &diag), MLIRBC_E_ARG);
	CHECK_STR(diag.message, "there is another symbol @outer");
	diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_symbol_rename(f, text_of(""), &diag), MLIRBC_E_ARG);
	CHECK_STR(diag.message, "the new name of a symbol is empty");
	diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_symbol_rename(mlirbc_op_regions(f)[0].first->first, text_of("x"), &diag), MLIRBC_E_ARG);
	CHECK_STR(diag.message, "the op is not a symbol: it has no sym_name");
	const struct mlirbc_op_spec spec = { .name = "t.x", .name_size = 3 };
	struct mlirbc_op *detached = mlirbc_op_create(c, &spec, NULL);
	diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_symbol_rename(detached, text_of("x"), &diag), MLIRBC_E_ARG);
	CHECK_STR(diag.message, "the symbol is in no module");
	check_text(__LINE__, module, NESTED("outer", "in", "g"));
	/* a type mentions it: nothing changes */
	static const char typed[] = "\"builtin.module\"() ({\n  \"t.s\"() {sym_name = \"s\"} : () -> ()\n"
				    "  \"t.use\"() {a = @s} : () -> ()\n  %0 = \"t.v\"() : () -> !t.struct<@s>\n}) : () -> ()\n";
	module = parse(c, typed);
	diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_symbol_rename(symbol(module, "s"), text_of("n"), &diag), MLIRBC_E_UNSUPPORTED);
	CHECK_STR(diag.message, "@s would have to be renamed in a type or in an opaque attribute");
	check_text(__LINE__, module, typed);
	mlirbc_context_destroy(c);
}

static void users_of_symbols(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL), *other = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, NESTED("outer", "inner", "g")), *foreign = parse(other, "\"t.x\"() : () -> ()");
	struct mlirbc_op *user = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	static const struct {
		const char *symbol, *users[4];
	} cases[] = { { "f", { "t.use" } }, { "g", { "t.use", "t.use", "func.call", "func.return" } }, { "inner", { "t.use", "t.use" } },
		{ "outer", { "t.use" } } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		unsigned count = 0;
		user = NULL;
		while (mlirbc_symbol_next_user(symbol(module, cases[i].symbol), user, &user, NULL) == MLIRBC_OK && user) {
			if (CHECK(count < 4 && cases[i].users[count]))
				CHECK(mlirbc_op_is(user, cases[i].users[count]));
			count++;
		}
		CHECK(count == 4 || !cases[i].users[count]);
	}
	/* of another module's op, and of an op that is no symbol */
	CHECK_INT(mlirbc_symbol_next_user(symbol(module, "f"), foreign->body->first, &user, &diag), MLIRBC_E_ARG);
	CHECK_STR(diag.message, "the op to continue after is in another module");
	CHECK_INT(mlirbc_symbol_next_user(module->body->first, NULL, &user, NULL), MLIRBC_E_ARG);
	CHECK(!user);
	module = parse(c, "\"t.s\"() {sym_name = \"s\"} : () -> ()\n%0 = \"t.v\"() : () -> !t.struct<@s>\n");
	CHECK_INT(mlirbc_symbol_next_user(symbol(module, "s"), NULL, &user, NULL), MLIRBC_OK);
	CHECK(user && mlirbc_op_is(user, "t.v"));
	mlirbc_context_destroy(c);
	mlirbc_context_destroy(other);
}

static bool has_regions(void *ctx, const struct mlirbc_op *op)
{
	++*(int *)ctx;
	return op->region_count != 0;
}

/* The names that a filter selects, with a space behind each. */
static const char *selected(struct mlirbc_op *root, struct mlirbc_op_filter filter)
{
	static char text[300];
	*text = '\0';
	filter.size = sizeof filter;
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_match(root, op, &filter)) != NULL;)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%.*s ", (int)op->name->size, op->name->data);
	return text;
}
#define SELECTED(root, ...) selected((root), (struct mlirbc_op_filter){ __VA_ARGS__ })

static void walks_with_filters(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, "\"t.a\"() ({\n  \"t.b\"() ({\n    \"u.c\"() {x} : () -> ()\n  }) {x} : () -> ()\n"
						"}) {x} : () -> ()\n\"u.c\"() : () -> ()\n\"t.ab\"() : () -> ()\n");
	struct mlirbc_op *root = module->body->first;
	int asked = 0;
	CHECK_STR(SELECTED(root, .size = 0), "builtin.module t.a t.b u.c u.c t.ab ");
	CHECK_STR(SELECTED(root, .name = "u.c"), "u.c u.c ");
	CHECK_STR(SELECTED(root, .name = "t.*"), "t.a t.b t.ab ");
	CHECK_STR(SELECTED(root, .name = "t.a"), "t.a ");
	CHECK_STR(SELECTED(root, .name = "t*"), "");
	CHECK_STR(SELECTED(root, .attr = "x"), "t.a t.b u.c ");
	CHECK_STR(SELECTED(root, .attr = "x", .skip_inside = true), "t.a ");
	CHECK_STR(SELECTED(root, .name = "t.*", .skip_inside = true), "t.a t.ab ");
	CHECK_STR(SELECTED(root, .max_depth = 1), "builtin.module t.a u.c t.ab ");
	CHECK_STR(SELECTED(root, .max_depth = 2, .post_order = true), "t.b t.a u.c t.ab builtin.module ");
	CHECK_STR(SELECTED(root, .post_order = true, .name = "t.*"), "t.b t.a t.ab ");
	CHECK_STR(SELECTED(root, .name = "t.*", .accept = has_regions, .ctx = &asked), "t.a t.b ");
	CHECK_INT(asked, 3);
	CHECK_STR(SELECTED(symbol(module, "none") ? root : root->parent->first, .name = "none"), "");
	struct mlirbc_op_filter filter = { .name = "t.a" };
	SIZES_REFUSED(struct mlirbc_op_filter, filter.size, !mlirbc_op_next_match(root, NULL, &filter));
	CHECK(mlirbc_op_next_match(root, NULL, &filter) != NULL && !mlirbc_op_next_match(root, NULL, NULL));
	mlirbc_context_destroy(c);
}

static void users_of_values(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, "%a, %b = \"t.d\"() : () -> (i1, i1)\n\"t.x\"(%a, %a) : (i1, i1) -> ()\n"
						"\"t.y\"(%a) : (i1) -> ()\n\"t.z\"(%a, %b, %a) : (i1, i1, i1) -> ()\n");
	struct mlirbc_op *d = mlirbc_op_regions(module->body->first)->first->first, *user = NULL;
	const struct mlirbc_value *a = mlirbc_op_results(d);
	static const char *const expected[] = { "t.z", "t.y", "t.x" }; /* the last use first, as in MLIR */
	CHECK_INT(mlirbc_value_use_count(a), 5);
	CHECK_INT(mlirbc_value_use_count(a + 1), 1);
	for (unsigned i = 0; i < 3; i++) {
		user = mlirbc_value_next_user(a, user);
		CHECK(user && mlirbc_op_is(user, expected[i]));
	}
	CHECK(!mlirbc_value_next_user(a, user) && !mlirbc_value_next_user(a, d));
	CHECK(mlirbc_value_next_user(a + 1, NULL) && !mlirbc_value_next_user(a + 1, mlirbc_value_next_user(a + 1, NULL)));
	mlirbc_context_destroy(c);
}

static void attributes_with_explanations(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, "func.func private @f()\n");
	struct mlirbc_op *f = symbol(module, "f");
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_op_change_attr(f, "x.y", mlirbc_attr_unit(c), &diag), MLIRBC_OK);
	CHECK(mlirbc_op_attr(f, "x.y") != NULL && diag.status == MLIRBC_OK);
	CHECK_INT(mlirbc_op_change_attr(f, "x.y", NULL, &diag), MLIRBC_OK);
	CHECK_INT(mlirbc_op_change_attr(f, "x.y", NULL, &diag), MLIRBC_E_NOT_FOUND);
	CHECK_STR(diag.message, "\"func.func\": attribute x.y: the op does not have it");
	diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_op_change_attr(f, "", mlirbc_attr_unit(c), &diag), MLIRBC_E_ARG);
	CHECK_STR(diag.message, "\"func.func\": attribute : the name is empty");
	mlirbc_context_destroy(c);
}

static void modules_are_checked_and_compacted(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_builder b;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const char *rule = "x";
	CHECK_INT(mlirbc_builder_init(&b, c), MLIRBC_OK);
	const struct mlirbc_type *i32 = mlirbc_type_integer(c, 32, MLIRBC_SIGNLESS);
	struct mlirbc_block *entry = mlirbc_builder_function(&b, "f", mlirbc_type_function(c, &i32, 1, &i32, 1));
	struct mlirbc_value *sum = MLIRBC_VALUE(&b, "arith.addi", MLIRBC_OPERANDS(&entry->arguments[0], &entry->arguments[0]),
		MLIRBC_RESULTS(i32), MLIRBC_ATTRS({ "overflowFlags", mlirbc_attr_integer(c, i32, 0) }));
	struct mlirbc_op *end = MLIRBC_OP(&b, "func.return", MLIRBC_OPERANDS(sum));
	CHECK_INT(mlirbc_module_verify(b.module, NULL, &rule, NULL), MLIRBC_OK);
	CHECK(!rule);
	CHECK_INT(mlirbc_op_insert_at_start(end, entry), MLIRBC_OK); /* uses the sum before it is defined */
	CHECK_INT(mlirbc_module_verify(b.module, NULL, &rule, &diag), MLIRBC_E_CORRUPT);
	CHECK(rule && diag.message[0]);
	CHECK_INT(mlirbc_op_insert_at_end(end, entry), MLIRBC_OK);
	struct mlirbc_op *constant = MLIRBC_OP(&b, "arith.constant", .results = &i32, .result_count = 1);
	diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_module_verify(b.module, NULL, NULL, &diag), MLIRBC_E_UNSUPPORTED);
	CHECK(strstr(diag.message, "\"arith.constant\": it lacks the property value") != NULL);
	CHECK_INT(mlirbc_op_erase(constant), MLIRBC_OK);
	struct mlirbc_verify_options options = { 0 };
	SIZES_REFUSED(struct mlirbc_verify_options, options.size, mlirbc_module_verify(b.module, &options, NULL, NULL) == MLIRBC_E_ARG);
	/* a loaded module whose op is erased */
	struct printed whole = write_module(b.module, NULL), small = { 0 }, kept = { 0 };
	struct mlirbc_module *loaded = load_written(c, &whole);
	CHECK_OR_RETURN(loaded != NULL);
	struct mlirbc_op *add = symbol(loaded, "f") ? mlirbc_op_regions(symbol(loaded, "f"))->first->first : NULL;
	mlirbc_value_replace(mlirbc_op_results(add), mlirbc_op_parent(add) ? mlirbc_op_regions(mlirbc_op_parent(add))->first->arguments : NULL);
	CHECK_INT(mlirbc_op_erase(add), MLIRBC_OK);
	struct mlirbc_compact_report report = { .size = sizeof report };
	CHECK_INT(mlirbc_write(loaded, NULL, printed_append, &kept, NULL), MLIRBC_OK);
	CHECK_INT(mlirbc_write_compacted(loaded, NULL, NULL, printed_append, &small, &report, NULL), MLIRBC_OK);
	CHECK(small.size < kept.size && report.op_names == 1);
	struct mlirbc_module *again = load_written(c, &small);
	struct printed x = print_module(loaded, false), y = print_module(again, false);
	CHECK_STR(x.text, y.text);
	struct mlirbc_compact_options wrong = { 0 };
	CHECK_INT(mlirbc_write_compacted(loaded, NULL, &wrong, printed_append, &small, NULL, NULL), MLIRBC_E_ARG);
	mlirbc_context_destroy(c);
	struct printed *all[] = { &whole, &small, &kept, &x, &y };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		free(all[i]->text);
}

static void every_allocation_may_fail(void)
{
	enum mlirbc_status status = MLIRBC_E_NOMEM;
	size_t failures = 0;
	for (; status != MLIRBC_OK; failures++) {
		struct counting counting = { .fail_at = SIZE_MAX };
		const struct mlirbc_allocator allocator = COUNTING_ALLOCATOR(&counting);
		struct mlirbc_context *c = mlirbc_context_create(&allocator);
		struct mlirbc_module *module = parse(c, NESTED("outer", "inner", "f"));
		struct mlirbc_op *inner = symbol(module, "inner"), *user = NULL;
		struct printed out = { 0 };
		counting.fail_at = counting.requests + failures;
		status = mlirbc_symbol_rename(inner, text_of("another_name"), NULL);
		if (status == MLIRBC_OK)
			status = mlirbc_symbol_next_user(inner, NULL, &user, NULL);
		if (status == MLIRBC_OK)
			status = mlirbc_module_verify(module, NULL, NULL, NULL);
		if (status == MLIRBC_OK)
			status = mlirbc_write_compacted(module, NULL, NULL, printed_append, &out, NULL, NULL);
		CHECK(status == MLIRBC_OK || (status == MLIRBC_E_NOMEM && out.size == 0));
		mlirbc_context_destroy(c);
		CHECK_INT(counting.live, 0);
		free(out.text);
		CHECK_OR_RETURN(failures < 1000);
	}
	CHECK(failures > 5);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(symbols_are_renamed), CHECK_CASE(users_of_symbols),
		CHECK_CASE(walks_with_filters), CHECK_CASE(users_of_values), CHECK_CASE(attributes_with_explanations),
		CHECK_CASE(modules_are_checked_and_compacted), CHECK_CASE(every_allocation_may_fail) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
