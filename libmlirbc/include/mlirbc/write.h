/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* IR to MLIR bytecode, versions 0 to 6.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_WRITE_H
#define MLIRBC_WRITE_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/output.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Counts what was written in a form other than the original. */
struct mlirbc_write_report {
	size_t size; /* sizeof(struct mlirbc_write_report) */
	/* Flags and numbers of ops that are properties without being attributes (overflowFlags of llvm.add), which a
	 * version below 5 stores as attributes: mlirbc_load() restores them as properties, MLIR reads them as
	 * discardable attributes. */
	uint64_t properties_as_attributes;
};

struct mlirbc_dialect_interface;

struct mlirbc_write_options {
	size_t size;      /* sizeof(struct mlirbc_write_options) */
	bool has_version; /* use `version`; else that of the file, for text 6 */
	uint32_t version; /* 0 to 6 */
	/* The producer string. Readers derive the layout of properties from it, so it must be of the release of the
	 * file if the file has properties. NULL: that of the module; if it has none, and for files without
	 * properties that get some, "MLIR22.1.8". */
	const char *producer;
	/* Omits use-list orders that a version before 3 cannot represent; without this they are an error. */
	bool drop_use_orders;
	struct mlirbc_write_report *report; /* may be NULL; filled when the result is MLIRBC_OK */
	/* The interfaces of dialects (mlirbc/dialect.h): encodings and versions. */
	const struct mlirbc_dialect_interface *const *interfaces;
	size_t interface_count;
	/* Properties of unknown layout that come from another file (mlirbc_merge()) keep their bytes if the numbers in
	 * them name equal entries of the module's file, which keeps its tables. By default every number that can be
	 * read at any byte counts as an index into every table. With this, only numbers one after the other, as
	 * indices of attributes: the form of most properties, but an assumption. */
	bool attribute_indices;
};

/* Writes a module. The tables of a module that was built or parsed have the order of MLIR's writer; COMPATIBILITY.md
 * lists where the bytes differ from those of mlir-opt. A module that was loaded keeps the tables of its file with
 * all their indices; new entries are appended. An unchanged file therefore round-trips to identical bytes if its
 * numbers have the shortest encoding, as MLIR's have. `options` NULL: defaults.
 * @return MLIRBC_OK · MLIRBC_E_ARG unknown version, or incomplete IR: an operand that is missing or not visible ·
 *         MLIRBC_E_UNSUPPORTED the version cannot represent something, which diag names, or something is only known
 *         as bytes of another file · MLIRBC_E_IO `write` returned an error · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · the
 *         errors of mlirbc_load(), for parts of a file that are read now and are broken.
 * Nothing is written unless everything could be encoded. Unread regions of the file (`unread`) are copied without
 * being decoded if the version is that of the file and their position is unchanged, else read first; apart from that
 * only the scratch numbers of the IR change. Needs the memory of the written IR section and 8 bytes for each op,
 * without a file also 50 for each attribute, type and op name; all are freed at the end. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_write(const struct mlirbc_module *module,
	const struct mlirbc_write_options *options, mlirbc_write_fn write, void *ctx, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
