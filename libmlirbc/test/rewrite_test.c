/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Changing IR: places of ops, erasing, attributes by name, the builder in a module that exists. */
#include "bytecode.h"
#include "text.h"

static struct mlirbc_module *parse(struct mlirbc_context *c, const char *text, const char *producer)
{
	struct mlirbc_parse_options options = { .size = sizeof options, .producer = producer };
	struct mlirbc_module *module = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (mlirbc_parse(c, text, strlen(text), &options, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%u:%u: %s", diag.line, diag.column, diag.message);
	return module;
}

static struct mlirbc_op *find(const struct mlirbc_module *module, const char *name)
{
	struct mlirbc_op *op = NULL;
	while ((op = mlirbc_op_next_pre(module->body->first, op)) != NULL && !mlirbc_op_is(op, name))
		;
	return op;
}

/* Names of the ops of a block, with a space after each. Checks the links in both directions. */
static const char *names(const struct mlirbc_block *block)
{
	static char text[200];
	const struct mlirbc_op *prev = NULL;
	*text = '\0';
	for (const struct mlirbc_op *op = block->first; op; prev = op, op = op->next) {
		CHECK(op->prev == prev && op->parent == block);
		snprintf(text + strlen(text), sizeof text - strlen(text), "%.*s ", (int)op->name->size, op->name->data);
	}
	CHECK(block->last == prev);
	return text;
}

static bool prints(const struct mlirbc_op *op, const char *expected)
{
	struct printed out = { 0 };
	CHECK_INT(mlirbc_print_op(op, NULL, printed_append, &out), MLIRBC_OK);
	bool same = CHECK_STR(out.text, expected);
	free(out.text);
	return same;
}

/* ---- places */

static void ops_are_inserted_and_moved(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c,
		"\"t.a\"() : () -> ()\n\"t.b\"() ({\n  \"t.c\"() : () -> ()\n}) : () -> ()\n\"t.d\"() : () -> ()\n",
		NULL);
	struct mlirbc_op *a = find(module, "t.a"), *b = find(module, "t.b"), *inner = find(module, "t.c"),
			 *d = find(module, "t.d");
	struct mlirbc_block *block = a->parent, *body = inner->parent;
	struct mlirbc_op_spec spec = { .name = "t.new", .name_size = 5 };
	struct mlirbc_op *made = mlirbc_op_create(c, &spec, NULL);
	CHECK_INT(mlirbc_op_insert_before(made, a), MLIRBC_OK);
	CHECK_STR(names(block), "t.new t.a t.b t.d ");
	CHECK_INT(mlirbc_op_insert_before(made, b), MLIRBC_OK);
	CHECK_STR(names(block), "t.a t.new t.b t.d ");
	CHECK_INT(mlirbc_op_insert_after(made, d), MLIRBC_OK);
	CHECK_STR(names(block), "t.a t.b t.d t.new ");
	CHECK_INT(mlirbc_op_insert_at_end(made, block), MLIRBC_OK);
	CHECK_STR(names(block), "t.a t.b t.d t.new ");
	CHECK_INT(mlirbc_op_insert_at_start(made, block), MLIRBC_OK);
	CHECK_INT(mlirbc_op_insert_at_start(made, block), MLIRBC_OK);
	CHECK_INT(mlirbc_op_insert_after(made, made), MLIRBC_OK);
	CHECK_INT(mlirbc_op_insert_before(made, made), MLIRBC_OK);
	CHECK_STR(names(block), "t.new t.a t.b t.d ");
	CHECK_INT(mlirbc_op_insert_after(made, a), MLIRBC_OK);
	CHECK_STR(names(block), "t.a t.new t.b t.d ");
	CHECK_INT(mlirbc_op_insert_at_start(d, body), MLIRBC_OK);
	CHECK_INT(mlirbc_op_insert_at_end(a, body), MLIRBC_OK);
	CHECK_STR(names(block), "t.new t.b ");
	CHECK_STR(names(body), "t.d t.c t.a ");
	CHECK(mlirbc_op_module(a) == module && mlirbc_op_parent(a) == b && mlirbc_op_parent(b) == module->body->first);
	mlirbc_op_remove(b);
	CHECK(mlirbc_op_module(a) == NULL && mlirbc_op_module(b) == NULL);
	mlirbc_context_destroy(c);
}

static void places_that_cannot_be_are_refused(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL), *other = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c,
				     "\"t.a\"() ({\n  \"t.b\"() ({\n  ^bb0:\n  }) : () -> ()\n}) : () -> ()\n", NULL),
			     *foreign = parse(other, "\"t.x\"() : () -> ()\n", NULL);
	struct mlirbc_op *a = find(module, "t.a"), *b = find(module, "t.b"), *x = find(foreign, "t.x");
	struct mlirbc_op_spec spec = { .name = "t.new", .name_size = 5 };
	struct mlirbc_op *detached = mlirbc_op_create(c, &spec, NULL);
	struct mlirbc_block *deep = mlirbc_op_regions(b)->first;
	CHECK_INT(mlirbc_op_insert_before(a, b), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_op_insert_after(a, b), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_op_insert_at_start(a, deep), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_op_insert_at_end(b, deep), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_op_insert_before(a, detached), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_op_insert_after(detached, detached), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_op_insert_before(a, x), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_op_insert_at_end(x, deep), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_op_insert_at_end(x, module->body), MLIRBC_E_ARG);
	CHECK(a->parent && b->parent && x->parent && !detached->parent && !deep->first);
	struct mlirbc_region *outer = mlirbc_op_regions(a), *inner = mlirbc_op_regions(b);
	CHECK_INT(mlirbc_region_take(inner, outer), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_region_take(outer, mlirbc_op_regions(foreign->body->first)), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_region_take(outer, outer), MLIRBC_OK);
	CHECK_INT(mlirbc_region_take(outer, inner), MLIRBC_OK);
	CHECK(outer->block_count == 2 && outer->last == deep && deep->number == 1 && deep->parent == outer);
	CHECK(inner->block_count == 0 && !inner->first && !inner->last);
	mlirbc_context_destroy(c);
	mlirbc_context_destroy(other);
}

/* ---- erasing */

static void used_ops_are_not_erased(void)
{
	static const char text[] = "%0:2 = \"t.a\"() : () -> (i32, i32)\n"
				   "%1 = \"t.b\"(%0#1, %0#1) : (i32, i32) -> i32\n"
				   "\"t.c\"(%1, %0#1) : (i32, i32) -> ()\n";
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, text, NULL);
	struct mlirbc_op *a = find(module, "t.a"), *b = find(module, "t.b"), *last = find(module, "t.c");
	CHECK_INT(mlirbc_op_erase(a), MLIRBC_E_STATE);
	CHECK_INT(mlirbc_op_erase(b), MLIRBC_E_STATE);
	CHECK_STR(names(a->parent), "t.a t.b t.c ");
	CHECK(mlirbc_op_operands(b)->value == &mlirbc_op_results(a)[1]);
	mlirbc_value_replace(mlirbc_op_results(b), mlirbc_op_results(a));
	CHECK_INT(mlirbc_op_erase(b), MLIRBC_OK);
	CHECK(mlirbc_op_operands(last)->value == mlirbc_op_results(a));
	CHECK(mlirbc_op_results(a)[1].first_use == &mlirbc_op_operands(last)[1]);
	CHECK(!mlirbc_operand_next(mlirbc_op_results(a)[1].first_use));
	CHECK_INT(mlirbc_op_erase(last), MLIRBC_OK);
	CHECK_INT(mlirbc_op_erase(a), MLIRBC_OK);
	CHECK(!module->body->first->next && !mlirbc_op_regions(module->body->first)->first->first);
	mlirbc_context_destroy(c);
}

static void ops_with_regions_are_erased(void)
{
	static const char text[] = "%0 = \"t.a\"() : () -> i32\n"
				   "%1 = \"t.b\"() ({\n"
				   "^bb0(%x: i32):\n"
				   "  %2 = \"t.in\"(%0, %x) ({\n"
				   "    \"t.deep\"(%x, %0, %1) : (i32, i32, i32) -> ()\n"
				   "  }) : (i32, i32) -> i32\n"
				   "  \"t.in\"(%2) : (i32) -> ()\n"
				   "}) : () -> i32\n"
				   "\"t.c\"() : () -> ()\n";
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	for (int way = 0; way < 3; way++) {
		struct mlirbc_module *module = parse(c, text, NULL);
		struct mlirbc_op *a = find(module, "t.a"), *b = find(module, "t.b"), *inner = find(module, "t.in");
		struct mlirbc_value *inside = way == 1 ? mlirbc_op_results(inner) : inner->parent->arguments;
		if (way) { /* a use from outside, as only broken IR has it */
			struct mlirbc_op_spec spec = {
				.name = "t.use", .name_size = 5, .operands = &inside, .operand_count = 1
			};
			struct mlirbc_op *use = mlirbc_op_create(c, &spec, a->parent);
			CHECK_INT(mlirbc_op_erase(b), MLIRBC_E_STATE);
			CHECK(b->parent && mlirbc_op_operands(inner)->value == mlirbc_op_results(a));
			CHECK_INT(mlirbc_op_erase(use), MLIRBC_OK);
		}
		CHECK_INT(mlirbc_op_erase(b), MLIRBC_OK);
		CHECK(mlirbc_op_results(a)->first_use == NULL);
		CHECK_INT(mlirbc_op_erase(a), MLIRBC_OK);
	}
	mlirbc_context_destroy(c);
}

/* Searching the list for each use would take 5,000,000,000 steps. */
static void values_with_many_uses_are_erased(void)
{
	static const char text[] = "%0 = \"t.a\"() : () -> i32\n"
				   "\"t.b\"() ({\n"
				   "^bb0(%x: i32):\n"
				   "  \"t.use\"(%0) : (i32) -> ()\n"
				   "}) : () -> ()\n";
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, text, NULL);
	struct mlirbc_op *a = find(module, "t.a"), *b = find(module, "t.b");
	struct mlirbc_block *block = mlirbc_op_regions(b)->first;
	struct mlirbc_op_spec spec = {
		.name = "t.use", .name_size = 5, .operands = &(struct mlirbc_value *){ block->arguments }, .operand_count = 1
	};
	for (int i = 0; i < 100000; i++)
		CHECK(mlirbc_op_create(c, &spec, block));
	CHECK_INT(mlirbc_op_erase(b), MLIRBC_OK);
	CHECK(!block->arguments->first_use && !mlirbc_op_results(a)->first_use);
	CHECK(!mlirbc_op_operands(block->last)->value);
	mlirbc_context_destroy(c);
}

/* ---- attributes */

static void attributes_find_their_place(void)
{
	static const char text[] = "%0 = \"arith.constant\"() <{value = 1 : i32}> {t.a = 1 : i32} : () -> i32\n"
				   "%1 = \"arith.addi\"(%0, %0) : (i32, i32) -> i32\n"
				   "\"t.b\"() <{x = 1 : i32}> {x = 2 : i32} : () -> ()\n"
				   "\"t.c\"() <7 : i8> : () -> ()\n";
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, text, NULL);
	struct mlirbc_op *constant = find(module, "arith.constant"), *b = find(module, "t.b"),
			 *odd = find(module, "t.c");
	const struct mlirbc_type *i32 = mlirbc_type_integer(c, 32, MLIRBC_SIGNLESS);
	const struct mlirbc_attr *nine = mlirbc_attr_integer(c, i32, 9);
	CHECK_INT(mlirbc_op_set_attr(constant, "value", nine), MLIRBC_OK);
	CHECK_INT(mlirbc_op_set_attr(constant, "t.a", nine), MLIRBC_OK);
	CHECK_INT(mlirbc_op_set_attr(constant, "first", nine), MLIRBC_OK);
	prints(constant, "%0 = \"arith.constant\"() <{value = 9 : i32}> {first = 9 : i32, t.a = 9 : i32} : () -> i32");
	CHECK(mlirbc_op_attr(constant, "value") == nine);
	CHECK_INT(mlirbc_op_remove_attr(constant, "first"), MLIRBC_OK);
	CHECK_INT(mlirbc_op_remove_attr(constant, "t.a"), MLIRBC_OK);
	CHECK_INT(mlirbc_op_remove_attr(constant, "t.a"), MLIRBC_E_NOT_FOUND);
	CHECK(mlirbc_op_attributes(constant) == NULL);
	CHECK_INT(mlirbc_op_remove_attr(constant, "value"), MLIRBC_OK);
	CHECK(mlirbc_op_properties(constant) == NULL && !mlirbc_op_has_attrs(constant));
	CHECK_INT(mlirbc_op_set_attr(constant, "value", nine), MLIRBC_OK);
	CHECK(mlirbc_op_properties(constant) && !mlirbc_op_attributes(constant));
	CHECK_INT(mlirbc_op_set_attr(b, "x", nine), MLIRBC_OK); /* the inherent one first, also to remove */
	prints(b, "\"t.b\"() <{x = 9 : i32}> {x = 2 : i32} : () -> ()");
	CHECK_INT(mlirbc_op_remove_attr(b, "x"), MLIRBC_OK);
	CHECK_INT(mlirbc_op_set_attr(b, "x", nine), MLIRBC_OK);
	prints(b, "\"t.b\"() {x = 9 : i32} : () -> ()");
	CHECK_INT(mlirbc_op_set_attr(odd, "y", nine), MLIRBC_OK);
	prints(odd, "\"t.c\"() <7 : i8> {y = 9 : i32} : () -> ()");
	CHECK_INT(mlirbc_op_set_attr(b, "", nine), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_op_set_attr(b, "x", NULL), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_op_remove_attr(b, ""), MLIRBC_E_ARG);
	mlirbc_context_destroy(c);
}

/* func.func has the property no_inline since LLVM 20. */
static void the_release_of_the_module_decides(void)
{
	static const char text[] =
		"\"func.func\"() <{function_type = () -> (), sym_name = \"f\", sym_visibility = \"private\"}> ({\n"
		"}) : () -> ()\n";
	static const struct {
		const char *producer;
		bool inherent;
	} cases[] = { { NULL, true }, { "MLIR22.1.8", true }, { "MLIR19.1.7", false }, { "mine", true } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mlirbc_context *c = mlirbc_context_create(NULL);
		struct mlirbc_module *module = parse(c, text, cases[i].producer);
		struct mlirbc_op *op = find(module, "func.func");
		CHECK_INT(mlirbc_op_set_attr(op, "no_inline", mlirbc_attr_unit(c)), MLIRBC_OK);
		CHECK_INT(mlirbc_op_attributes(op) == NULL, cases[i].inherent);
		struct mlirbc_builder builder;
		mlirbc_builder_init_module(&builder, module);
		struct mlirbc_op *made = MLIRBC_OP(&builder, "func.func",
			MLIRBC_ATTRS(
				{ "no_inline", mlirbc_attr_unit(c) }, { "sym_name", mlirbc_attr_string(c, "g", 1) }));
		CHECK_OR_RETURN(made);
		CHECK_INT(mlirbc_op_attributes(made) == NULL, cases[i].inherent);
		CHECK(mlirbc_dictionary_find(mlirbc_op_properties(made), "sym_name") != NULL);
		CHECK_INT(mlirbc_op_erase(made), MLIRBC_OK);
		if (i == 3) { /* how its release lays out properties is not known */
			mlirbc_context_destroy(c);
			continue;
		}
		struct printed bytes = write_module(module, NULL);
		CHECK(module->producer == NULL ||
			(bytes.size > 15 && memcmp(bytes.text + 5, cases[i].producer, 10) == 0));
		struct mlirbc_module *again = load_written(c, &bytes);
		CHECK(again && mlirbc_op_attr(find(again, "func.func"), "no_inline"));
		CHECK(again && !mlirbc_op_attributes(find(again, "func.func")) == cases[i].inherent);
		CHECK(again && mlirbc_op_set_attr(find(again, "func.func"), "no_inline", mlirbc_attr_bool(c, true)) ==
				       MLIRBC_OK);
		CHECK(again && !mlirbc_op_attributes(find(again, "func.func")) == cases[i].inherent);
		mlirbc_context_destroy(c);
		free(bytes.text);
	}
}

static struct loaded load_lazy(const struct file *f)
{
	struct loaded l = {
		.context = mlirbc_context_create(NULL), .diag = MLIRBC_DIAG_INIT, .input = malloc(f->out.size)
	};
	struct mlirbc_load_options options = { .size = sizeof options, .lazy = true };
	if (!l.context || !l.input)
		abort();
	memcpy(l.input, f->out.data, f->out.size);
	l.status = mlirbc_load(l.context, l.input, f->out.size, &options, &l.module, &l.diag);
	return l;
}

/* t.a whose dictionary is the attribute with this number; X is a unit attribute. */
static struct loaded load_op(unsigned dictionary)
{
	struct file f;
	struct bytes ops = { 0 };
	attr_start(&f);
	ATTR(&f, N(7));
	f.body[IR].size = 0;
	PUT(&ops, N(1), 0x01, N(0), N(dictionary));
	file_module(&f, 0, 1, &ops);
	free(ops.data);
	file_finish(&f);
	struct loaded l = load_lazy(&f);
	file_free(&f);
	CHECK_INT(l.status, MLIRBC_OK);
	return l;
}

static void broken_attributes_are_not_replaced(void)
{
	struct loaded l = load_op(X); /* a unit is not a dictionary */
	struct mlirbc_op *op = mlirbc_op_regions(l.module->body->first)->first->first;
	CHECK_INT(mlirbc_op_set_attr(op, "x", mlirbc_attr_unit(l.context)), MLIRBC_E_CORRUPT);
	CHECK_INT(mlirbc_op_remove_attr(op, "x"), MLIRBC_E_CORRUPT);
	CHECK_INT(mlirbc_file_op(l.module->file, op).attributes, X);
	loaded_free(&l);
	l = load_op(2);
	op = mlirbc_op_regions(l.module->body->first)->first->first;
	CHECK_INT(mlirbc_op_set_attr(op, "y", mlirbc_attr_unit(l.context)), MLIRBC_OK);
	CHECK(mlirbc_op_attr(op, "x") && mlirbc_op_attr(op, "y"));
	loaded_free(&l);
}

/* "mine.op" is registered, so its properties are bytes of unknown layout; or the op is func.func, whose properties
 * are truncated. */
static void unknown_properties_are_not_replaced(void)
{
	for (int broken = 0; broken < 2; broken++) {
		struct file f;
		struct bytes ops = { 0 };
		file_start(&f, 6);
		f.producer = "MLIR22.1.8";
		file_op(&f, file_dialect(&f, broken ? "func" : "mine"), broken ? "func" : "op", true);
		PUT(&ops, N(3), 0x40, N(0), N(0));
		file_module(&f, 0, 1, &ops);
		free(ops.data);
		PUT(&f.body[PROPERTIES], N(1), N(2), N(60), N(60));
		file_finish(&f);
		struct loaded l = load_lazy(&f);
		file_free(&f);
		CHECK_OR_RETURN(CHECK_INT(l.status, MLIRBC_OK));
		struct mlirbc_op *op = mlirbc_op_regions(l.module->body->first)->first->first;
		const struct mlirbc_attr *unit = mlirbc_attr_unit(l.context);
		enum mlirbc_status refused = broken ? MLIRBC_E_CORRUPT : MLIRBC_E_UNSUPPORTED;
		CHECK_INT(mlirbc_op_set_attr(op, "sym_name", unit), refused);
		CHECK_INT(mlirbc_op_remove_attr(op, "sym_name"), refused);
		CHECK_INT(mlirbc_op_set_attr(op, "t.x", unit), broken ? refused : MLIRBC_OK);
		CHECK_INT(mlirbc_file_op(l.module->file, op).properties, 0);
		loaded_free(&l);
	}
}

static void memory_may_be_short_for_attributes(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, "\"t.a\"() {x = 1 : i32} : () -> ()\n", NULL);
	struct mlirbc_op *op = find(module, "t.a");
	const struct mlirbc_attr *before = mlirbc_op_attributes(op), *unit = mlirbc_attr_unit(c);
	enum mlirbc_status status = MLIRBC_OK;
	char name[20];
	int count = 0;
	mlirbc_context_limit(c, mlirbc_context_bytes(c) + 100000);
	while (status == MLIRBC_OK && count < 100000) {
		before = mlirbc_op_attributes(op);
		snprintf(name, sizeof name, "t.%d", count++);
		status = mlirbc_op_set_attr(op, name, unit);
	}
	CHECK_INT(status, MLIRBC_E_LIMIT);
	CHECK(count > 20 && mlirbc_op_attributes(op) == before);
	mlirbc_context_limit(c, 0);
	CHECK_INT(mlirbc_op_set_attr(op, name, unit), MLIRBC_OK);
	CHECK_INT(mlirbc_op_attributes(op)->u.dictionary.count, count + 1);
	mlirbc_context_destroy(c);
}

/* ---- the builder */

static void ops_are_built_before_others(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL), *other = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, "%0 = \"t.a\"() : () -> i32\n\"t.z\"() : () -> ()\n", NULL),
			     *foreign = parse(other, "%0 = \"t.a\"() : () -> i32\n", NULL);
	struct mlirbc_builder builder;
	struct mlirbc_op *z = find(module, "t.z");
	struct mlirbc_value *a = mlirbc_op_results(find(module, "t.a"));
	mlirbc_builder_init_module(&builder, module);
	mlirbc_builder_enter_before(&builder, z);
	CHECK(MLIRBC_OP(&builder, "t.m", MLIRBC_OPERANDS(a)) && MLIRBC_OP(&builder, "t.n"));
	mlirbc_builder_enter(&builder, z->parent);
	CHECK(MLIRBC_OP(&builder, "t.end"));
	CHECK_STR(names(z->parent), "t.a t.m t.n t.z t.end ");
	CHECK(MLIRBC_OP(&builder, "t.no", MLIRBC_OPERANDS(mlirbc_op_results(find(foreign, "t.a")))) == NULL);
	CHECK_INT(builder.status, MLIRBC_E_ARG);
	CHECK_STR(builder.message, "op \"t.no\": operand 0 belongs to another context");
	mlirbc_builder_init_module(&builder, module);
	mlirbc_builder_enter_before(&builder, z);
	mlirbc_op_remove(z);
	CHECK(MLIRBC_OP(&builder, "t.no") == NULL && builder.status == MLIRBC_E_ARG);
	mlirbc_builder_init_module(&builder, module);
	mlirbc_builder_enter_before(&builder, z);
	CHECK_INT(builder.status, MLIRBC_E_ARG);
	mlirbc_context_destroy(c);
	mlirbc_context_destroy(other);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(ops_are_inserted_and_moved),
		CHECK_CASE(places_that_cannot_be_are_refused),
		CHECK_CASE(used_ops_are_not_erased),
		CHECK_CASE(ops_with_regions_are_erased),
		CHECK_CASE(values_with_many_uses_are_erased),
		CHECK_CASE(attributes_find_their_place),
		CHECK_CASE(the_release_of_the_module_decides),
		CHECK_CASE(broken_attributes_are_not_replaced),
		CHECK_CASE(unknown_properties_are_not_replaced),
		CHECK_CASE(memory_may_be_short_for_attributes),
		CHECK_CASE(ops_are_built_before_others),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
