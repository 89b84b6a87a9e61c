/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Exports of JAX: the files of jax.export.Exported.serialize(), a StableHLO artifact with the structure of the
 * arguments and results of the function.
 *
 *	mlirbc_jax_export_open(context, data, size, &exported, &diag);
 *	mlirbc_jax_export_load(exported, NULL, &module, &diag);      func and stablehlo operations, function "main"
 *
 * Everything that is read belongs to the context, and strings point into the file, which must stay valid as long as the
 * context. Opening verifies the whole file except the artifact, which loading verifies.
 *
 * Thread class: one-at-a-time per context; mlirbc_jax_export_is() and mlirbc_jax_dtype_name() are safe. */
#ifndef MLIRBC_JAX_EXPORT_H
#define MLIRBC_JAX_EXPORT_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>
#include <mlirbc/output.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what the file says */

/* An array: element type, and dimensions as text, "16", "b" or "2*a + 1". */
struct mlirbc_jax_aval {
	unsigned dtype; /* of the file: mlirbc_jax_dtype_name() */
	unsigned memory_space; /* 0: not given, 1: device, 2: host, 3: any */
	const struct mlirbc_string *dims;
	size_t rank;
};
struct mlirbc_jax_avals {
	const struct mlirbc_jax_aval *data;
	size_t count;
};

enum mlirbc_jax_tree_kind {
	MLIRBC_JAX_LEAF,
	MLIRBC_JAX_NONE,
	MLIRBC_JAX_TUPLE,
	MLIRBC_JAX_LIST,
	MLIRBC_JAX_DICT,
	MLIRBC_JAX_CUSTOM
};

/* A PyTreeDef. */
struct mlirbc_jax_tree {
	enum mlirbc_jax_tree_kind kind;
	const struct mlirbc_jax_tree *children;
	size_t count;
	size_t leaves; /* in the whole tree */
	/* `count` of them: keys of a dictionary, or of a custom node whose data is a list of names (OrderedDict,
	 * namedtuple). NULL: none */
	const struct mlirbc_string *keys;
	struct mlirbc_string custom_name, custom_data; /* of a custom node */
};

struct mlirbc_jax_strings {
	const struct mlirbc_string *data;
	size_t count;
};

/* The mesh of a sharding: axes with their sizes. */
struct mlirbc_jax_mesh {
	struct mlirbc_jax_strings axes;
	const uint32_t *sizes; /* one for each axis */
};
struct mlirbc_jax_sharding {
	bool specified;
	const struct mlirbc_jax_mesh *mesh;    /* NULL: an HLO proto, or nothing */
	const struct mlirbc_jax_strings *dims; /* for each dimension the axes that divide it, major to minor */
	size_t rank;
	struct mlirbc_string memory_kind;
};
struct mlirbc_jax_shardings {
	const struct mlirbc_jax_sharding *data;
	size_t count; /* 0: the file has none */
};

struct mlirbc_jax_export {
	struct mlirbc_context *context;
	struct mlirbc_string function_name;
	struct mlirbc_string jax_version; /* empty: not given */
	const struct mlirbc_jax_tree *in_tree;  /* of (args, kwargs) */
	const struct mlirbc_jax_tree *out_tree; /* of the result */
	struct mlirbc_jax_avals in_avals, out_avals; /* of the leaves of both */
	struct mlirbc_jax_shardings in_shardings, out_shardings;
	struct mlirbc_jax_strings platforms; /* "cpu", "cuda", ... */
	struct mlirbc_jax_strings ordered_effects, unordered_effects; /* names of Python types */
	struct mlirbc_jax_strings disabled_custom_calls; /* custom calls that were allowed */
	bool no_platform_check;
	bool uses_global_constants; /* symbolic shapes, or several platforms */
	unsigned serialization_version, calling_convention_version;
	uint32_t devices; /* for which the function was exported */
	const uint16_t *kept; /* leaves that the artifact's main takes, in ascending order */
	size_t kept_count;
	const void *module; /* the artifact */
	size_t module_size;
	uint64_t module_offset; /* in the file */
	const struct mlirbc_jax_export *vjp; /* the gradient: arguments, then cotangents of the results; NULL: none */
};

/* Tests whether bytes begin like an export; the format has no magic number. `size` may be that of the first bytes of
 * the file only. */
MLIRBC_API bool mlirbc_jax_export_is(const void *data, size_t size);
/* "float32"; NULL: not an element type. */
MLIRBC_API const char *mlirbc_jax_dtype_name(unsigned dtype);
/* Reads and verifies an export.
 * @return MLIRBC_OK · MLIRBC_E_MAGIC not an export · MLIRBC_E_CORRUPT, with the offset · MLIRBC_E_UNSUPPORTED a kind of
 *         node, element type or version that is not known · MLIRBC_E_LIMIT trees deeper than 256 levels, or more than
 *         16 nested vjp functions · MLIRBC_E_NOMEM. On failure *out_export is NULL. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_jax_export_open(struct mlirbc_context *context, const void *data,
	size_t size, const struct mlirbc_jax_export **out_export, struct mlirbc_diag *diag);

/* ---- the functions */

#define MLIRBC_JAX_VJP_ATTR "jax.vjp"

struct mlirbc_jax_load_options {
	size_t size; /* sizeof(struct mlirbc_jax_load_options) */
	/* For which the function is called; NULL: "cpu". "*": cpu, or, if the export is not for it, the first platform
	 * of the export. */
	const char *platform;
	bool no_vjp; /* only the function */
};

/* Loads the artifact and converts it from VHLO. In the module, "main" takes all leaves of the arguments, also those
 * that the artifact does not use, and returns all leaves of the result: the index of the platform is a constant, and
 * tokens of ordered effects are made and dropped inside. Arguments have their names as locations, and results as
 * `jax.result_info`: p['w']. The functions of the gradient are "main_vjp", "main_vjp_vjp", ...; they and the functions
 * that they call have the unit attribute MLIRBC_JAX_VJP_ATTR.
 * @param options  NULL: defaults
 * @return MLIRBC_OK · MLIRBC_E_UNSUPPORTED the export is not for the platform · MLIRBC_E_CORRUPT the artifact's main
 *         does not have the arguments and results that the file describes · what mlirbc_load(),
 *         mlirbc_stablehlo_from_vhlo() and mlirbc_merge() return · MLIRBC_E_NOMEM. On failure *out_module is NULL. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_jax_export_load(const struct mlirbc_jax_export *exported,
	const struct mlirbc_jax_load_options *options, struct mlirbc_module **out_module, struct mlirbc_diag *diag);

/* ---- writing */

struct mlirbc_jax_write_options {
	size_t size; /* sizeof(struct mlirbc_jax_write_options) */
	const char *function_name; /* for messages of JAX; NULL: "main" */
	const char *platform; /* for which JAX may call the function; NULL: "cpu" */
};

/* Writes a module as an export that jax.export.deserialize() reads: the arguments of its function main become
 * positional arguments of a Python function, and several results a tuple. Converts the module to VHLO, of the oldest
 * version from 1.0 on that can represent it.
 * @param options  NULL: defaults
 * @return MLIRBC_OK · MLIRBC_E_NOT_FOUND there is no public function main · MLIRBC_E_UNSUPPORTED main has arguments or
 *         results that are not tensors of static shape with elements that JAX has, or what
 *         mlirbc_stablehlo_to_vhlo() returns · MLIRBC_E_IO `write` returned an error · MLIRBC_E_LIMIT · what
 *         mlirbc_stablehlo_from_vhlo() and mlirbc_write() return · MLIRBC_E_NOMEM. After a failure, nothing is
 *         written */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_jax_export_write(struct mlirbc_module *module,
	const struct mlirbc_jax_write_options *options, mlirbc_write_fn write, void *ctx, struct mlirbc_diag *diag);

/* ---- text */

/* The names of the leaves of a tree as Python writes them: "['w'][0]", ".field", "" for a tree that is a leaf.
 * @return tree->leaves names in the context; NULL when memory is short */
MLIRBC_API const struct mlirbc_string *mlirbc_jax_tree_paths(
	struct mlirbc_context *context, const struct mlirbc_jax_tree *tree);
/* Writes a tree as Python does, with types as leaves: ({'w': f32[4,2]}, f32[b,4]).
 * @param avals  of all leaves; NULL: leaves are written as *
 * @return MLIRBC_OK · MLIRBC_E_IO `write` returned an error */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_jax_tree_print(const struct mlirbc_jax_tree *tree,
	const struct mlirbc_jax_aval *avals, mlirbc_write_fn write, void *ctx);
/* Writes a type as JAX does: f32[b,4]. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_jax_aval_print(
	const struct mlirbc_jax_aval *aval, mlirbc_write_fn write, void *ctx);

#ifdef __cplusplus
}
#endif

#endif
