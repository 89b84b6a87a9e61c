/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions without memory: each allocation fails once, and the context has each limit. The diagnostic has the status and a message; after
 * success it has neither. */
#include "text.h"

static const char text[] =
	"module attributes {t.x = 1 : i32, t.y = \"z\"} {\n"
	"  func.func @f(%x: i32) -> i32 {\n"
	"    %0 = func.call @g(%x) {a = dense_resource<key> : tensor<4xi8>, b = [1, \"two\", dense<[1, 2]> : tensor<2xi16>]} : (i32) -> i32\n"
	"    %1 = \"t.a\"(%0) ({\n"
	"    ^b(%y: !t.type<\"z\">):\n"
	"      \"t.b\"(%y) : (!t.type<\"z\">) -> () loc(\"file.mlir\":3:4)\n"
	"    }) {c = @f, d = #t.attr<[1]>} : (i32) -> i32\n"
	"    return %1 : i32\n"
	"  }\n"
	"  func.func private @g(i32) -> i32 attributes {e = affine_map<(d0) -> (d0 + 1)>}\n"
	"}\n"
	"{-#\n  dialect_resources: { builtin: { key: \"0x0400000001020304\" } }\n#-}\n";
/* To merge: a symbol and a resource get other names, attributes of the modules are joined. */
static const char other[] =
	"module attributes {t.w = [2 : i8], t.y = \"z\"} {\n"
	"  func.func @h() {\n"
	"    %0 = \"t.c\"() {a = @f, b = dense_resource<key> : tensor<2xi8>} : () -> i32\n"
	"    %1 = func.call @f(%0) : (i32) -> i32\n"
	"    return\n"
	"  }\n"
	"  func.func private @f(%x: i32) -> i32 {\n    return %x : i32\n  }\n"
	"}\n"
	"{-#\n  dialect_resources: { builtin: { key: \"0x010000000708\" } }\n#-}\n";

struct trial {
	struct counting counting;
	struct mlirbc_allocator allocator;
	struct mlirbc_context *context;
	struct mlirbc_module *module, *more;
	const struct mlirbc_diag *diag;
};

static struct printed bytes; /* of the text, as bytecode */

static int discard(void *ctx, const char *data, size_t size)
{
	(void)ctx, (void)data, (void)size;
	return 0;
}
static struct mlirbc_op *function(const struct mlirbc_module *module) { return mlirbc_module_symbols(module)->first; }

/* ---- jobs */

static enum mlirbc_status job_hash(struct trial *t, struct mlirbc_diag *diag)
{
	uint8_t digest[MLIRBC_HASH_SIZE];
	return mlirbc_hash(t->module, digest, diag);
}
static enum mlirbc_status job_diff(struct trial *t, struct mlirbc_diag *diag)
{
	uint64_t count;
	return mlirbc_diff(t->module, t->more, discard, NULL, &count, diag);
}
static enum mlirbc_status job_compact(struct trial *t, struct mlirbc_diag *diag)
{
	return mlirbc_compact(t->context, bytes.text, bytes.size, NULL, discard, NULL, NULL, diag);
}
static enum mlirbc_status job_strip_locations(struct trial *t, struct mlirbc_diag *diag)
{
	const struct mlirbc_compact_options options = { .size = sizeof options, .strip_locations = true };
	return mlirbc_compact(t->context, bytes.text, bytes.size, &options, discard, NULL, NULL, diag);
}
static enum mlirbc_status job_extract(struct trial *t, struct mlirbc_diag *diag)
{
	const struct mlirbc_string name = { "f", 1 };
	return mlirbc_extract(t->module, &name, 1, diag);
}
static enum mlirbc_status job_merge(struct trial *t, struct mlirbc_diag *diag)
{
	const struct mlirbc_merge_options options = { .size = sizeof options, .rename_private = true };
	return mlirbc_merge(t->module, t->more, &options, diag);
}
static enum mlirbc_status job_strip(struct trial *t, struct mlirbc_diag *diag)
{
	return mlirbc_strip_debug_info(t->module, NULL, diag);
}
static enum mlirbc_status job_resource_attr(struct trial *t, struct mlirbc_diag *diag)
{
	const struct mlirbc_attr *attr;
	return mlirbc_resource_attr(t->module, "key", &attr, diag);
}
static enum mlirbc_status job_resource_is_used(struct trial *t, struct mlirbc_diag *diag)
{
	bool used;
	return mlirbc_resource_is_used(t->module, "key", &used, diag);
}
static enum mlirbc_status job_write(struct trial *t, struct mlirbc_diag *diag)
{
	return mlirbc_write(t->module, NULL, discard, NULL, diag);
}
static enum mlirbc_status job_downgrade(struct trial *t, struct mlirbc_diag *diag)
{
	const struct mlirbc_write_options options = { .size = sizeof options, .has_version = true, .version = 1 };
	return mlirbc_write(t->module, &options, discard, NULL, diag);
}
static enum mlirbc_status job_load(struct trial *t, struct mlirbc_diag *diag)
{
	struct mlirbc_module *module;
	return mlirbc_load(t->context, bytes.text, bytes.size, NULL, &module, diag);
}
static enum mlirbc_status job_module_load(struct trial *t, struct mlirbc_diag *diag) { return mlirbc_module_load(t->module, diag); }
static enum mlirbc_status job_op_load(struct trial *t, struct mlirbc_diag *diag) { return mlirbc_op_load(function(t->module), diag); }
static enum mlirbc_status job_parse(struct trial *t, struct mlirbc_diag *diag)
{
	struct mlirbc_module *module;
	return mlirbc_parse(t->context, text, sizeof text - 1, NULL, &module, diag);
}
static enum mlirbc_status job_open(struct trial *t, struct mlirbc_diag *diag)
{
	struct mlirbc_module *module;
	return mlirbc_open(t->context, bytes.text, bytes.size, NULL, &module, diag);
}
static enum mlirbc_status job_parse_attr(struct trial *t, struct mlirbc_diag *diag)
{
	static const char value[] = "[dense<[1, 2, 3]> : tensor<3xi32>, {x = \"text\"}, @a::@b, affine_map<(d0)[s0] -> (d0 * 7 + s0)>]";
	const struct mlirbc_attr *attr;
	return mlirbc_parse_attr(t->context, value, sizeof value - 1, &attr, diag);
}
static enum mlirbc_status job_parse_type(struct trial *t, struct mlirbc_diag *diag)
{
	static const char value[] = "(tensor<3x?xcomplex<f32>>, vector<7xi9>) -> memref<5xindex, 3>";
	const struct mlirbc_type *type;
	return mlirbc_parse_type(t->context, value, sizeof value - 1, &type, diag);
}
static enum mlirbc_status job_op_clone(struct trial *t, struct mlirbc_diag *diag)
{
	struct mlirbc_op *clone;
	return mlirbc_op_clone(function(t->module), NULL, &clone, diag);
}
static enum mlirbc_status job_region_clone(struct trial *t, struct mlirbc_diag *diag)
{
	return mlirbc_region_clone(
		mlirbc_op_regions(function(t->module)), mlirbc_op_regions(t->more->body->first), NULL, diag);
}
static enum mlirbc_status job_verify(struct trial *t, struct mlirbc_diag *diag)
{
	const struct mlirbc_verify_options options = { .size = sizeof options, .allocator = &t->allocator };
	return mlirbc_verify(bytes.text, bytes.size, &options, NULL, diag);
}

static enum mlirbc_status job_symbol_rename(struct trial *t, struct mlirbc_diag *diag)
{
	return mlirbc_symbol_rename(function(t->module), (struct mlirbc_string){ "another", 7 }, diag);
}
static enum mlirbc_status job_symbol_next_user(struct trial *t, struct mlirbc_diag *diag)
{
	struct mlirbc_op *user;
	return mlirbc_symbol_next_user(function(t->module), NULL, &user, diag);
}
static enum mlirbc_status job_op_change_attr(struct trial *t, struct mlirbc_diag *diag)
{
	return mlirbc_op_change_attr(function(t->module), "t.new", mlirbc_attr_unit(t->more->context), diag);
}
static enum mlirbc_status job_module_verify(struct trial *t, struct mlirbc_diag *diag)
{
	return mlirbc_module_verify(t->module, NULL, NULL, diag);
}
static enum mlirbc_status job_write_compacted(struct trial *t, struct mlirbc_diag *diag)
{
	return mlirbc_write_compacted(t->module, NULL, NULL, discard, NULL, NULL, diag);
}

/* ---- running them */

/* From text, or from bytecode that is read on demand. */
static bool begin(struct trial *t, bool lazily)
{
	const struct mlirbc_load_options options = { .size = sizeof options, .lazy = true, .lazy_attributes = true };
	t->counting = (struct counting){ .fail_at = SIZE_MAX };
	t->allocator = (struct mlirbc_allocator){ counting_alloc, NULL, counting_free, &t->counting };
	t->context = mlirbc_context_create(&t->allocator);
	return CHECK((lazily ? mlirbc_load(t->context, bytes.text, bytes.size, &options, &t->module, NULL)
			     : mlirbc_parse(t->context, text, sizeof text - 1, NULL, &t->module, NULL)) == MLIRBC_OK) &&
	       CHECK_INT(mlirbc_parse(t->context, other, sizeof other - 1, NULL, &t->more, NULL), MLIRBC_OK);
}

typedef enum mlirbc_status (*job_fn)(struct trial *t, struct mlirbc_diag *diag);

/* True when the call succeeded. */
static bool run(const char *name, job_fn job, bool lazily, size_t calls, size_t limit)
{
	struct trial t;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = MLIRBC_OK;
	const int before = check_failures;
	if (begin(&t, lazily)) {
		t.counting.fail_at = calls == SIZE_MAX ? SIZE_MAX : t.counting.requests + calls;
		if (limit != SIZE_MAX)
			mlirbc_context_limit(t.context, mlirbc_context_bytes(t.context) + limit);
		status = job(&t, &diag);
		CHECK(status == MLIRBC_OK || status == MLIRBC_E_NOMEM || status == MLIRBC_E_LIMIT);
		CHECK_INT(diag.status, status);
		CHECK((diag.message[0] != 0) == (status != MLIRBC_OK));
	}
	mlirbc_context_destroy(t.context);
	CHECK_INT(t.counting.live, 0);
	if (check_failures != before)
		printf("# %s of %s: %s: %s\n", name, lazily ? "bytecode" : "text", mlirbc_status_name(status), diag.message);
	return status == MLIRBC_OK || check_failures != before;
}

static void check_job(const char *name, job_fn job)
{
	for (int lazily = 0; lazily < 2; lazily++) {
		size_t calls = 0, limit = 1;
		while (!run(name, job, lazily, calls, SIZE_MAX))
			calls++;
		while (!run(name, job, lazily, SIZE_MAX, limit))
			limit += 8 + limit / 64 * 8;
	}
}

#define JOB(name) static void name(void) { check_job(#name, job_##name); }
JOB(hash) JOB(diff) JOB(compact) JOB(strip_locations) JOB(extract) JOB(merge) JOB(strip) JOB(resource_attr) JOB(resource_is_used)
JOB(write) JOB(downgrade) JOB(load) JOB(module_load) JOB(op_load) JOB(parse) JOB(open) JOB(parse_attr) JOB(parse_type) JOB(op_clone)
JOB(region_clone) JOB(verify) JOB(symbol_rename) JOB(symbol_next_user) JOB(op_change_attr) JOB(module_verify) JOB(write_compacted)

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(hash), CHECK_CASE(diff), CHECK_CASE(compact), CHECK_CASE(strip_locations),
		CHECK_CASE(extract), CHECK_CASE(merge), CHECK_CASE(strip), CHECK_CASE(resource_attr), CHECK_CASE(resource_is_used),
		CHECK_CASE(write), CHECK_CASE(downgrade), CHECK_CASE(load), CHECK_CASE(module_load), CHECK_CASE(op_load), CHECK_CASE(parse),
		CHECK_CASE(open), CHECK_CASE(parse_attr), CHECK_CASE(parse_type), CHECK_CASE(op_clone), CHECK_CASE(region_clone),
		CHECK_CASE(verify), CHECK_CASE(symbol_rename),
		CHECK_CASE(symbol_next_user), CHECK_CASE(op_change_attr), CHECK_CASE(module_verify), CHECK_CASE(write_compacted) };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	if (mlirbc_parse(context, text, sizeof text - 1, NULL, &module, &diag) != MLIRBC_OK) {
		printf("# %u:%u: %s\n", diag.line, diag.column, diag.message);
		return 3;
	}
	bytes = write_module(module, NULL);
	mlirbc_context_destroy(context);
	const int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	free(bytes.text);
	return code;
}
