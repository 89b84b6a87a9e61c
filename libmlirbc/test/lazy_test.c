/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reading a file little by little: regions and attributes that stay in the file, and what the file says beside the
 * IR. */
#include "bytecode.h"

static struct loaded load_lazy(const void *data, size_t size, bool lazy)
{
	struct loaded l = { .context = mlirbc_context_create(NULL), .diag = MLIRBC_DIAG_INIT, .input = malloc(size) };
	struct mlirbc_load_options options = { .size = sizeof options, .lazy = lazy, .lazy_attributes = lazy };
	if (!l.context || !l.input)
		abort();
	memcpy(l.input, data, size);
	l.status = mlirbc_load(l.context, l.input, size, &options, &l.module, &l.diag);
	return l;
}

static size_t count_ops(struct mlirbc_op *root)
{
	size_t count = 0;
	for (struct mlirbc_op *op = NULL; (op = mlirbc_walk_pre(root, op)) != NULL;)
		count++;
	return count;
}

static int discard(void *ctx, const char *text, size_t size)
{
	(void)ctx, (void)text, (void)size;
	return 0;
}

/* module { t.a { t.b } }, both isolated; the inner section is damaged when asked. */
static void two_levels(struct file *f, bool damaged)
{
	struct bytes ops = { 0 }, inner = { 0 };
	file_start(f, 6);
	unsigned b = file_op(f, 1, "b", false);
	PUT(&inner, N(1), N(1), N(1 << 1)); /* a block, a value, an op */
	PUT(&inner, N(b), damaged ? 0x80 : 0, N(0));
	PUT(&ops, N(1), 0x10, N(0), FLAG(1, 1), IR);
	put_number(&ops, inner.size);
	put_all(&ops, &inner);
	file_module(f, 0, 1, &ops);
	free(ops.data);
	free(inner.data);
	file_finish(f);
}

static void regions_are_read_later(void)
{
	struct file f;
	two_levels(&f, false);
	struct loaded l = load_lazy(f.out.data, f.out.size, true);
	if (CHECK_INT(l.status, MLIRBC_OK)) {
		struct mlirbc_op *root = l.module->body->first, *a = mlirbc_op_regions(root)->first->first;
		CHECK(!root->unread && a->unread && a->isolated && a->region_count == 1);
		CHECK(mlirbc_op_regions(a)->first == NULL && mlirbc_op_regions(a)->parent == a);
		CHECK_INT(count_ops(root), 2);
		CHECK_INT(mlirbc_op_load(a, &l.diag), MLIRBC_OK);
		CHECK(!a->unread);
		CHECK_INT(count_ops(root), 3);
		CHECK(mlirbc_op_is(mlirbc_op_regions(a)->first->first, "t.b"));
		CHECK_INT(mlirbc_op_load(a, &l.diag), MLIRBC_OK); /* nothing to do */
		CHECK_INT(count_ops(root), 3);
	}
	loaded_free(&l);
	file_free(&f);
}

static void broken_regions_are_found_later(void)
{
	struct file f;
	two_levels(&f, true);
	struct loaded l = load_lazy(f.out.data, f.out.size, false);
	CHECK_INT(l.status, MLIRBC_E_CORRUPT);
	uint64_t at = l.diag.offset;
	loaded_free(&l);
	l = load_lazy(f.out.data, f.out.size, true);
	if (CHECK_INT(l.status, MLIRBC_OK)) {
		struct mlirbc_op *root = l.module->body->first, *a = mlirbc_op_regions(root)->first->first;
		for (int i = 0; i < 2; i++) {
			struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
			CHECK_INT(mlirbc_op_load(a, &diag), MLIRBC_E_CORRUPT);
			CHECK(diag.offset == at && strstr(diag.message, "mask"));
			CHECK(a->unread && !mlirbc_op_regions(a)->first);
		}
		CHECK_INT(mlirbc_module_load(l.module, NULL), MLIRBC_E_CORRUPT);
		CHECK_INT(mlirbc_print(l.module, NULL, discard, NULL), MLIRBC_E_CORRUPT);
		CHECK_INT(mlirbc_file_failure(l.module->file, NULL), MLIRBC_E_CORRUPT);
	}
	loaded_free(&l);
	file_free(&f);
}

/* Attributes of the wrong kind, which nobody has looked at. */
static void broken_attributes_are_found_later(void)
{
	for (int wrong = 0; wrong < 2; wrong++) {
		struct file f;
		struct bytes ops = { 0 };
		attr_start(&f);
		ATTR(&f, N(7)); /* attribute X: unit */
		f.body[IR].size = 0;
		PUT(&ops, N(1), 0x01, N(wrong ? 0 : X), N(wrong ? X : 2)); /* location, dictionary */
		file_module(&f, 0, 1, &ops);
		free(ops.data);
		file_finish(&f);
		struct loaded l = load_lazy(f.out.data, f.out.size, false);
		CHECK_INT(l.status, MLIRBC_E_CORRUPT);
		loaded_free(&l);
		l = load_lazy(f.out.data, f.out.size, true);
		if (CHECK_INT(l.status, MLIRBC_OK)) {
			const struct mlirbc_op *op = mlirbc_op_regions(l.module->body->first)->first->first;
			CHECK_INT(mlirbc_file_failure(l.module->file, NULL), MLIRBC_OK);
			CHECK(mlirbc_op_location(op) == mlirbc_loc_unknown(l.context));
			CHECK((mlirbc_op_attributes(op) == NULL) == wrong);
			CHECK_INT(mlirbc_file_failure(l.module->file, &l.diag), MLIRBC_E_CORRUPT);
			CHECK(strstr(l.diag.message, wrong ? "a dictionary" : "a location") != NULL);
		}
		loaded_free(&l);
		file_free(&f);
	}
}

static void tables_are_those_of_the_file(void)
{
	struct file f;
	attr_start(&f);
	ATTR(&f, N(2), N(3));
	struct loaded l = load_good(&f);
	struct mlirbc_file *file = l.module->file;
	CHECK_INT(mlirbc_file_version(file), 6);
	CHECK_INT(mlirbc_file_count(file, MLIRBC_TABLE_STRINGS), 6);
	CHECK_INT(mlirbc_file_count(file, MLIRBC_TABLE_ATTRIBUTES), 4);
	CHECK_INT(mlirbc_file_count(file, MLIRBC_TABLE_TYPES), 8);
	struct mlirbc_string five = mlirbc_file_string(file, 5);
	CHECK(five.size == 1 && *five.data == 'x');
	struct mlirbc_file_dialect builtin = mlirbc_file_dialect(file, 0);
	CHECK(is(&builtin.name, "builtin") && !builtin.version);
	struct mlirbc_file_op_name name = mlirbc_file_op_name(file, 1);
	CHECK(name.dialect == 1);
	struct mlirbc_file_entry entry = mlirbc_file_entry(file, MLIRBC_TABLE_ATTRIBUTES, X);
	CHECK(entry.custom && entry.dialect == 0 && entry.size == 2 && entry.data[1] == N(3));
	entry = mlirbc_file_entry(file, MLIRBC_TABLE_TYPES, I64);
	CHECK(entry.size == 3 && entry.data[1] == 0x02);
	const struct mlirbc_op *op = mlirbc_op_regions(l.module->body->first)->first->first;
	struct mlirbc_file_op numbers = mlirbc_file_op(file, op);
	CHECK(numbers.location == 0 && numbers.attributes == 2 && numbers.properties == MLIRBC_NO_INDEX);
	CHECK(mlirbc_file_attr(file, X) == attr_x(&l));
	CHECK(mlirbc_file_type(file, I32) == mlirbc_type_integer(l.context, 32, MLIRBC_SIGNLESS));
	CHECK(mlirbc_op_set_attributes((struct mlirbc_op *)(uintptr_t)op, NULL));
	CHECK(mlirbc_file_op(file, op).attributes == MLIRBC_NO_INDEX);
	loaded_free(&l);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(regions_are_read_later),
		CHECK_CASE(broken_regions_are_found_later), CHECK_CASE(broken_attributes_are_found_later),
		CHECK_CASE(tables_are_those_of_the_file) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
