/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of all functions of libmlirbc, with diagnostics of all sizes. Most of them read parts of a file later, which are broken. */
#include "bytecode.h"

#define DIAGS_STRUCT struct mlirbc_diag
#include "diags.h"

static struct file broken;  /* module { t.a { t.b } }, both isolated; the op inside t.a has an invalid mask */
static struct file misplaced; /* the location of its op is not a location */

static void make_broken(void)
{
	struct bytes ops = { 0 }, inner = { 0 };
	file_start(&broken, 6);
	unsigned b = file_op(&broken, 1, "b", false);
	PUT(&inner, N(1), N(1), N(1 << 1)); /* a block, a value, an op */
	PUT(&inner, N(b), 0x80, N(0));
	PUT(&ops, N(1), 0x10, N(0), FLAG(1, 1), IR);
	put_number(&ops, inner.size);
	put_all(&ops, &inner);
	file_module(&broken, 0, 1, &ops);
	free(ops.data);
	free(inner.data);
	file_finish(&broken);
}
static void make_misplaced(void)
{
	struct bytes ops = { 0 };
	attr_start(&misplaced);
	ATTR(&misplaced, N(7)); /* attribute X: unit */
	misplaced.body[IR].size = 0;
	PUT(&ops, N(1), 0x01, N(X), N(2)); /* location, dictionary */
	file_module(&misplaced, 0, 1, &ops);
	free(ops.data);
	file_finish(&misplaced);
}
static struct loaded load_lazily(const struct file *f)
{
	struct loaded l = { .context = mlirbc_context_create(NULL), .diag = MLIRBC_DIAG_INIT };
	const struct mlirbc_load_options options = { .size = sizeof options, .lazy = true, .lazy_attributes = true };
	l.status = mlirbc_load(l.context, f->out.data, f->out.size, &options, &l.module, &l.diag);
	if (l.status != MLIRBC_OK)
		abort();
	return l;
}
static struct mlirbc_op *unread(const struct loaded *l) { return mlirbc_op_regions(l->module->body->first)->first->first; }
static unsigned freed(unsigned status, struct loaded *l)
{
	loaded_free(l);
	return status;
}
static int write_nothing(void *ctx, const char *text, size_t size)
{
	(void)ctx, (void)text, (void)size;
	return 0;
}
static int no_write(void *ctx, const char *text, size_t size)
{
	(void)ctx, (void)text, (void)size;
	return -1;
}

/* ---- bytecode */

static unsigned load(const void *data, size_t size, void *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	const unsigned status = mlirbc_load(context, data, size, NULL, &module, diag);
	mlirbc_context_destroy(context);
	return status;
}
DIAGS_FAILS(mlirbc_load) { return load("no", 2, diag); }
DIAGS_FAILS_TOO(mlirbc_load, cut) { return load(broken.out.data, broken.out.size - 1, diag); }
DIAGS_FAILS_TOO(mlirbc_load, mask) { return load(broken.out.data, broken.out.size, diag); }
DIAGS_FAILS_TOO(mlirbc_load, location) { return load(misplaced.out.data, misplaced.out.size, diag); }
DIAGS_FAILS_TOO(mlirbc_load, options)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	const unsigned status =
		mlirbc_load(context, "", 0, &(struct mlirbc_load_options){ .size = 0 }, &module, diag);
	mlirbc_context_destroy(context);
	return status;
}
DIAGS_FAILS(mlirbc_op_load)
{
	struct loaded l = load_lazily(&broken);
	return freed(mlirbc_op_load(unread(&l), diag), &l);
}
DIAGS_FAILS(mlirbc_module_load)
{
	struct loaded l = load_lazily(&broken);
	return freed(mlirbc_module_load(l.module, diag), &l);
}
DIAGS_FAILS(mlirbc_file_failure)
{
	struct loaded l = load_lazily(&misplaced);
	(void)mlirbc_op_location(unread(&l));
	return freed(mlirbc_file_failure(l.module->file, diag), &l);
}
DIAGS_FAILS(mlirbc_verify) { return mlirbc_verify("no", 2, NULL, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_verify, mask) { return mlirbc_verify(broken.out.data, broken.out.size, NULL, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_verify, location) { return mlirbc_verify(misplaced.out.data, misplaced.out.size, NULL, NULL, diag); }

static enum mlirbc_walk_answer visit(void *ctx, const struct mlirbc_walk_item *item)
{
	(void)ctx, (void)item;
	return MLIRBC_WALK_GO_ON;
}
DIAGS_FAILS(mlirbc_walk)
{
	struct mlirbc_walk_frame frames[4];
	const struct mlirbc_walk_options options = { .size = sizeof options, .frames = frames, .frame_count = 4 };
	return mlirbc_walk(broken.out.data, broken.out.size, &options, visit, NULL, diag);
}
DIAGS_FAILS_TOO(mlirbc_walk, frames)
{
	const struct mlirbc_walk_options options = { .size = sizeof options };
	return mlirbc_walk(broken.out.data, broken.out.size, &options, visit, NULL, diag);
}
DIAGS_FAILS(mlirbc_compact)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const unsigned status =
		mlirbc_compact(context, broken.out.data, broken.out.size, NULL, write_nothing, NULL, NULL, diag);
	mlirbc_context_destroy(context);
	return status;
}
DIAGS_FAILS(mlirbc_write)
{
	struct loaded l = load_lazily(&broken);
	const struct mlirbc_write_options options = { .size = sizeof options, .has_version = true, .version = 5 };
	return freed(mlirbc_write(l.module, &options, write_nothing, NULL, diag), &l);
}
DIAGS_FAILS_TOO(mlirbc_write, version)
{
	struct loaded l = load_lazily(&broken);
	const struct mlirbc_write_options options = { .size = sizeof options, .has_version = true, .version = 99 };
	return freed(mlirbc_write(l.module, &options, write_nothing, NULL, diag), &l);
}
DIAGS_FAILS_TOO(mlirbc_write, output)
{
	struct loaded l = load_lazily(&broken);
	return freed(mlirbc_write(l.module, NULL, no_write, NULL, diag), &l);
}

/* ---- text */

static unsigned parse(const char *text, const struct mlirbc_parse_options *options, void *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	const unsigned status = mlirbc_parse(context, text, strlen(text), options, &module, diag);
	mlirbc_context_destroy(context);
	return status;
}
DIAGS_FAILS(mlirbc_parse) { return parse("\"t.a\"(%0) : (i32) -> (", NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_parse, control) { return parse("\x1b[31m", NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_parse, name) { return parse("t.unknown_of_a_very_long_name %\xc3\xa9\xc2\x9b\xff", NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_parse, twice) { return parse("\"t.a\"() {\"\\1B[31m\" = 1, \"\\1B[31m\" = 2} : () -> ()", NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_parse, depth)
{
	return parse("\"t.a\"() {a = [[[]]]} : () -> ()",
		&(struct mlirbc_parse_options){ .size = sizeof(struct mlirbc_parse_options), .max_depth = 1 }, diag);
}
DIAGS_FAILS(mlirbc_parse_attr)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_attr *attr;
	const unsigned status = mlirbc_parse_attr(context, "[1, \x7f]", 6, &attr, diag);
	mlirbc_context_destroy(context);
	return status;
}
DIAGS_FAILS(mlirbc_parse_type)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_type *type;
	const unsigned status = mlirbc_parse_type(context, "tensor<4x\x1b>", 11, &type, diag);
	mlirbc_context_destroy(context);
	return status;
}
static unsigned open_bytes(const void *data, size_t size, const struct mlirbc_open_options *options, void *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	const unsigned status = mlirbc_open(context, data, size, options, &module, diag);
	mlirbc_context_destroy(context);
	return status;
}
DIAGS_FAILS(mlirbc_open) { return open_bytes("module {", 8, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_open, bytecode) { return open_bytes("ML\xefR\x0d", 5, NULL, diag); }
DIAGS_FAILS_TOO(mlirbc_open, options) { return open_bytes("", 0, &(struct mlirbc_open_options){ .size = 0 }, diag); }

/* ---- modules in memory */

DIAGS_FAILS(mlirbc_hash)
{
	struct loaded l = load_lazily(&broken);
	uint8_t digest[MLIRBC_HASH_SIZE];
	return freed(mlirbc_hash(l.module, digest, diag), &l);
}
/* A module of text in the context of a file, and an empty one in its own. */
static struct mlirbc_module *parsed(const struct loaded *l, const char *text)
{
	struct mlirbc_module *module;
	if (mlirbc_parse(l->context, text, strlen(text), NULL, &module, NULL) != MLIRBC_OK)
		abort();
	return module;
}
DIAGS_FAILS(mlirbc_diff)
{
	struct loaded l = load_lazily(&broken);
	uint64_t count;
	return freed(mlirbc_diff(l.module, parsed(&l, ""), write_nothing, NULL, &count, diag), &l);
}
DIAGS_FAILS_TOO(mlirbc_diff, contexts)
{
	struct loaded a = load_lazily(&broken), b = load_lazily(&broken);
	uint64_t count;
	const unsigned status = mlirbc_diff(a.module, b.module, write_nothing, NULL, &count, diag);
	loaded_free(&a);
	return freed(status, &b);
}
DIAGS_FAILS_TOO(mlirbc_diff, output)
{
	struct loaded l = load_lazily(&misplaced);
	uint64_t count;
	return freed(mlirbc_diff(parsed(&l, "\"t.a\"() : () -> ()"), parsed(&l, ""), no_write, NULL, &count, diag), &l);
}
DIAGS_FAILS(mlirbc_extract)
{
	struct loaded l = load_lazily(&broken);
	const struct mlirbc_string name = { "f", 1 };
	return freed(mlirbc_extract(l.module, &name, 1, diag), &l);
}
DIAGS_FAILS_TOO(mlirbc_extract, symbol)
{
	struct loaded l = load_lazily(&misplaced);
	const struct mlirbc_string name = { "a\x1b[31m\xc2\x9b\xff", 9 };
	return freed(mlirbc_extract(parsed(&l, ""), &name, 1, diag), &l);
}
DIAGS_FAILS(mlirbc_merge)
{
	struct loaded l = load_lazily(&broken);
	return freed(mlirbc_merge(l.module, parsed(&l, "func.func @f() {\n return\n}"), NULL, diag), &l);
}
DIAGS_FAILS_TOO(mlirbc_merge, contexts)
{
	struct loaded a = load_lazily(&broken), b = load_lazily(&broken);
	const unsigned status = mlirbc_merge(a.module, b.module, NULL, diag);
	loaded_free(&a);
	return freed(status, &b);
}
DIAGS_FAILS_TOO(mlirbc_merge, name)
{
	static const char text[] = "func.func @\"f\\1B[31m\\C2\\9B\"() {\n return\n}";
	struct loaded l = load_lazily(&broken);
	return freed(mlirbc_merge(parsed(&l, text), parsed(&l, text), NULL, diag), &l);
}
DIAGS_FAILS(mlirbc_strip_debug_info)
{
	struct loaded l = load_lazily(&broken);
	return freed(mlirbc_strip_debug_info(l.module, NULL, diag), &l);
}
DIAGS_FAILS(mlirbc_resource_attr)
{
	struct loaded l = load_lazily(&broken);
	const struct mlirbc_attr *attr;
	return freed(mlirbc_resource_attr(l.module, "key", &attr, diag), &l);
}
DIAGS_FAILS(mlirbc_resource_is_used)
{
	struct loaded l = load_lazily(&broken);
	bool used;
	return freed(mlirbc_resource_is_used(l.module, "key", &used, diag), &l);
}
DIAGS_FAILS(mlirbc_op_clone)
{
	struct loaded l = load_lazily(&broken);
	struct mlirbc_op *clone;
	return freed(mlirbc_op_clone(unread(&l), NULL, &clone, diag), &l);
}
DIAGS_FAILS_TOO(mlirbc_op_clone, mapping)
{
	struct loaded a = load_lazily(&broken), b = load_lazily(&broken);
	struct mlirbc_ir_mapping *mapping = mlirbc_ir_mapping_create(b.context);
	struct mlirbc_op *clone;
	const unsigned status = mlirbc_op_clone(unread(&a), mapping, &clone, diag);
	mlirbc_ir_mapping_destroy(mapping);
	loaded_free(&a);
	return freed(status, &b);
}
DIAGS_FAILS(mlirbc_region_clone)
{
	struct loaded l = load_lazily(&broken);
	struct mlirbc_op *module = l.module->body->first;
	return freed(mlirbc_region_clone(mlirbc_op_regions(module), mlirbc_op_regions(parsed(&l, "")->body->first), NULL, diag), &l);
}
DIAGS_FAILS_TOO(mlirbc_region_clone, state)
{
	struct loaded l = load_lazily(&broken);
	return freed(mlirbc_region_clone(mlirbc_op_regions(parsed(&l, "")->body->first), mlirbc_op_regions(unread(&l)), NULL, diag), &l);
}

DIAGS_FAILS(mlirbc_write_compacted)
{
	struct loaded l = load_lazily(&broken);
	return freed(mlirbc_write_compacted(l.module, NULL, NULL, write_nothing, NULL, NULL, diag), &l);
}
DIAGS_FAILS(mlirbc_symbol_rename)
{
	struct loaded l = load_lazily(&broken);
	const struct mlirbc_string name = { "f", 1 };
	return freed(mlirbc_symbol_rename(unread(&l), name, diag), &l);
}
DIAGS_FAILS_TOO(mlirbc_symbol_rename, name)
{
	static const char text[] = "func.func private @\"f\\1B[31m\\C2\\9B\"()\nfunc.func private @g()";
	struct loaded l = load_lazily(&broken);
	struct mlirbc_block *block = mlirbc_module_symbols(parsed(&l, text));
	return freed(mlirbc_symbol_rename(block->last, (struct mlirbc_string){ "f\x1b[31m\xc2\x9b", 8 }, diag), &l);
}
DIAGS_FAILS(mlirbc_symbol_next_user)
{
	struct loaded l = load_lazily(&broken);
	struct mlirbc_op *user;
	return freed(mlirbc_symbol_next_user(unread(&l), NULL, &user, diag), &l);
}
DIAGS_FAILS(mlirbc_op_change_attr)
{
	struct loaded l = load_lazily(&broken);
	return freed(mlirbc_op_change_attr(l.module->body->first, "a\x1b\xff", NULL, diag), &l);
}
DIAGS_FAILS(mlirbc_module_verify)
{
	struct loaded l = load_lazily(&broken);
	return freed(mlirbc_module_verify(l.module, NULL, NULL, diag), &l);
}

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(mlirbc_load), DIAGS_CASE_TOO(mlirbc_load, cut),
		DIAGS_CASE_TOO(mlirbc_load, mask), DIAGS_CASE_TOO(mlirbc_load, location),
		DIAGS_CASE_TOO(mlirbc_load, options), DIAGS_CASE(mlirbc_op_load), DIAGS_CASE(mlirbc_module_load),
		DIAGS_CASE(mlirbc_file_failure), DIAGS_CASE(mlirbc_verify), DIAGS_CASE_TOO(mlirbc_verify, mask),
		DIAGS_CASE_TOO(mlirbc_verify, location), DIAGS_CASE(mlirbc_walk), DIAGS_CASE_TOO(mlirbc_walk, frames),
		DIAGS_CASE(mlirbc_compact), DIAGS_CASE(mlirbc_write), DIAGS_CASE_TOO(mlirbc_write, version),
		DIAGS_CASE_TOO(mlirbc_write, output), DIAGS_CASE(mlirbc_parse), DIAGS_CASE_TOO(mlirbc_parse, control),
		DIAGS_CASE_TOO(mlirbc_parse, name), DIAGS_CASE_TOO(mlirbc_parse, twice),
		DIAGS_CASE_TOO(mlirbc_parse, depth), DIAGS_CASE(mlirbc_parse_attr), DIAGS_CASE(mlirbc_parse_type),
		DIAGS_CASE(mlirbc_open), DIAGS_CASE_TOO(mlirbc_open, bytecode), DIAGS_CASE_TOO(mlirbc_open, options),
		DIAGS_CASE(mlirbc_hash), DIAGS_CASE(mlirbc_diff), DIAGS_CASE_TOO(mlirbc_diff, contexts),
		DIAGS_CASE_TOO(mlirbc_diff, output), DIAGS_CASE(mlirbc_extract), DIAGS_CASE_TOO(mlirbc_extract, symbol),
		DIAGS_CASE(mlirbc_merge), DIAGS_CASE_TOO(mlirbc_merge, contexts), DIAGS_CASE_TOO(mlirbc_merge, name),
		DIAGS_CASE(mlirbc_strip_debug_info), DIAGS_CASE(mlirbc_resource_attr),
		DIAGS_CASE(mlirbc_resource_is_used), DIAGS_CASE(mlirbc_op_clone),
		DIAGS_CASE_TOO(mlirbc_op_clone, mapping), DIAGS_CASE(mlirbc_region_clone),
		DIAGS_CASE_TOO(mlirbc_region_clone, state), DIAGS_CASE(mlirbc_write_compacted),
		DIAGS_CASE(mlirbc_symbol_rename), DIAGS_CASE_TOO(mlirbc_symbol_rename, name),
		DIAGS_CASE(mlirbc_symbol_next_user), DIAGS_CASE(mlirbc_op_change_attr), DIAGS_CASE(mlirbc_module_verify) };
	make_broken();
	make_misplaced();
	const int code = diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
	file_free(&broken);
	file_free(&misplaced);
	return code;
}
