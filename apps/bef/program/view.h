/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A verified program with its tables in arrays, for commands that inspect programs. */
#ifndef BEF_APP_VIEW_H
#define BEF_APP_VIEW_H

#include "program/program.h"

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
	struct bef_numbers names, registers; /* lists of the function; `left` is 0 if absent */
};

struct view {
	struct program program;
	bool borrowed; /* the program is the caller's */
	struct bef_reader reader;
	struct view_function *functions; /* reader.function_count of them */
	struct bef_string *kernels, *types;
	uint32_t *attr_offsets, *attr_types; /* ascending offsets */
	size_t attr_count;
};

/* Loads, verifies and walks a program. @return CLI_GOOD, or the exit code after a message; then there is nothing to
 * finish */
int view_open(const char *path, struct view *out_view);
/* The same for a program that is loaded, and that must outlive the view. */
int view_program(const struct program *program, struct view *out_view);
void view_finish(struct view *view);

/* Returns the type of the attribute at an offset, or 0 if the file does not store it. */
uint32_t view_attr_type(const struct view *view, uint32_t offset);
/* Returns the next of `numbers` as an index of its table; UINT64_MAX at the end. */
uint64_t view_next(struct bef_numbers *numbers);

/* For each register the kernel that defines it, from 1; 0: an argument. To be freed; NULL: out of memory. */
uint32_t *view_makers(const struct view_function *function);
/* Computes the longest chain of dependent kernels, and the number of streams. False: out of memory. */
bool view_critical_path(const struct view_function *function, uint32_t *out_length);
bool view_stream_count(const struct view_function *function, uint32_t *out_count);

/* Prints the name of a function: @name, or its number. */
void view_print_name(const struct view_function *function);

#endif
