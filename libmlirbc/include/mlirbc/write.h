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

/* What was written in another form than it was meant in. */
struct mlirbc_write_report {
	size_t size; /* sizeof(struct mlirbc_write_report) */
	/* Flags and numbers of ops that are properties without being attributes (overflowFlags of llvm.add), which a version
	 * below 5 holds as attributes: mlirbc_load() reads them as what they were, MLIR as discardable attributes. */
	uint64_t properties_as_attributes;
};

struct mlirbc_write_options {
	size_t size;      /* sizeof(struct mlirbc_write_options) */
	bool has_version; /* `version` counts; else that of the file, for text 6 */
	uint32_t version; /* 0 to 6 */
	/* Who wrote it. Readers tell from it how properties are laid out, so it must be of the same release as the file
	 * when that has properties. NULL: that of the module; if it has none, and for files without properties
	 * that get some, "MLIR22.1.8". */
	const char *producer;
	/* Orders of uses that a version before 3 cannot hold are left out; without this they are an error. */
	bool drop_use_orders;
	struct mlirbc_write_report *report; /* may be NULL; filled when the result is MLIRBC_OK */
};

/* Writes a module. What was built or parsed gets its tables in the order of MLIR's writer; see COMPATIBILITY.md for where
 * the bytes are not those of mlir-opt. A module that was loaded keeps the tables of its file with all their numbers; what
 * is new comes behind. So a file that nobody changed comes out as the same bytes when its numbers are written in the
 * shortest form, as MLIR's are. `options` NULL: defaults.
 * @return MLIRBC_OK · MLIRBC_E_ARG no such version, or IR that is not whole: an operand that is missing or not visible
 * · MLIRBC_E_UNSUPPORTED the version cannot hold something, which diag names, or something is only known as bytes of
 *         another file · MLIRBC_E_IO when write said so · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · what mlirbc_load() returns,
 * for parts of a file that are read now and are broken. Nothing is written unless all could be encoded. Regions left in
 * the file (`unread`) are copied without being looked at when the version is that of the file and they stay where they
 * are, else read first; apart from that only the scratch numbers of the IR change. Needs the memory of the IR section
 * as written and 8 bytes for each op, without a file also 50 for each attribute, type and op name, given back at the
 * end. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_write(const struct mlirbc_module *module,
	const struct mlirbc_write_options *options, mlirbc_write_fn write, void *ctx, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
