/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cloning ops and regions. */
#include "text.h"

static struct mlirbc_module *parse(struct mlirbc_context *c, const char *text)
{
	struct mlirbc_module *module = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (mlirbc_parse(c, text, strlen(text), NULL, &module, &diag) != MLIRBC_OK)
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

static struct printed print_op(const struct mlirbc_op *op)
{
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = true, .value_users = true };
	struct printed out = { 0 };
	CHECK_INT(mlirbc_print_op(op, &options, printed_append, &out), MLIRBC_OK);
	printed_append(&out, "", 0);
	return out;
}

static bool alike(const struct mlirbc_op *a, const struct mlirbc_op *b)
{
	struct printed x = print_op(a), y = print_op(b);
	bool same = CHECK_STR(y.text, x.text);
	free(x.text);
	free(y.text);
	return same;
}

/* Everything an op can have: properties, attributes, locations, successors, arguments, nested regions, values used before
 * their definition. */
static const char whole[] =
	"\"func.func\"() <{function_type = (i32) -> i32, sym_name = \"f\"}> ({\n"
	"^bb0(%x: i32 loc(\"x\")):\n"
	"  %a:2 = \"t.a\"(%x, %x) <{k = 1 : i32}> {t.b = [2]} : (i32, i32) -> (i32, i32) loc(\"a.mlir\":3:4)\n"
	"  \"cf.cond_br\"(%c, %a#1, %a#0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i32, i32) "
	"-> "
	"()\n"
	"^bb1(%y: i32):\n"
	"  \"t.loop\"(%y) ({\n"
	"  ^bb0(%i: i32, %j: f32 loc(\"j\")):\n"
	"    \"t.in\"(%i, %y, %a#1, %i)[^bb1] : (i32, i32, i32, i32) -> ()\n"
	"  ^bb1:\n"
	"    \"t.in\"(%x, %i)[^bb1] : (i32, i32) -> ()\n"
	"  }, {\n"
	"  }) : (i32) -> ()\n"
	"  \"cf.br\"(%y)[^bb2] : (i32) -> ()\n"
	"^bb2(%z: i32):\n"
	"  %c = \"t.late\"() : () -> i1\n"
	"  \"func.return\"(%z) : (i32) -> () loc(callsite(\"p\" at \"q\"))\n"
	"}) : () -> () loc(\"f\")\n";

static void everything_is_cloned(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, whole);
	struct mlirbc_op *function = find(module, "func.func"), *copy = NULL;
	struct printed before = print_op(module->body->first);
	CHECK_INT(mlirbc_op_clone(function, NULL, &copy, NULL), MLIRBC_OK);
	CHECK_OR_RETURN(copy && copy != function && copy->parent == NULL && !copy->isolated == !function->isolated);
	alike(function, copy);
	struct printed after = print_op(module->body->first);
	CHECK_STR(after.text, before.text);
	struct mlirbc_op *theirs = NULL, *mine = NULL; /* nothing of the original is used in the clone */
	while ((theirs = mlirbc_op_next_pre(copy, theirs)) != NULL) {
		for (uint32_t i = 0; i < theirs->operand_count; i++) {
			const struct mlirbc_value *value = mlirbc_op_operands(theirs)[i].value;
			const struct mlirbc_op *up = value->is_argument ? mlirbc_value_block(value)->parent->parent
									: mlirbc_value_op(value);
			while (up && up != copy)
				up = mlirbc_op_parent(up);
			CHECK(up == copy);
		}
		mine = mlirbc_op_next_pre(function, mine);
		CHECK(mine && mine != theirs && mine->name == theirs->name);
		CHECK(mlirbc_op_properties(mine) == mlirbc_op_properties(theirs));
	}
	CHECK_INT(mlirbc_op_insert_after(copy, function), MLIRBC_OK);
	CHECK_INT(mlirbc_op_set_attr(copy, "sym_name", mlirbc_attr_string(c, "g", 1)), MLIRBC_OK);
	CHECK_INT(mlirbc_op_erase(function), MLIRBC_OK);
	struct printed bytes = write_module(module, NULL);
	CHECK(bytes.size > 0);
	free(before.text);
	free(after.text);
	mlirbc_context_destroy(c);
	free(bytes.text);
}

/* Use lists that are not in the order of the text, inside and outside of the cloned op. */
static void orders_of_uses_are_kept(void)
{
	static const char text[] = "%o = \"t.o\"() : () -> i32\n"
				   "\"t.f\"() ({\n"
				   "^bb0(%x: i32):\n"
				   "  \"t.a\"(%x, %o) : (i32, i32) -> ()\n"
				   "  \"t.b\"(%x, %o) : (i32, i32) -> ()\n"
				   "  \"t.c\"(%x, %o) : (i32, i32) -> ()\n"
				   "}) : () -> ()\n";
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, text);
	struct mlirbc_op *f = find(module, "t.f"), *b = find(module, "t.b"), *copy = NULL;
	struct mlirbc_value *x = mlirbc_op_regions(f)->first->arguments, *o = mlirbc_op_results(find(module, "t.o"));
	mlirbc_operand_set(&mlirbc_op_operands(b)[0], x); /* to the front: b, c, a */
	CHECK_INT(mlirbc_op_clone(f, NULL, &copy, NULL), MLIRBC_OK);
	CHECK_OR_RETURN(copy);
	const struct mlirbc_operand *theirs = mlirbc_op_regions(copy)->first->arguments->first_use;
	for (const struct mlirbc_operand *use = x->first_use; use; use = mlirbc_operand_next(use)) {
		CHECK_OR_RETURN(theirs);
		CHECK(mlirbc_operand_owner(theirs)->name == mlirbc_operand_owner(use)->name);
		theirs = mlirbc_operand_next(theirs);
	}
	CHECK(!theirs);
	char order[10] = "";
	for (const struct mlirbc_operand *use = o->first_use; use; use = mlirbc_operand_next(use))
		strncat(order, mlirbc_operand_owner(use)->name->data + 2, 1);
	CHECK_STR(order, "cbacba");
	CHECK(mlirbc_operand_owner(o->first_use)->parent == mlirbc_op_regions(copy)->first);
	mlirbc_context_destroy(c);
}

static void mappings_replace_values(void)
{
	static const char text[] = "%0 = \"t.x\"() : () -> i32\n"
				   "%1 = \"t.y\"() : () -> i32\n"
				   "%2 = \"t.a\"(%0) : (i32) -> i32\n"
				   "\"t.b\"(%2, %0) : (i32, i32) -> ()\n";
	struct mlirbc_context *c = mlirbc_context_create(NULL), *other = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, text), *foreign = parse(other, text);
	struct mlirbc_ir_mapping *map = mlirbc_ir_mapping_create(c);
	struct mlirbc_value *x = mlirbc_op_results(find(module, "t.x")), *y = mlirbc_op_results(find(module, "t.y")),
			    *strange = mlirbc_op_results(find(foreign, "t.x"));
	struct mlirbc_op *a = find(module, "t.a"), *b = find(module, "t.b"), *made_a, *made_b;
	CHECK_INT(mlirbc_ir_mapping_set_value(map, x, strange), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_ir_mapping_set_value(map, strange, x), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_ir_mapping_set_value(map, x, NULL), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_ir_mapping_set_block(map, a->parent, find(foreign, "t.a")->parent), MLIRBC_E_ARG);
	CHECK(!mlirbc_ir_mapping_value(map, x) && !mlirbc_ir_mapping_block(map, a->parent));
	CHECK_INT(mlirbc_ir_mapping_set_value(map, x, x), MLIRBC_OK);
	CHECK_INT(mlirbc_ir_mapping_set_value(map, x, y), MLIRBC_OK);
	CHECK(mlirbc_ir_mapping_value(map, x) == y);
	CHECK_INT(mlirbc_op_clone(a, map, &made_a, NULL), MLIRBC_OK);
	CHECK_INT(mlirbc_op_clone(b, map, &made_b, NULL), MLIRBC_OK);
	CHECK(mlirbc_op_operands(made_a)->value == y);
	CHECK(mlirbc_op_operands(made_b)[0].value == mlirbc_op_results(made_a) &&
		mlirbc_op_operands(made_b)[1].value == y);
	CHECK(mlirbc_ir_mapping_value(map, mlirbc_op_results(a)) == mlirbc_op_results(made_a));
	CHECK_INT(mlirbc_op_clone(b, NULL, &made_b, NULL), MLIRBC_OK);
	CHECK(mlirbc_op_operands(made_b)[0].value == mlirbc_op_results(a) && mlirbc_op_operands(made_b)[1].value == x);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	CHECK_INT(mlirbc_op_clone(find(foreign, "t.a"), map, &made_a, &diag), MLIRBC_E_ARG);
	CHECK(!made_a && strstr(diag.message, "another context"));
	mlirbc_ir_mapping_destroy(map);
	mlirbc_ir_mapping_destroy(NULL);
	mlirbc_context_destroy(c);
	mlirbc_context_destroy(other);
}

/* A body is inlined: its argument becomes a value of the caller. */
static void regions_are_cloned(void)
{
	static const char text[] = "%0 = \"t.x\"() : () -> i32\n"
				   "\"t.from\"() ({\n"
				   "^bb0(%a: i32, %b: i32):\n"
				   "  \"t.u\"(%b, %a)[^bb1] : (i32, i32) -> ()\n"
				   "^bb1:\n"
				   "  \"t.v\"()[^bb1] : () -> ()\n"
				   "}) : () -> ()\n"
				   "\"t.into\"() ({\n"
				   "  \"t.w\"() : () -> ()\n"
				   "}) : () -> ()\n";
	struct mlirbc_context *c = mlirbc_context_create(NULL), *other = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, text), *foreign = parse(other, text);
	struct mlirbc_region *from = mlirbc_op_regions(find(module, "t.from")),
			     *into = mlirbc_op_regions(find(module, "t.into"));
	struct mlirbc_value *x = mlirbc_op_results(find(module, "t.x"));
	struct mlirbc_ir_mapping *map = mlirbc_ir_mapping_create(c);
	CHECK_INT(mlirbc_ir_mapping_set_value(map, &from->first->arguments[0], x), MLIRBC_OK);
	CHECK_INT(mlirbc_region_clone(from, into, map, NULL), MLIRBC_OK);
	CHECK_OR_RETURN(CHECK_INT(into->block_count, 3));
	struct mlirbc_block *made = into->first->next;
	struct mlirbc_op *u = made->first;
	CHECK(made->parent == into && made->number == 1 && made->next == into->last);
	CHECK(made->argument_count == 1 && made->arguments->index == 0);
	CHECK(mlirbc_op_operands(u)[0].value == made->arguments && mlirbc_op_operands(u)[1].value == x);
	CHECK(mlirbc_op_successors(u)[0] == into->last && mlirbc_op_successors(into->last->first)[0] == into->last);
	CHECK(mlirbc_ir_mapping_block(map, from->last) == into->last);
	mlirbc_ir_mapping_destroy(map);
	CHECK_INT(mlirbc_region_clone(from, from, NULL, NULL), MLIRBC_OK);
	CHECK(from->block_count == 4 && from->first->next->next->argument_count == 2);
	CHECK(mlirbc_op_successors(from->last->first)[0] == from->last);
	CHECK_INT(mlirbc_region_clone(mlirbc_op_regions(find(foreign, "t.from")), into, NULL, NULL), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_region_clone(mlirbc_op_regions(module->body->first), into, NULL, NULL), MLIRBC_OK);
	CHECK_INT(into->block_count, 4); /* a copy of the module's body, inside it */
	mlirbc_context_destroy(c);
	mlirbc_context_destroy(other);
}

/* Nested far deeper than a stack would hold. */
static void depth_takes_no_stack(void)
{
	enum { DEPTH = 200000 };
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(c, "");
	struct mlirbc_block *block = mlirbc_op_regions(module->body->first)->first;
	struct mlirbc_op_spec spec = { .name = "t.a", .name_size = 3, .region_count = 1 };
	for (int i = 0; i < DEPTH; i++)
		block = mlirbc_block_create(c, mlirbc_op_regions(mlirbc_op_create(c, &spec, block)), NULL, NULL, 0);
	struct mlirbc_op *copy = NULL;
	CHECK_INT(mlirbc_op_clone(module->body->first, NULL, &copy, NULL), MLIRBC_OK);
	int depth = 0;
	for (struct mlirbc_op *op = NULL; copy && (op = mlirbc_op_next_pre(copy, op)) != NULL;)
		depth++;
	CHECK_INT(depth, DEPTH + 1);
	CHECK_INT(mlirbc_op_erase(copy), MLIRBC_OK);
	mlirbc_context_destroy(c);
}

static void memory_may_be_short(void)
{
	for (size_t limit = 0;; limit += 1500) {
		struct counting counting = { .fail_at = SIZE_MAX };
		struct mlirbc_allocator allocator = COUNTING_ALLOCATOR(&counting);
		struct mlirbc_context *c = mlirbc_context_create(&allocator);
		struct mlirbc_module *module = parse(c, whole);
		struct mlirbc_op *function = find(module, "func.func"), *copy = NULL;
		struct mlirbc_region *region = mlirbc_op_regions(function);
		struct mlirbc_ir_mapping *map = mlirbc_ir_mapping_create(c);
		struct printed before = print_op(module->body->first);
		enum mlirbc_status status = MLIRBC_OK;
		size_t copies = 0;
		mlirbc_context_limit(c, mlirbc_context_bytes(c) + limit);
		while (status == MLIRBC_OK && copies < 8) {
			uint32_t blocks = region->block_count;
			bool whole_op = copies % 2;
			status = whole_op ? mlirbc_op_clone(function, map, &copy, NULL)
					  : mlirbc_region_clone(region, region, NULL, NULL);
			CHECK(!whole_op || (status == MLIRBC_OK) == (copy != NULL));
			CHECK_INT(region->block_count, status == MLIRBC_OK && !whole_op ? 2 * blocks : blocks);
			copies += status == MLIRBC_OK;
		}
		if (copies < 8)
			CHECK(status == MLIRBC_E_LIMIT);
		if (copies == 0) { /* nothing was changed */
			mlirbc_context_limit(c, 0);
			struct printed after = print_op(module->body->first);
			CHECK_STR(after.text, before.text);
			free(after.text);
		}
		mlirbc_ir_mapping_destroy(map);
		mlirbc_context_destroy(c);
		free(before.text);
		CHECK_INT(counting.live, 0);
		if (copies == 8)
			return;
	}
}

/* Regions that are still in the file are read when they are cloned. */
static void lazy_files_are_cloned(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct printed bytes = write_module(parse(c, whole), NULL);
	struct mlirbc_module *modules[2];
	struct mlirbc_op *copies[2] = { NULL, NULL };
	for (int lazy = 0; lazy < 2; lazy++) {
		struct mlirbc_load_options options = { .size = sizeof options, .lazy = lazy };
		CHECK_INT(mlirbc_load(c, bytes.text, bytes.size, &options, &modules[lazy], NULL), MLIRBC_OK);
		struct mlirbc_op *function = mlirbc_op_regions(modules[lazy]->body->first)->first->first;
		CHECK_INT(function->unread, lazy);
		if (lazy) {
			struct mlirbc_region *region = mlirbc_op_regions(function);
			CHECK_INT(
				mlirbc_region_clone(mlirbc_op_regions(copies[0]), region, NULL, NULL), MLIRBC_E_STATE);
			CHECK_INT(mlirbc_region_take(region, mlirbc_op_regions(copies[0])), MLIRBC_E_STATE);
			CHECK_INT(mlirbc_region_take(mlirbc_op_regions(copies[0]), region), MLIRBC_E_STATE);
		}
		CHECK_INT(mlirbc_op_clone(function, NULL, &copies[lazy], NULL), MLIRBC_OK);
		CHECK_OR_RETURN(copies[lazy] && !copies[lazy]->unread && !function->unread);
		alike(function, copies[lazy]);
		CHECK_INT(mlirbc_op_insert_after(copies[lazy], function), MLIRBC_OK);
	}
	alike(copies[0], copies[1]);
	struct printed eager = write_module(modules[0], NULL), lazy = write_module(modules[1], NULL);
	CHECK(printed_equal(&eager, &lazy) && eager.size > bytes.size);
	mlirbc_context_destroy(c);
	free(bytes.text);
	free(eager.text);
	free(lazy.text);
}

/* A region that turns out to be broken: nothing is made. */
static void broken_files_are_not_cloned(void)
{
	struct mlirbc_context *c = mlirbc_context_create(NULL);
	struct printed bytes = write_module(parse(c, whole), NULL);
	size_t failed = 0;
	for (size_t at = 5; at < bytes.size; at++) {
		struct mlirbc_load_options options = { .size = sizeof options, .lazy = true };
		struct mlirbc_context *own = mlirbc_context_create(NULL);
		struct mlirbc_module *module;
		char *damaged = malloc(bytes.size);
		if (!damaged)
			abort();
		memcpy(damaged, bytes.text, bytes.size);
		damaged[at] = (char)0x80;
		if (mlirbc_load(own, damaged, bytes.size, &options, &module, NULL) == MLIRBC_OK &&
			module->body->first) {
			struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
			struct mlirbc_op *root = module->body->first, *copy = NULL;
			enum mlirbc_status status = mlirbc_op_clone(root, NULL, &copy, &diag);
			CHECK((status == MLIRBC_OK) == (copy != NULL));
			CHECK(status == MLIRBC_OK || (diag.status == status && *diag.message));
			failed += status != MLIRBC_OK;
		}
		mlirbc_context_destroy(own);
		free(damaged);
	}
	CHECK(failed > 10);
	mlirbc_context_destroy(c);
	free(bytes.text);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(everything_is_cloned),
		CHECK_CASE(orders_of_uses_are_kept),
		CHECK_CASE(mappings_replace_values),
		CHECK_CASE(regions_are_cloned),
		CHECK_CASE(depth_takes_no_stack),
		CHECK_CASE(memory_may_be_short),
		CHECK_CASE(lazy_files_are_cloned),
		CHECK_CASE(broken_files_are_not_cloned),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
