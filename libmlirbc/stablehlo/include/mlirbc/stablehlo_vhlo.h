/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Portable artifacts: StableHLO in the versioned dialect VHLO, versions 0.9.0 to 1.20.0.
 *
 *	mlirbc_load(context, data, size, NULL, &module, &diag);
 *	mlirbc_stablehlo_from_vhlo(module, NULL, &diag);      func and stablehlo operations from here on
 *
 *	struct mlirbc_stablehlo_artifact form;
 *	mlirbc_stablehlo_to_vhlo(module, version, NULL, &diag);
 *	mlirbc_stablehlo_artifact_form(version, &form);
 *	options.has_version = true, options.version = form.bytecode_version, options.producer = form.producer;
 *	mlirbc_write(module, &options, write, ctx, &diag);
 *
 * Both conversions compute and check everything before they change the module: after a failure, also for want of
 * memory, the module is unchanged, except for the scratch numbers of its operations and values, and for regions that
 * were still in a file and have been read. After success the module holds new operations, blocks and values; pointers
 * to the old ones refer to detached IR. `file` is NULL then, so mlirbc_write() makes new tables; resources stay.
 * Everything that is made belongs to the module's context. Elements of constants are not copied: the bytes of the
 * input must stay valid as mlirbc_load() requires.
 *
 * Thread class: one-at-a-time per context; the functions of versions are safe. */
#ifndef MLIRBC_STABLEHLO_VHLO_H
#define MLIRBC_STABLEHLO_VHLO_H

#include <mlirbc/export.h>
#include <mlirbc/stablehlo.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- versions */

/* Reads "1.13.0" or "1.13". The whole text must be used; false otherwise. Any numbers below 2^31 are accepted. */
MLIRBC_API bool mlirbc_stablehlo_version_parse(
	const char *text, size_t size, struct mlirbc_stablehlo_version *out_version);
/* Negative, 0, positive as strcmp(). Patch numbers do not count. */
MLIRBC_API int mlirbc_stablehlo_version_compare(struct mlirbc_stablehlo_version a, struct mlirbc_stablehlo_version b);
/* True for the versions from MLIRBC_STABLEHLO_MINIMUM to MLIRBC_STABLEHLO_CURRENT that were released: 0.9 to 0.20,
 * 1.0 to 1.20. */
MLIRBC_API bool mlirbc_stablehlo_version_is_known(struct mlirbc_stablehlo_version version);
/* The version in the producer string of a loaded module ("StableHLO_v1.13.0"); false if it is none. */
MLIRBC_API bool mlirbc_stablehlo_artifact_version(
	const struct mlirbc_module *module, struct mlirbc_stablehlo_version *out_version);

/* How the artifact of a version is written. */
struct mlirbc_stablehlo_artifact {
	uint32_t bytecode_version; /* `version` of struct mlirbc_write_options */
	char producer[48];         /* "StableHLO_v1.13.0"; the patch number is always 0 */
};
/* @return MLIRBC_OK · MLIRBC_E_UNSUPPORTED not a known version; *out_artifact is zeroed */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_artifact_form(
	struct mlirbc_stablehlo_version version, struct mlirbc_stablehlo_artifact *out_artifact);

/* ---- conversion */

struct mlirbc_stablehlo_vhlo_options {
	size_t size; /* sizeof(struct mlirbc_stablehlo_vhlo_options) */
	/* To VHLO, from version 1.11 on: operations and attributes of other dialects stay as they are, beside VHLO
	 * ones. Values that both kinds of operations use go through builtin.unrealized_conversion_cast. Otherwise
	 * such operations are an error, and the attributes of others are left out (`note`). From VHLO they are always
	 * accepted, and those of sdy in both directions and every version. */
	bool allow_other_dialects;
	/* Optional. Called for each attribute that is left out: one that no operation defines, or of an argument or
	 * result, whose value has no form in VHLO. The message names attribute, operation and place. */
	void (*note)(void *ctx, const struct mlirbc_op *op, const struct mlirbc_diag *diag);
	void *note_ctx;
};

/* Converts VHLO, as mlirbc_load() reads it from an artifact of any version, to the dialects func and stablehlo. Old
 * forms of operations are upgraded, and attributes that have their defaults are omitted. A module without VHLO is not
 * changed. An artifact of a later minor version than MLIRBC_STABLEHLO_CURRENT is converted if it has nothing that came
 * with that version; otherwise the message ends with the version. The artifact may be hostile.
 * @param options may be NULL
 * @return MLIRBC_OK · MLIRBC_E_UNSUPPORTED an operation, type, attribute or enumerator of a newer version, or an
 *         artifact of a later major version · MLIRBC_E_CORRUPT an attribute is missing or of the wrong kind, or the
 *         number of operands, results or regions is wrong; diag names operation and location · MLIRBC_E_LIMIT
 *         attributes or types nested deeper than 512 levels · MLIRBC_E_NOMEM · the errors of mlirbc_module_load(). */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_from_vhlo(
	struct mlirbc_module *module, const struct mlirbc_stablehlo_vhlo_options *options, struct mlirbc_diag *diag);

/* Converts func and stablehlo to the VHLO of a version. Location ranges, which versions before 1.9 do not have, become
 * their start. Attributes of unknown dialects are left out unless the options allow them.
 * @param options may be NULL
 * @return MLIRBC_OK · MLIRBC_E_UNSUPPORTED not a known version, or the version cannot represent an operation, type or
 *         attribute: diag names operation, location and reason · MLIRBC_E_CORRUPT the operation is not valid: an
 *         attribute is missing or of the wrong kind, or the number of operands, results or regions is wrong ·
 *         MLIRBC_E_LIMIT · MLIRBC_E_NOMEM · the errors of mlirbc_module_load(). */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_stablehlo_to_vhlo(struct mlirbc_module *module,
	struct mlirbc_stablehlo_version version, const struct mlirbc_stablehlo_vhlo_options *options,
	struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
