/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lazy reading of a file: regions and attributes that stay in the file, and data of the file beside the IR. */
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
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;)
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

/* Attributes of the wrong kind that have not been used. */
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

/* ---- tables of which only some places are noted */

static size_t next_random(size_t *state)
{
	*state = *state * 1103515245 + 12345;
	return *state >> 16 & 0x7FFF;
}

enum { MANY = 700, STRINGS_BEFORE = 5 };

static size_t string_length(size_t i) { return i % 50 == 49 ? 100 + i : i * 7 % 30; }

static void check_string_at(const struct mlirbc_file *file, size_t i)
{
	struct mlirbc_string string = mlirbc_file_string(file, STRINGS_BEFORE + i);
	CHECK_INT(string.size, string_length(i));
	for (size_t k = 0; k < string.size && k < string_length(i); k++)
		CHECK(string.data[k] == (char)('a' + (i + k) % 26));
}

static void strings_are_found_in_any_order(void)
{
	struct file f;
	struct bytes ops = { 0 };
	char text[100 + MANY];
	file_start(&f, 6);
	for (size_t i = 0; i < MANY; i++) {
		for (size_t k = 0; k < string_length(i); k++)
			text[k] = (char)('a' + (i + k) % 26);
		file_string_of(&f, text, string_length(i));
	}
	file_module(&f, 0, 0, &ops);
	file_finish(&f);
	for (int way = 0; way < 3; way++) {
		struct loaded l = load_lazy(f.out.data, f.out.size, true);
		size_t random = 1;
		CHECK_INT(l.status, MLIRBC_OK);
		for (size_t i = 0; l.status == MLIRBC_OK && i < MANY; i++)
			check_string_at(l.module->file, way == 0   ? i
							: way == 1 ? MANY - 1 - i
								   : next_random(&random) % MANY);
		loaded_free(&l);
	}
	file_free(&f);
}

/* Errors in the sizes are found at once, with the same message as in an eager load; a size is changed, or cut. */
static void sizes_of_strings_are_checked(void)
{
	struct file f;
	struct bytes ops = { 0 };
	file_start(&f, 6);
	for (size_t i = 0; i < MANY; i++)
		file_string_of(&f, "abcdefgh", i % 8);
	file_module(&f, 0, 0, &ops);
	file_finish(&f);
	for (size_t i = 0; i < f.string_sizes.size + 2; i++) {
		static const uint8_t others[] = { 1, 3, 0xFF, 2, 0 };
		uint8_t *byte = &f.out.data[f.at[STRINGS] + i], was = *byte;
		for (size_t k = 0; k < sizeof others; k++) {
			*byte = others[k];
			struct loaded eager = load_lazy(f.out.data, f.out.size, false);
			struct loaded lazy = load_lazy(f.out.data, f.out.size, true);
			bool later = strstr(eager.diag.message, "expected a byte 0") != NULL;
			CHECK(later || lazy.status == eager.status);
			CHECK(lazy.status == MLIRBC_OK || (lazy.diag.offset == eager.diag.offset &&
								  strcmp(lazy.diag.message, eager.diag.message) == 0));
			loaded_free(&eager);
			loaded_free(&lazy);
		}
		*byte = was;
	}
	file_free(&f);
}

static void strings_without_end_are_found_later(void)
{
	struct file f;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_string name;
	attr_start(&f);
	ATTR(&f, N(2), N(5));
	file_finish(&f);
	uint8_t *end = f.out.data + f.at[STRINGS] + f.body[STRINGS].size - 1; /* of "x", which is last */
	*end = 'y';
	struct loaded l = load_lazy(f.out.data, f.out.size, false);
	CHECK_INT(l.status, MLIRBC_E_CORRUPT);
	struct mlirbc_diag eager = l.diag;
	CHECK(eager.offset == (uint64_t)(end - f.out.data) && strstr(eager.message, "string 5 ends with 0x79"));
	loaded_free(&l);
	l = load_lazy(f.out.data, f.out.size, true);
	if (CHECK_INT(l.status, MLIRBC_OK)) {
		const struct mlirbc_op *op = mlirbc_op_regions(l.module->body->first)->first->first;
		CHECK(!mlirbc_file_attr(l.module->file, X));
		CHECK(!mlirbc_op_attributes(op) && !mlirbc_op_symbol(op, &name));
		CHECK_INT(mlirbc_file_failure(l.module->file, &diag), MLIRBC_E_CORRUPT);
		CHECK(diag.offset == eager.offset && strcmp(diag.message, eager.message) == 0);
		diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
		CHECK_INT(mlirbc_compact(l.context, l.input, f.out.size, NULL, discard, NULL, NULL, &diag),
			MLIRBC_E_CORRUPT);
		CHECK(diag.offset == eager.offset && strcmp(diag.message, eager.message) == 0);
		diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
		CHECK_INT(mlirbc_write(l.module, NULL, discard, NULL, &diag), MLIRBC_E_CORRUPT);
		CHECK(diag.offset == eager.offset && strcmp(diag.message, eager.message) == 0);
	}
	loaded_free(&l);
	file_free(&f);
}

enum { ENTRY_GROUPS = 9 };
static const size_t group_sizes[ENTRY_GROUPS] = { 1, 1, 63, 64, 65, 200, 1, 2, 300 };

static size_t entry_size(size_t i)
{
	if (i % 97 == 96)
		return 9000 + i; /* a number of three bytes */
	return i % 13 == 12 || (i > 400 && i % 3) ? 64 + i : i % 64;
}

/* Entries of dialect t with these sizes; *out_at: where they begin. */
static size_t many_entries(struct file *f, size_t *out_at)
{
	struct bytes ops = { 0 };
	size_t next = 0, at = 0;
	file_start(f, 6);
	f->given[OFFSETS] = true;
	f->data[0].size = 0;
	for (size_t g = 0; g < ENTRY_GROUPS; g++)
		next += group_sizes[g];
	put_number(&f->body[OFFSETS], next);
	PUT(&f->body[OFFSETS], N(1));
	next = 0;
	for (size_t g = 0; g < ENTRY_GROUPS; g++) {
		PUT(&f->body[OFFSETS], N(g != 0));
		put_number(&f->body[OFFSETS], group_sizes[g]);
		for (size_t i = 0; i < group_sizes[g]; i++, next++) {
			size_t size = next ? entry_size(next) : 1;
			put_number(&f->body[OFFSETS], size << 1 | (next == 0 || next % 2));
			out_at[next] = at;
			at += size;
			for (size_t k = 0; k < size; k++)
				PUT(&f->data[0], next ? (uint8_t)(next * 31 + k) : N(15));
		}
	}
	PUT(&f->body[OFFSETS], N(0), N(1), N(3 << 1 | 1)); /* i32, which was there before */
	file_module(f, 0, 0, &ops);
	file_finish(f);
	return next;
}

static void entries_are_found_in_any_order(void)
{
	static size_t at[1024];
	struct file f;
	size_t count = many_entries(&f, at);
	for (int way = 0; way < 8; way++) {
		struct loaded l = load_lazy(f.out.data, f.out.size, way % 2);
		size_t random = 1;
		for (size_t n = 0; CHECK_INT(l.status, MLIRBC_OK) && n < count; n++) {
			size_t i = way / 2 == 0 ? n : way / 2 == 1 ? count - 1 - n : next_random(&random) % count;
			if (way / 2 == 3)
				i = n * 130 % count;
			struct mlirbc_file_entry e = mlirbc_file_entry(l.module->file, MLIRBC_TABLE_ATTRIBUTES, i);
			CHECK(e.data == l.input + f.at[ENTRIES] + at[i]);
			CHECK_INT(e.size, i ? entry_size(i) : 1);
			CHECK(e.custom == (i == 0 || i % 2) && e.dialect == (i != 0));
		}
		loaded_free(&l);
	}
	file_free(&f);
}

/* One size too many, of any length, is found at once. */
static void sizes_of_entries_are_checked(void)
{
	static size_t at[1024];
	struct file f;
	(void)many_entries(&f, at);
	for (size_t i = 0; i < f.body[OFFSETS].size; i++) {
		static const uint8_t others[] = { 0xFD, 0xFE, 0xFC, 0 };
		uint8_t *byte = &f.out.data[f.at[OFFSETS] + i], was = *byte;
		for (size_t k = 0; k < sizeof others; k++) {
			*byte = others[k];
			struct loaded eager = load_lazy(f.out.data, f.out.size, false);
			struct loaded lazy = load_lazy(f.out.data, f.out.size, true);
			bool table = strstr(eager.diag.message, "AttrTypeOffset") != NULL;
			CHECK(!table || lazy.status == eager.status);
			CHECK(lazy.status == MLIRBC_OK || (lazy.diag.offset == eager.diag.offset &&
								  strcmp(lazy.diag.message, eager.diag.message) == 0));
			loaded_free(&eager);
			loaded_free(&lazy);
		}
		*byte = was;
	}
	file_free(&f);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(regions_are_read_later),
		CHECK_CASE(broken_regions_are_found_later), CHECK_CASE(broken_attributes_are_found_later),
		CHECK_CASE(tables_are_those_of_the_file), CHECK_CASE(strings_are_found_in_any_order),
		CHECK_CASE(sizes_of_strings_are_checked), CHECK_CASE(strings_without_end_are_found_later),
		CHECK_CASE(entries_are_found_in_any_order), CHECK_CASE(sizes_of_entries_are_checked) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
