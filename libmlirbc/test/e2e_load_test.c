/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text and bytecode mean the same: programs of the golden BEF set, read as text here, and written as bytecode by
 * mlir-opt-22 and loaded, print alike, locations included. Environment MLIR_OPT names another mlir-opt. Skipped
 * without the tool or the data. */
#include "golden.h"

#include <unistd.h>

static char bytecode[64] = "/tmp/mlirbc-e2e-XXXXXX";
static size_t same, refused;

static const char *tool(void)
{
	const char *asked = getenv("MLIR_OPT");
	return asked ? asked : "mlir-opt-22";
}

static bool run(const char *arguments, const char *input)
{
	char command[8192];
	snprintf(command, sizeof command, "'%s' %s '%s' >'%s' 2>/dev/null", tool(), arguments, input, bytecode);
	return system(command) == 0;
}

static struct text print(const struct mlirbc_module *module)
{
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = true };
	struct text out = { 0 };
	CHECK_INT(mlirbc_print(module, &options, append, &out), MLIRBC_OK);
	return out;
}

static struct text print_parsed(const char *path, const struct text *source)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .file_name = path };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	struct text out = { 0 };
	if (context && mlirbc_parse(context, source->data, source->size, &options, &module, &diag) == MLIRBC_OK)
		out = print(module);
	else
		check_report(__FILE__, __LINE__, "%s:%u:%u: %s", path, diag.line, diag.column, diag.message);
	mlirbc_context_destroy(context);
	return out;
}

static void check_file(const char *folder, const char *name)
{
	char path[4096];
	struct text source;
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!run("--allow-unregistered-dialect --emit-bytecode", path)) {
		refused++; /* types of MLIR's own test dialect that it does not have */
		return;
	}
	if (!read_file(path, &source))
		abort();
	struct loaded l = load("/", bytecode);
	if (l.status == MLIRBC_OK) {
		struct text loaded = print(l.module), parsed = print_parsed(path, &source);
		if (loaded.size == parsed.size && memcmp(loaded.data, parsed.data, parsed.size) == 0)
			same++;
		else
			check_report(__FILE__, __LINE__, "%s differs from its bytecode", name);
		free(loaded.data);
		free(parsed.data);
	} else {
		check_report(__FILE__, __LINE__, "%s: %s at %llu: %s", name, mlirbc_status_name(l.status),
			(unsigned long long)l.diag.offset, l.diag.message);
	}
	unload(&l);
	free(source.data);
}

static void bytecode_is_the_same_as_text(void)
{
	if (!run("--version", "/dev/null")) {
		CHECK_SKIP("no mlir-opt-22");
		return;
	}
	size_t files = each_file(".", ".generic.mlir", check_file);
	printf("# %zu of %zu files are the same, %zu not read by mlir-opt\n", same, files, refused);
	CHECK(same > 40 && same + refused == files);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(bytecode_is_the_same_as_text) };
	int fd = golden_find("bef") ? mkstemp(bytecode) : -1;
	if (fd < 0)
		return 0; /* the plan line says it: meson takes 77 after TAP for an error */
	close(fd);
	int result = check_main(argc, argv, cases, 1);
	unlink(bytecode);
	return result;
}
