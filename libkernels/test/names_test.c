/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The packs have all kernels of TFRT by name, and their READMEs list names and signatures of the registered kernels.
 * Arguments: the READMEs of packs basic and test. */
#include "check.h"
#include <kernels/kernels.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_test.h>
#include <stdlib.h>

/* lib/basic_kernels of TFRT */
static const char *const basic_names[] = {
	"tfrt.add.f32", "tfrt.add.f64", "tfrt.add.i32", "tfrt.add.i64", "tfrt.alias.value", "tfrt.and.i1",
	"tfrt.call", "tfrt.case", "tfrt.cast.f32_to_i64", "tfrt.cast.f64_to_i64", "tfrt.cast.i64_to_f32",
	"tfrt.cast.i64_to_f64", "tfrt.cond", "tfrt.constant.bf16", "tfrt.constant.complex128",
	"tfrt.constant.complex64", "tfrt.constant.f16", "tfrt.constant.f32", "tfrt.constant.f64", "tfrt.constant.i1",
	"tfrt.constant.i32", "tfrt.constant.i64", "tfrt.constant.ui32", "tfrt.constant.ui64", "tfrt.div.f32",
	"tfrt.div.f64", "tfrt.div.i32", "tfrt.div.i64", "tfrt.equal.i32", "tfrt.equal.i64", "tfrt.get_device", "tfrt.if",
	"tfrt.lessequal.i32", "tfrt.lessequal.i64", "tfrt.merge.chains", "tfrt.minimum.f32", "tfrt.minimum.f64",
	"tfrt.minus.i32", "tfrt.minus.i64", "tfrt.mul.i32", "tfrt.mul.i64", "tfrt.multiply.f32", "tfrt.multiply.f64",
	"tfrt.new.chain", "tfrt.once", "tfrt.parallel_call.i32", "tfrt.parallel_for.i32", "tfrt.print.complex128",
	"tfrt.print.complex64", "tfrt.print.f16", "tfrt.print.f32", "tfrt.print.f64", "tfrt.print.i1",
	"tfrt.print.i32", "tfrt.print.i64", "tfrt.repeat.i32", "tfrt.while",
};

/* lib/test_kernels of TFRT */
static const char *const test_names[] = {
	"tfrt_test.allocate_resource", "tfrt_test.append_string", "tfrt_test.as_chain", "tfrt_test.async_add.i32",
	"tfrt_test.async_constant.i1", "tfrt_test.async_constant.i32", "tfrt_test.async_copy.i32",
	"tfrt_test.async_copy.with_delay.i32", "tfrt_test.async_copy.with_delay.i64", "tfrt_test.async_copy_2.i32",
	"tfrt_test.async_value_get", "tfrt_test.async_value_ref", "tfrt_test.atomic.add.i32",
	"tfrt_test.atomic.create.i32", "tfrt_test.atomic.get.i32", "tfrt_test.atomic.inc.i32", "tfrt_test.benchmark",
	"tfrt_test.blocking.usleep", "tfrt_test.cancel", "tfrt_test.const_dense_attr",
	"tfrt_test.copy.with_delay.i32", "tfrt_test.copy.with_delay.i64", "tfrt_test.count3.i32",
	"tfrt_test.count3.i64", "tfrt_test.deallocate_resource", "tfrt_test.do.async", "tfrt_test.error_chain",
	"tfrt_test.fail", "tfrt_test.flat", "tfrt_test.format_string", "tfrt_test.get_request_context_data.i32",
	"tfrt_test.get_static_tensor_type", "tfrt_test.get_string", "tfrt_test.get_thread_id",
	"tfrt_test.get_uniqueness", "tfrt_test.identity", "tfrt_test.invoke_sync_function.i32_i32.i32",
	"tfrt_test.invoke_sync_function.i32_i32.i32_i32", "tfrt_test.logging", "tfrt_test.make_indirect",
	"tfrt_test.memory_leak_one_int32", "tfrt_test.multi_arg_result", "tfrt_test.partial_fail",
	"tfrt_test.print_bool", "tfrt_test.print_debug_info", "tfrt_test.print_hello", "tfrt_test.print_string",
	"tfrt_test.print_tensor_type", "tfrt_test.quiesce", "tfrt_test.read_string_from_file",
	"tfrt_test.report_error_async", "tfrt_test.report_error_concrete_async",
	"tfrt_test.report_error_indirect_async", "tfrt_test.share_to_two", "tfrt_test.string_equal", "tfrt_test.sum",
	"tfrt_test.sum_array_attr.i32", "tfrt_test.sum_array_attr.i64", "tfrt_test.sync_function_runner.i32_i32.i32",
	"tfrt_test.sync_function_runner.i32_i32.i32_i32", "tfrt_test.sync_sum_attributes", "tfrt_test.test_cost",
	"tfrt_test.unique_loc", "tfrt_test.use_sample_shared_context", "tfrt_test.usleep",
	"tfrt_tutorial.create_coordinate", "tfrt_tutorial.print_coordinate", "vt.add", "vt.constant", "vt.print",
};

static const char *const native_names[] = { "native_sink", "native_async_sink", "native_add", "native_async_add",
	"native_error" };

static const char *path[2];

static struct kernels_registry *registry_of(const struct kernels_pack *pack)
{
	struct kernels_diag diag = KERNELS_DIAG_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	if (kernels_registry_add(registry, pack, &diag) != KERNELS_OK) {
		printf("Bail out! %s\n", diag.message);
		exit(1);
	}
	return registry;
}

static void has_exactly(const struct kernels_pack *pack, const char *const *names, size_t count)
{
	struct kernels_registry *registry = registry_of(pack);
	CHECK_INT(kernels_registry_count(registry), count);
	for (size_t i = 0; i < count; i++) {
		const struct kernels_entry *entry = kernels_registry_at(registry, i);
		CHECK_STR(entry ? entry->kernel->name : NULL, names[i]); /* both are sorted */
	}
	kernels_registry_destroy(registry);
}

static void names_of_basic(void)
{
	CHECK_STR(kernels_pack_basic()->name, "basic");
	has_exactly(kernels_pack_basic(), basic_names, sizeof basic_names / sizeof *basic_names);
}

static void names_of_test(void)
{
	CHECK_STR(kernels_pack_test()->name, "test");
	has_exactly(kernels_pack_test(), test_names, sizeof test_names / sizeof *test_names);
}

static void names_of_natives(void)
{
	struct kernels_registry *registry = registry_of(kernels_pack_test());
	CHECK_INT(kernels_pack_test()->native_count, sizeof native_names / sizeof *native_names);
	for (size_t i = 0; i < sizeof native_names / sizeof *native_names; i++)
		CHECK(kernels_registry_find_native(registry, native_names[i], strlen(native_names[i])));
	kernels_registry_destroy(registry);
}

/* ---- READMEs: rows "| `name` | `signature` | ..." */

/* The next text in backquotes, terminated in place; NULL if the line has no more. */
static char *next_quoted(char **at)
{
	char *start = strchr(*at, '`'), *end = start ? strchr(start + 1, '`') : NULL;
	if (!end)
		return NULL;
	*end = '\0';
	*at = end + 1;
	return start + 1;
}

static void readme_lists(const struct kernels_pack *pack, const char *readme)
{
	struct kernels_registry *registry = registry_of(pack);
	FILE *file = fopen(readme, "r");
	size_t rows = 0;
	char line[4096];
	CHECK(file != NULL);
	while (file && fgets(line, sizeof line, file)) {
		char *at = line, *name, *signature;
		if (strncmp(line, "| `", 3) != 0 || !(name = next_quoted(&at)) || strncmp(at, " | `(", 5) != 0 ||
			!(signature = next_quoted(&at)))
			continue;
		const struct kernels_entry *entry = kernels_registry_find(registry, name, strlen(name));
		rows++;
		if (CHECK(entry != NULL))
			CHECK_STR(signature, entry->kernel->signature);
		else
			printf("# %s\n", name);
	}
	CHECK_INT(rows, kernels_registry_count(registry)); /* names are unique, so none is missing */
	if (file)
		fclose(file);
	kernels_registry_destroy(registry);
}

static void readme_of_basic(void) { readme_lists(kernels_pack_basic(), path[0]); }
static void readme_of_test(void) { readme_lists(kernels_pack_test(), path[1]); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(names_of_basic),
		CHECK_CASE(names_of_test),
		CHECK_CASE(names_of_natives),
		CHECK_CASE(readme_of_basic),
		CHECK_CASE(readme_of_test),
	};
	if (argc != 3)
		return 99;
	for (int i = 0; i < 2; i++)
		path[i] = argv[1 + i];
	return check_main(1, argv, cases, sizeof cases / sizeof *cases);
}
