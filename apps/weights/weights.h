/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants of a module in a separate .npz file. In the module, each is dense_resource<KEY> without data; the group MLIRBC_WEIGHTS of its
 * external resources has an entry for each array of the file, with its name as the key:
 *
 *	"dense KEY"          the constant was dense<...>
 *	"resource:64 KEY"    the constant was this resource, with data of alignment 64 */
#ifndef WEIGHTS_H
#define WEIGHTS_H

#include "../cli/cli.h"
#include <tensorfile/zip.h>

#include <mlirbc/ir.h>

#define WEIGHTS_GROUP "mlirbc.weights"
/* A second external group: the version of the portable artifact that was split, as the entry "version". */
#define WEIGHTS_ARTIFACT_GROUP "mlirbc.artifact"

/* ---- arrays.c */

enum { WEIGHTS_DTYPE = 16 };
/* NumPy's name of the elements of a tensor or vector, and the bytes of all of them: "|V2" for bf16 and "|V1" for f8 and i4, of which the
 * package ml_dtypes makes views. False: NumPy cannot have this array. */
bool weights_array(const struct mlirbc_type *type, char out_dtype[WEIGHTS_DTYPE], size_t *out_size);

/* A file of arrays. Zero-initialized: there is none. */
struct weights_file {
	struct cli_input input;
	struct tensorfile_zip zip;
	struct weights_entry *entries; /* sorted by name */
	void **blocks;                 /* data that resources of the module use */
	size_t block_count, room;
};
/* @return CLI_GOOD, or the exit code after a message, with nothing to close */
int weights_open(const char *path, struct weights_file *out_file);
/* The context of a module with resources from the file must not be used afterwards. */
void weights_close(struct weights_file *file);

/* ---- names.c */

/* The name of a constant in its location, as "p['w']", else in that of its first use, as "Net/Dense_0/dot_general"; without the parts that name
 * compiled functions. False: there is none. */
bool weights_name(const struct mlirbc_op *op, struct mlirbc_string *out);

/* ---- split.c */

struct weights_split {
	uint64_t count, bytes;
};
/* True if weights_split() has made the module. */
bool weights_are_split(const struct mlirbc_module *module);
/* Moves the constants of more than `larger_than` bytes to a new archive. A constant is the attribute `value` or `initial_value` of any
 * op. Those that NumPy cannot represent stay. `name`: of the model, for messages; `path`: of the archive.
 * @return CLI_GOOD, or the exit code after a message; then the module may be changed in part */
int weights_split(struct mlirbc_module *module, uint64_t larger_than, const char *name, struct tensorfile_zip_writer *zip, const char *path,
	struct weights_split *out);

/* ---- join.c */

/* Puts the constants back. With `keep`, all become resources, whose data is that of the file, for modules that are not written; without it,
 * they get the form that they had. The arrays of the file must be those of the module: names, shapes and types.
 * @return CLI_GOOD, or the exit code after messages; then the module may be changed in part */
int weights_join(struct mlirbc_module *module, const char *name, struct weights_file *file, bool keep);

#endif
