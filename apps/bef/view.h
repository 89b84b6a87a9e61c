/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A verified program with its tables at hand, for the commands that look at programs. */
#ifndef BEF_APP_VIEW_H
#define BEF_APP_VIEW_H

#include "bef.h"

#include <bef/reader.h>

struct view_kernel {
	struct bef_kernel kernel;
	struct bef_string name;
	uint32_t stream;
};

struct view_function {
	struct bef_function function;
	struct view_kernel *kernels; /* without the pseudo kernel; NULL for native functions */
	uint32_t kernel_count;
	uint32_t root_stream, register_count;
	uint32_t *results;                   /* registers, function.result_count of them; NULL for native functions */
	uint64_t location;                   /* offset; of native functions UINT64_MAX */
	struct bef_numbers names, registers; /* AttributeNames and RegisterTypes of the function; left 0: absent */
};

struct view {
	struct program program;
	struct bef_reader reader;
	struct view_function *functions; /* reader.function_count of them */
	struct bef_string *kernels, *types;
	uint32_t *attr_offsets, *attr_types; /* ascending offsets */
	size_t attr_count;
};

/* Loads, verifies and walks a program. @return CLI_GOOD, or the exit code after a message; then there is nothing to
 * finish */
int view_open(const char *path, struct view *out_view);
/* How commands begin: reads the command line, and opens the program that it names.
 * @return CLI_GO_ON, or the exit code with which to end; then there is nothing to finish */
int view_command(const struct cli_command *self, const struct cli_option *options, size_t count, int argc, char **argv,
	struct view *out_view);
void view_finish(struct view *view);

/* The type of the attribute at an offset, 0 when the file does not say. */
uint32_t view_attr_type(const struct view *view, uint32_t offset);
/* The next of `numbers` as a number of the table or section it is for; UINT64_MAX at the end. */
uint64_t view_next(struct bef_numbers *numbers);

/* Longest chain of kernels that wait for each other, and how many streams the kernels are in. False: out of memory. */
bool view_critical_path(const struct view_function *function, uint32_t *out_length);
bool view_stream_count(const struct view_function *function, uint32_t *out_count);

/* What a function is called: @name, or its number. */
void view_print_name(const struct view_function *function);

#endif
