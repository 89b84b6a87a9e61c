/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A bytecode file that is read lazily. The IR knows the file by this struct; the reader fills it in and provides the
 * functions that read more. */
#ifndef MLIRBC_SRC_FILE_H
#define MLIRBC_SRC_FILE_H

#include "dialects/op_properties.h"
#include "ir/context.h"

#include <mlirbc/load.h>

struct mlirbc__file_reader {
	/* Makes the attribute that has this number in the context. False if the number is not one of the file. */
	bool (*make_ref)(struct mlirbc_file *file, uint32_t ref);
	/* Records that the attribute has a kind other than `expected`. False if the number is not one of the file. */
	bool (*wrong_kind)(struct mlirbc_file *file, uint32_t ref, const char *expected);
	/* Reads the regions of an op from offset `at`. On failure the op has empty regions. */
	enum mlirbc_status (*load_regions)(
		struct mlirbc_file *file, struct mlirbc_op *op, size_t at, struct mlirbc_diag *diag);
	/* Frees the private memory of the file, and the file. */
	void (*finish)(struct mlirbc_file *file);
};

/* The first member of the reader's structure for a file. */
struct mlirbc_file {
	const struct mlirbc__file_reader *reader;
	struct mlirbc_file *next;   /* of the context */
	size_t size;                /* bytes of the input */
	struct mlirbc_diag failure; /* the first failure of a lazy read */
	enum mlirbc__release release; /* whose ops the file has; the nearest known one if its producer is unknown */
};

/* Stored after the regions of an op that are still in the file. */
struct mlirbc__unread {
	struct mlirbc_file *file;
	size_t at;
};
static inline struct mlirbc__unread *mlirbc__unread_of(const struct mlirbc_op *op)
{
	return (struct mlirbc__unread *)(void *)(mlirbc_op_regions(op) + op->region_count);
}

#endif
