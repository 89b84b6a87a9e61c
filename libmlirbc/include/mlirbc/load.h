/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MLIR bytecode to IR: versions 0 to 6 of the MLIR bytecode format.
 *
 * Thread class: one-at-a-time per context; mlirbc_is_bytecode() is safe. */
#ifndef MLIRBC_LOAD_H
#define MLIRBC_LOAD_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* True when the bytes start with the magic number of MLIR bytecode. */
MLIRBC_API bool mlirbc_is_bytecode(const void *data, size_t size);

struct mlirbc_dialect; /* mlirbc/dialect.h */
struct mlirbc_dialect_interface;

struct mlirbc_load_options {
	size_t size; /* sizeof(struct mlirbc_load_options) */
	/* Nested regions, attributes and types; 0: 512, and 4,096 for locations. Reading uses no stack for them;
	 * printing, writing, hashing and editing use stack for attributes and types, and refuse more than 4,096
	 * levels. */
	uint32_t max_depth;
	/* Limit for repeated reading of the same bytes, as a multiple of the size of the file; 0: 64. */
	uint32_t max_work;
	/* Regions of isolated ops stay in the file (version 2 and later) until mlirbc_op_load(); those of a
	 * top-level op are read. Implies lazy_attributes. The final NUL of a string is checked when an object made
	 * of it is requested, also by mlirbc_op_symbol(), but not by mlirbc_file_string(). */
	bool lazy;
	/* Attributes and locations are materialized, and found to be broken, on first use only. */
	bool lazy_attributes;
	/* Encodings of dialects; they take precedence over the built-in ones. Must outlive the context. */
	const struct mlirbc_dialect *const *dialects;
	size_t dialect_count;
	/* Properties have no names in a file: the release of MLIR that wrote it determines their layouts. NULL: the
	 * producer string of the file names the release; "MLIR19.1.7", for example, overrides it. The library knows
	 * releases 19 and 22. For another producer it tries the layouts of the nearest of them first, then the
	 * others, and takes the first that fits the bytes: mlirbc_file_release(). The module keeps the producer of
	 * the file. */
	const char *producer;
	bool producer_if_unknown; /* `producer` applies only if that of the file is not a known release */
	/* The interfaces of dialects (mlirbc/dialect.h); their decoders take precedence over `dialects`. Must outlive
	 * the context. */
	const struct mlirbc_dialect_interface *const *interfaces;
	size_t interface_count;
	/* With `lazy`: returns true for an op whose regions are read now although they could stay in the file. Called
	 * for each such op that is read, outer ones first. May be NULL. */
	bool (*should_load)(void *ctx, const struct mlirbc_op *op);
	void *should_load_ctx;
};

/* Loads a whole file. `data` must stay valid and unchanged as long as the context, also after a failure: strings,
 * blobs and resources are views.
 * @return MLIRBC_OK · MLIRBC_E_MAGIC not bytecode · MLIRBC_E_VERSION newer than 6 · MLIRBC_E_TRUNCATED the file ends
 *         too early · MLIRBC_E_CORRUPT · MLIRBC_E_LIMIT nested deeper than max_depth, over the context's limit, or
 *         repeated reading over max_work · MLIRBC_E_NOMEM; diag names section and byte. On failure *out_module is
 *         NULL.
 * The top level is not changed: no builtin.module is added around it. Attributes and types that no op uses are not
 * read. Unless attributes are lazy, all attributes of ops have been checked when this returns. For a lazy one that
 * is broken, the op's function returns NULL (for a location: unknown), mlirbc_file_failure() returns the error, and
 * printing fails. Ops, attributes and types of unknown dialects are kept, never an error; properties of unknown
 * layout are kept as MLIRBC_ATTR_BYTES. Work and memory are proportional to the size of the file. `data` may be
 * hostile. Blocks: no. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_load(struct mlirbc_context *context, const void *data,
	size_t size, const struct mlirbc_load_options *options, struct mlirbc_module **out_module,
	struct mlirbc_diag *diag);

/* Reads the regions of an op with `unread` set; those of isolated ops inside them only with `lazy` unset. Does
 * nothing for other ops. Errors as mlirbc_load(); on failure the op's regions stay unread, and memory already used
 * stays in the arena. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_op_load(struct mlirbc_op *op, struct mlirbc_diag *diag);
/* Reads all unread regions of a module. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_module_load(struct mlirbc_module *module,
	struct mlirbc_diag *diag);
/* Returns the number of ops of the module whose regions are still in a file (`unread`). */
MLIRBC_API size_t mlirbc_module_unread_count(const struct mlirbc_module *module);
/* The name of a symbol (attribute sym_name), without making other attributes of the op. False when it has none. */
MLIRBC_API bool mlirbc_op_symbol(const struct mlirbc_op *op, struct mlirbc_string *out);

/* ---- Data of the file that is not part of the IR: indices and orders of its tables, for programs that write it
 * again. Views, valid as long as the context; `index` must be below the count of its table. */

enum mlirbc_table {
	MLIRBC_TABLE_STRINGS,
	MLIRBC_TABLE_DIALECTS,
	MLIRBC_TABLE_OP_NAMES,
	MLIRBC_TABLE_ATTRIBUTES,
	MLIRBC_TABLE_TYPES,
	MLIRBC_TABLE_PROPERTIES
};
#define MLIRBC_NO_INDEX SIZE_MAX

struct mlirbc_file_dialect {
	struct mlirbc_string name;
	const uint8_t *version; /* contents of its version section; NULL: it has none */
	size_t version_size;
};

struct mlirbc_file_op_name {
	size_t dialect, string; /* indices */
	bool registered;        /* registered in the writer's context; before version 5 true */
};

/* An encoded attribute, type or property blob. */
struct mlirbc_file_entry {
	const uint8_t *data;
	size_t size;
	size_t dialect; /* index; of a blob: MLIRBC_NO_INDEX */
	bool custom;    /* the dialect's own encoding, else text with a NUL */
};

/* The table indices from which an op's location, attributes and properties were read; MLIRBC_NO_INDEX: none, or
 * changed since. Before version 5 `attributes` is not an index of the file if the op has inherent attributes. */
struct mlirbc_file_op {
	size_t location, attributes, properties;
};

MLIRBC_API uint32_t mlirbc_file_version(const struct mlirbc_file *file);
/* Returns the producer string of the release of MLIR whose property layouts apply to the file: "MLIR22.1.8". Static.
 * @param out_assumed may be NULL. The number of op names, among those read so far, whose layouts differ between the
 *        known releases and are therefore an assumption, because the producer is not a known release. 0: certain.
 * The file must not be NULL. */
MLIRBC_API const char *mlirbc_file_release(const struct mlirbc_file *file, size_t *out_assumed);
/* The whole input. */
MLIRBC_API const uint8_t *mlirbc_file_data(const struct mlirbc_file *file, size_t *out_size);
MLIRBC_API size_t mlirbc_file_count(const struct mlirbc_file *file, enum mlirbc_table table);
MLIRBC_API struct mlirbc_string mlirbc_file_string(const struct mlirbc_file *file, size_t index);
MLIRBC_API struct mlirbc_file_dialect mlirbc_file_dialect(const struct mlirbc_file *file, size_t index);
MLIRBC_API struct mlirbc_file_op_name mlirbc_file_op_name(const struct mlirbc_file *file, size_t index);
/* An entry of the tables of attributes, types and properties. */
MLIRBC_API struct mlirbc_file_entry mlirbc_file_entry(struct mlirbc_file *file, enum mlirbc_table table, size_t index);
/* Materializes the attribute if necessary. NULL when it is broken; mlirbc_file_failure() returns the error. */
MLIRBC_API const struct mlirbc_attr *mlirbc_file_attr(struct mlirbc_file *file, size_t index);
MLIRBC_API const struct mlirbc_type *mlirbc_file_type(struct mlirbc_file *file, size_t index);
MLIRBC_API struct mlirbc_file_op mlirbc_file_op(const struct mlirbc_file *file, const struct mlirbc_op *op);
/* Returns the status of the first failure in a part that was read lazily, MLIRBC_OK without one, and stores the
 * failure in `diag`. */
MLIRBC_API enum mlirbc_status mlirbc_file_failure(const struct mlirbc_file *file, struct mlirbc_diag *diag);
/* Clears the failure so that the next one is recorded: for callers that request entries one by one and continue
 * after a broken one. A broken entry fails again each time it is requested; each attempt counts as work, and when
 * max_work is used up, everything that has yet to be read fails with MLIRBC_E_LIMIT. */
MLIRBC_API void mlirbc_file_failure_clear(struct mlirbc_file *file);

#ifdef __cplusplus
}
#endif

#endif
