/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Editing modules: removing unreferenced parts or locations from bytecode; and resources, symbols, debug information
 * of modules in memory. mlirbc_write() writes the result, and MLIR reads it.
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
	/* Makes every location unknown: of ops, of block arguments, and those that are parts of attributes. Optional
	 * locations in attributes (`?` of a property, the ends of an llvm loop) are removed. */
	bool strip_locations;
	bool keep_resources; /* keep unreferenced dialect resources */
	const char *producer; /* as in struct mlirbc_load_options. Only layouts of a known release are certain enough to
	                         change the indices in property blobs; others are unknown encodings, see below */
	uint32_t max_work;    /* as in struct mlirbc_load_options; 0: 64 */
};

/* The effect on the tables. */
struct mlirbc_compact_report {
	size_t size;                                                          /* sizeof(struct mlirbc_compact_report) */
	uint64_t attributes, types, strings, op_names, properties, resources; /* number of entries removed */
	/* Unknown encodings in use: attributes, types and property blobs of dialects or releases that the library
	 * does not know. Entries that their bytes could refer to kept their indices. */
	uint64_t opaque;
	uint64_t kept; /* attributes, types and strings that were kept, or replaced by a placeholder, for that reason
	                  alone */
};

/* Rewrites a bytecode file with only those attributes, types, strings, op names, property blobs, dialects and
 * dialect resources that are referenced, the most used attributes and types first. Version, producer, external
 * resources and the meaning of everything stay. The output is deterministic, and for a file that mlirbc_load() reads
 * the function is idempotent.
 * Unknown encodings may refer to anything: every number that can be read at any of their bytes is taken for an index
 * into each of the tables, and the entry with that index keeps it in place. If the entry is a location that is to be
 * stripped, an unknown location takes its place. All resources stay if the file has unknown encodings, or if the
 * text of an attribute or type mentions a resource.
 * @param data must stay valid as long as the context
 * @param report may be NULL; filled when the result is MLIRBC_OK
 * @return MLIRBC_OK · the errors of mlirbc_load() for a broken file; unreferenced parts may be broken · MLIRBC_E_IO
 *         `write` returned an error · MLIRBC_E_NOMEM · MLIRBC_E_LIMIT, also for a file of 2^40 bytes, or with more
 *         than 2^23 dialects.
 * Nothing is written unless everything could be encoded; the output is then written in pieces of 64 KiB. Memory is
 * proportional to the tables and the IR section, and is freed at the end except for the strings of names. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_compact(struct mlirbc_context *context, const void *data,
	size_t size, const struct mlirbc_compact_options *options, mlirbc_write_fn write, void *ctx,
	struct mlirbc_compact_report *report, struct mlirbc_diag *diag);

struct mlirbc_write_options; /* mlirbc/write.h */

/* Writes a module like mlirbc_write() and removes unreferenced entries like mlirbc_compact(), in one call.
 * @param form options of writing; NULL: defaults
 * @param options of compaction; NULL: defaults
 * @return as those functions; nothing is written unless everything could be encoded. Needs the memory of the whole
 *         file, from the allocator of the context, until it returns. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_write_compacted(const struct mlirbc_module *module,
	const struct mlirbc_write_options *form, const struct mlirbc_compact_options *options, mlirbc_write_fn write,
	void *ctx, struct mlirbc_compact_report *report, struct mlirbc_diag *diag);

/* ---- modules in memory. Entries that become unreferenced stay in the tables of the file; mlirbc_compact() removes
 * them from the written bytes. After a failure a module may be changed in part. */

/* The block that holds a module's symbols: the body of its only op if that is a builtin.module, else the top level. */
MLIRBC_API struct mlirbc_block *mlirbc_module_symbols(const struct mlirbc_module *module);

/* Removes everything from mlirbc_module_symbols() except the symbols with these names and those that they refer to,
 * transitively. Searches attributes, properties and the texts and bytes of dialects for references.
 * @return MLIRBC_OK · MLIRBC_E_NOT_FOUND a symbol does not exist; diag names it · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT ·
 *         the errors of mlirbc_load(), for parts of a file that are read now and are broken. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_extract(
	struct mlirbc_module *module, const struct mlirbc_string *names, size_t count, struct mlirbc_diag *diag);

struct mlirbc_merge_options {
	size_t size; /* sizeof(struct mlirbc_merge_options) */
	/* Renames a private symbol that has the name of another one, and updates the references to it. Without this,
	 * and for symbols that are not private, equal names are an error. */
	bool rename_private;
};

/* Moves the ops of mlirbc_module_symbols(from) to the end of those of `into`, and the resources; both modules are of
 * one context, and `from` is empty afterwards. A function that is declared in one module and defined in the other
 * becomes the definition, if the types are equal; of two declarations one stays. Merges the attributes of the two
 * builtin.modules (not the name). A dialect resource whose key exists with other data gets a new key.
 * @return MLIRBC_OK · MLIRBC_E_ARG modules of two contexts, or names, attributes or external resources that are in
 *         both and differ: diag names them, nothing is changed · MLIRBC_E_UNSUPPORTED a symbol would have to be
 *         renamed in a type or in bytes of a dialect (in text of its attributes, "@name" is renamed) ·
 *         MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · the errors of mlirbc_load(). */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_merge(struct mlirbc_module *into, struct mlirbc_module *from,
	const struct mlirbc_merge_options *options, struct mlirbc_diag *diag);

/* Renames a symbol with all its uses: references in attributes and properties, and in the texts of dialects'
 * attributes. References are looked up as MLIR does, in the nearest symbol table (the op around the symbol, and
 * builtin.module elsewhere); nested ones, as in
 * "@module::@symbol", are renamed too. Reads the regions that are still in the file.
 * @param name not empty; copied. The present name of the symbol: nothing changes
 * @return MLIRBC_OK · MLIRBC_E_ARG the op is not a symbol of a module, or the block around it has another symbol with
 *         that name · MLIRBC_E_UNSUPPORTED the name is mentioned in a type or in bytes of a dialect · MLIRBC_E_NOMEM,
 *         MLIRBC_E_LIMIT · the errors of mlirbc_load(). Nothing is changed unless the result is MLIRBC_OK, or memory
 *         is short. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_symbol_rename(
	struct mlirbc_op *symbol, struct mlirbc_string name, struct mlirbc_diag *diag);
/* Finds the next op after `current` (NULL: the first), in pre-order over the module, that refers to the symbol in the
 * sense of mlirbc_symbol_rename(), also in the texts of types if both have the same symbol table. *out_user is NULL
 * when there is none.
 *
 *	for (struct mlirbc_op *user = NULL;
 *		mlirbc_symbol_next_user(symbol, user, &user, NULL) == MLIRBC_OK && user;)
 *
 * @return MLIRBC_OK · MLIRBC_E_ARG the op is not a symbol of a module, or `current` is in another module ·
 *         MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · the errors of mlirbc_load() */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_symbol_next_user(const struct mlirbc_op *symbol,
	struct mlirbc_op *current, struct mlirbc_op **out_user, struct mlirbc_diag *diag);

/* Removes debug information that is not a location: the ops llvm.intr.dbg.*, debug expressions of llvm.mlir.global,
 * and discardable attributes that are debug information of the llvm dialect.
 * @param out_count number of removals; may be NULL
 * @return MLIRBC_OK · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · the errors of mlirbc_load(). */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_strip_debug_info(
	struct mlirbc_module *module, uint64_t *out_count, struct mlirbc_diag *diag);

/* Returns the first resource with that key, of that dialect or external group (NULL: any); NULL if there is none. */
MLIRBC_API struct mlirbc_resource *mlirbc_resource_find(
	const struct mlirbc_module *module, const char *group, const char *key);
/* Removes the resource from the module. Attributes that name it stay. Where indices in a file could refer to later
 * resources, it stays as a declaration without data (MLIRBC_RESOURCE_NONE). False when the resource is not in the
 * module. */
MLIRBC_API bool mlirbc_resource_remove(struct mlirbc_module *module, struct mlirbc_resource *resource);
/* Stores in *out_attr an attribute of the module that is dense_resource<key>, whose type describes the data; NULL if
 * there is none. Reads the regions that are still in the file. Valid as long as the context.
 * @return MLIRBC_OK · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · the errors of mlirbc_module_load() for a broken file */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_resource_attr(const struct mlirbc_module *module, const char *key,
	const struct mlirbc_attr **out_attr, struct mlirbc_diag *diag);
/* True when an attribute of the module is dense_resource<key>. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_resource_is_used(
	const struct mlirbc_module *module, const char *key, bool *out_used, struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
