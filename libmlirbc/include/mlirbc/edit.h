/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Editing modules: bytecode without what nobody uses, or without locations; and resources, symbols, debug information of
 * modules in memory. What is made here is written by mlirbc_write() and read by MLIR.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_EDIT_H
#define MLIRBC_EDIT_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- bytecode, without reading its ops into memory */

struct mlirbc_compact_options {
	size_t size;        /* sizeof(struct mlirbc_compact_options) */
	uint32_t max_depth; /* nested regions; 0: 512 */
	/* Every location becomes unknown: of ops, of block arguments, and those that are parts of attributes. Those that an
	 * attribute may lack (`?` of a property, the ends of an llvm loop) are left out. */
	bool strip_locations;
};

/* What became of the tables. */
struct mlirbc_compact_report {
	size_t size; /* sizeof(struct mlirbc_compact_report) */
	uint64_t attributes, types, strings, op_names, properties, resources; /* entries less than before */
	/* Encodings in use that are not understood: attributes, types and property blobs of dialects or releases that the
	 * library does not know. Whatever their bytes could refer to was kept under its number. */
	uint64_t opaque;
	uint64_t kept; /* attributes, types and strings that were kept, or have an empty place, for that reason alone */
};

/* Writes a bytecode file again with only those attributes, types, strings, op names, property blobs, dialects and dialect
 * resources that something in it refers to, the most used attributes and types first. Version, producer, external resources and
 * the meaning of everything stay. The same file gives the same bytes everywhere, and what was written once stays the same
 * when it is written again.
 * Bytes that are not understood may refer to anything; every number that can be read at any of their bytes is taken for an
 * index into each of the tables, and what has that index keeps it. An entry that must keep its place, is a location, and is to
 * be stripped becomes an unknown location there. Resources all stay as soon as there are such bytes, or when
 * text of an attribute or type mentions one.
 * @param data   must stay valid as long as the context
 * @param report may be NULL; filled when the result is MLIRBC_OK
 * @return MLIRBC_OK · what mlirbc_load() returns of a file that is broken; parts that nothing refers to may be ·
 *         MLIRBC_E_IO when write said so · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT.
 * Nothing is written unless all could be encoded. Takes memory in proportion to the tables and to what is written, given back
 * at the end but for the strings of names. */
MLIRBC_API enum mlirbc_status mlirbc_compact(struct mlirbc_context *context, const void *data, size_t size,
	const struct mlirbc_compact_options *options, mlirbc_write_fn write, void *ctx,
	struct mlirbc_compact_report *report, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
