/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Editing modules: bytecode without what nobody uses, or without locations; and resources, symbols, debug information
 * of modules in memory. What is made here is written by mlirbc_write() and read by MLIR.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_EDIT_H
#define MLIRBC_EDIT_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/output.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- bytecode, without reading its ops into memory */

struct mlirbc_compact_options {
	size_t size;        /* sizeof(struct mlirbc_compact_options) */
	uint32_t max_depth; /* nested regions; 0: 512 */
	/* Every location becomes unknown: of ops, of block arguments, and those that are parts of attributes. Those
	 * that an attribute may lack (`?` of a property, the ends of an llvm loop) are left out. */
	bool strip_locations;
	bool keep_resources; /* dialect resources that nothing refers to stay */
};

/* What became of the tables. */
struct mlirbc_compact_report {
	size_t size;                                                          /* sizeof(struct mlirbc_compact_report) */
	uint64_t attributes, types, strings, op_names, properties, resources; /* entries less than before */
	/* Encodings in use that are not understood: attributes, types and property blobs of dialects or releases that
	 * the library does not know. Whatever their bytes could refer to was kept under its number. */
	uint64_t opaque;
	uint64_t kept; /* attributes, types and strings that were kept, or have an empty place, for that reason alone */
};

/* Writes a bytecode file again with only those attributes, types, strings, op names, property blobs, dialects and
 * dialect resources that something in it refers to, the most used attributes and types first. Version, producer,
 * external resources and the meaning of everything stay. The same file gives the same bytes everywhere, and what was
 * written once of a file that mlirbc_load() reads stays the same when it is written again. Bytes that are not
 * understood may refer to anything; every number that can be read at any of their bytes is taken for an index into each
 * of the tables, and what has that index keeps it. An entry that must keep its place, is a location, and is to be
 * stripped becomes an unknown location there. Resources all stay as soon as there are such bytes, or when text of an
 * attribute or type mentions one.
 * @param data   must stay valid as long as the context
 * @param report may be NULL; filled when the result is MLIRBC_OK
 * @return MLIRBC_OK · what mlirbc_load() returns of a file that is broken; parts that nothing refers to may be ·
 *         MLIRBC_E_IO when write said so · MLIRBC_E_NOMEM · MLIRBC_E_LIMIT, also of a file of 2^40 bytes, or with more
 *         than 2^23 dialects.
 * Nothing is written unless all could be encoded; it then goes out in pieces of 64 KiB. Takes memory in proportion to
 * the tables and the IR section, given back at the end but for the strings of names. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_compact(struct mlirbc_context *context, const void *data,
	size_t size, const struct mlirbc_compact_options *options, mlirbc_write_fn write, void *ctx,
	struct mlirbc_compact_report *report, struct mlirbc_diag *diag);

/* ---- modules in memory. What nothing refers to any more is left in the tables of its file; mlirbc_compact() leaves it
 * out of what was written. After a failure a module may be changed in part. */

/* Where a module has its symbols: the body of its only op if that is a builtin.module, else the top level. */
MLIRBC_API struct mlirbc_block *mlirbc_module_symbols(const struct mlirbc_module *module);

/* Removes everything from mlirbc_module_symbols() but the symbols with these names, those that they refer to, and so
 * on. References are looked for in attributes, properties and the texts and bytes of dialects.
 * @return MLIRBC_OK · MLIRBC_E_NOT_FOUND there is no such symbol, which diag names · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT ·
 * what mlirbc_load() returns, for parts of a file that are read now and are broken. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_extract(
	struct mlirbc_module *module, const struct mlirbc_string *names, size_t count, struct mlirbc_diag *diag);

struct mlirbc_merge_options {
	size_t size; /* sizeof(struct mlirbc_merge_options) */
	/* A symbol that is private and has the name of another one gets a new name, in what refers to it, too. Without
	 * this, and for others, equal names are an error. */
	bool rename_private;
};

/* Moves the ops of mlirbc_module_symbols(from) to the end of those of `into`, and the resources; both modules are of
 * one context, and nothing is left in `from`. A function that one module only declares is the one that the other
 * defines, if the types are the same; of two declarations one stays. Attributes of the two builtin.modules are put
 * together (not the name). A resource of a dialect with a key that is there with other data gets a new key.
 * @return MLIRBC_OK · MLIRBC_E_ARG modules of two contexts, or names, attributes or external resources that are in both
 *         and differ: diag names them, nothing is changed · MLIRBC_E_UNSUPPORTED a symbol would have to be renamed in a
 *         type or in bytes of a dialect (in text of its attributes, "@name" is renamed) · MLIRBC_E_NOMEM,
 *         MLIRBC_E_LIMIT · what mlirbc_load() returns. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_merge(struct mlirbc_module *into, struct mlirbc_module *from,
	const struct mlirbc_merge_options *options, struct mlirbc_diag *diag);

/* Removes debug information that is not a location: the ops llvm.intr.dbg.*, debug expressions of llvm.mlir.global, and
 * discardable attributes that are debug information of the llvm dialect. *out_count (may be NULL): how many.
 * @return MLIRBC_OK · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · what mlirbc_load() returns. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_strip_debug_info(
	struct mlirbc_module *module, uint64_t *out_count, struct mlirbc_diag *diag);

/* The first resource with that key, of that dialect or external group (NULL: any); NULL: there is none. */
MLIRBC_API struct mlirbc_resource *mlirbc_resource_find(
	const struct mlirbc_module *module, const char *group, const char *key);
/* Takes it out of the module. Attributes that name it stay. Where numbers in a file could be of others behind it, it
 * stays as a declaration without data (MLIRBC_RESOURCE_NONE). False when it is not the module's. */
MLIRBC_API bool mlirbc_resource_remove(struct mlirbc_module *module, struct mlirbc_resource *resource);
/* *out_attr becomes an attribute of the module that is dense_resource<key>, whose type says what the data are; NULL if
 * there is none. Reads the regions that are still in the file. Valid as long as the context.
 * @return MLIRBC_OK · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · what mlirbc_module_load() returns of a broken file */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_resource_attr(const struct mlirbc_module *module, const char *key,
	const struct mlirbc_attr **out_attr, struct mlirbc_diag *diag);
/* True when an attribute of the module is dense_resource<key>. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_resource_is_used(
	const struct mlirbc_module *module, const char *key, bool *out_used, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
