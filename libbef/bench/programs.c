/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "programs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 1000 };

__attribute__((format(printf, 2, 3)))
static void add(struct program_text *out, const char *format, ...)
{
	va_list arguments;
	if (out->room - out->size < 4096) {
		char *more = realloc(out->text, out->room + 65536);
		if (!more) {
			program_free(out);
			return;
		}
		out->text = more;
		out->room += 65536;
	}
	va_start(arguments, format);
	out->size += (size_t)vsnprintf(out->text + out->size, out->room - out->size, format, arguments);
	va_end(arguments);
}

void program_free(struct program_text *text)
{
	free(text->text);
	*text = (struct program_text){ NULL, 0, 0 };
}

void program_chain(struct program_text *out, const char *constant, const char *op, const char *attributes)
{
	add(out, "func.func @main() -> i32%s {\n  %%c = \"%s\"() {value = 1 : i32} : () -> i32\n", attributes,
		constant);
	add(out, "  %%v0 = \"%s\"(%%c, %%c) : (i32, i32) -> i32\n", op);
	for (int i = 1; i < WIDTH; i++)
		add(out, "  %%v%d = \"%s\"(%%v%d, %%c) : (i32, i32) -> i32\n", i, op, i - 1);
	add(out, "  tfrt.return %%v%d : i32\n}\n", WIDTH - 1);
}

void program_wide(struct program_text *out, const char *op)
{
	int row[WIDTH], width = WIDTH, next = WIDTH; /* value numbers: `op` first, then the tree */
	add(out, "func.func @main() -> i32 {\n  %%c = tfrt.constant.i32 1\n");
	for (int i = 0; i < WIDTH; i++) {
		add(out, "  %%v%d = \"%s\"(%%c, %%c) : (i32, i32) -> i32\n", i, op);
		row[i] = i;
	}
	while (width > 1) {
		int made = 0;
		for (int i = 0; i + 1 < width; i += 2) {
			add(out, "  %%v%d = tfrt.add.i32 %%v%d, %%v%d\n", next, row[i], row[i + 1]);
			row[made++] = next++;
		}
		if (width % 2)
			row[made++] = row[width - 1];
		width = made;
	}
	add(out, "  tfrt.return %%v%d : i32\n}\n", row[0]);
}

void program_merge(struct program_text *out)
{
	add(out, "func.func @main() -> !tfrt.chain {\n  %%c = tfrt.new.chain\n");
	for (int i = 0; i < WIDTH; i++)
		add(out, "  %%a%d = tfrt.merge.chains %%c, %%c : !tfrt.chain, !tfrt.chain\n", i);
	add(out, "  %%r = tfrt.merge.chains ");
	for (int i = 0; i < WIDTH; i++)
		add(out, "%s%%a%d", i ? ", " : "", i);
	add(out, " : ");
	for (int i = 0; i < WIDTH; i++)
		add(out, "%s!tfrt.chain", i ? ", " : "");
	add(out, "\n  tfrt.return %%r : !tfrt.chain\n}\n");
}

void program_fib(struct program_text *out, int n)
{
	add(out,
		"func.func @fib(%%n: i32) -> i32 {\n"
		"  %%one = tfrt.constant.i32 1\n"
		"  %%small = \"tfrt.lessequal.i32\"(%%n, %%one) : (i32, i32) -> (i1)\n"
		"  %%r = tfrt.if %%small, %%n : (i32) -> i32 {\n"
		"    tfrt.return %%n : i32\n"
		"  } else {\n"
		"    %%less = tfrt.constant.i32 -1\n"
		"    %%n1 = tfrt.add.i32 %%n, %%less\n"
		"    %%n2 = tfrt.add.i32 %%n1, %%less\n"
		"    %%f1 = tfrt.call @fib(%%n1) : (i32) -> (i32)\n"
		"    %%f2 = tfrt.call @fib(%%n2) : (i32) -> (i32)\n"
		"    %%s = tfrt.add.i32 %%f1, %%f2\n"
		"    tfrt.return %%s : i32\n"
		"  }\n"
		"  tfrt.return %%r : i32\n"
		"}\n"
		"func.func @main() -> i32 {\n"
		"  %%n = tfrt.constant.i32 %d\n"
		"  %%r = tfrt.call @fib(%%n) : (i32) -> (i32)\n"
		"  tfrt.return %%r : i32\n"
		"}\n",
		n);
}

void program_repeat(struct program_text *out)
{
	add(out,
		"func.func @main() -> i32 {\n"
		"  %%n = tfrt.constant.i32 100000\n"
		"  %%one = tfrt.constant.i32 1\n"
		"  %%zero = tfrt.constant.i32 0\n"
		"  %%r:2 = tfrt.repeat.i32 %%n, %%zero, %%one : i32, i32 {\n"
		"    %%s = tfrt.add.i32 %%zero, %%one\n"
		"    tfrt.return %%s, %%one : i32, i32\n"
		"  }\n"
		"  tfrt.return %%r#0 : i32\n"
		"}\n");
}

void program_one(struct program_text *out)
{
	add(out, "func.func @main() -> i32 {\n  %%c = tfrt.constant.i32 42\n  tfrt.return %%c : i32\n}\n");
}
