/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the README's example, and checks that the README quotes it exactly. */
#include "build.h"
#include "readme_example.h"

#include <check.h>
#include <stdlib.h>

static void runs_main(void)
{
	static const struct op ops[] = {
		{ .kernel = "tfrt.constant.i32", .results = LIST(0), .attributes = LIST(21) },
		{ .kernel = "tfrt.add.i32", .arguments = LIST(0, 0), .results = LIST(1) },
	};
	static const struct fn f = { .name = "main",
		.result_types = { "i32" },
		.register_count = 2,
		.returned = LIST(1),
		.ops = ops,
		.op_count = 2 };
	int32_t result = 0;
	size_t size = 0;
	uint8_t *bytes = build(&f, 1, &size);
	CHECK_OR_RETURN(bytes);
	CHECK_INT(run(bytes, size, &result), 0);
	CHECK_INT(result, 42);
	bytes[0] ^= 1;
	CHECK_INT(run(bytes, size, &result), 1);
	free(bytes);
}

static char *read_text(const char *path)
{
	FILE *f = fopen(path, "rb");
	char *text = calloc(1, 1 << 20);
	if (f && text)
		text[fread(text, 1, (1 << 20) - 1, f)] = 0;
	if (f)
		fclose(f);
	return text;
}

static void stands_in_the_readme(void)
{
	char *example = read_text(EXAMPLE), *readme = read_text(README);
	const char *code = example ? strstr(example, "#include <bef/exec.h>") : NULL;
	CHECK(code && readme && strstr(readme, code));
	free(example);
	free(readme);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(runs_main), CHECK_CASE(stands_in_the_readme) };
	return check_main(argc, argv, cases, 2);
}
