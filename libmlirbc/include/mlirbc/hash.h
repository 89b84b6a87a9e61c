/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A digest of a module's meaning, independent of how the module is stored.
 *
 * Thread class: one-at-a-time per context. */
#ifndef MLIRBC_HASH_H
#define MLIRBC_HASH_H

#include <mlirbc/export.h>
#include <mlirbc/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MLIRBC_HASH_SIZE 32

/* SHA-256 of a canonical form of the module: its ops in order, with names, attributes, properties, types, operands,
 * successors, regions and blocks; the dialect resources that its attributes name, and all external ones.
 * Not included: locations (also as parts of attributes; entries of dictionaries that are locations are left out),
 * the producer, the bytecode version, the orders and numbers of tables, use-list orders, the isolated flags of ops
 * in a file, dialect resources that no attribute names, and empty dictionaries.
 * The digest is therefore equal for a file, the file in another version, compacted, stripped, and for its generic
 * text. It is equal on every machine and in every release within a minor release of this library. Attributes and
 * types with a dialect's own encoding are hashed as MLIR prints them. Lazy attributes are loaded.
 * A module with properties, attributes or types in an unknown encoding has no digest if the bytes may name table
 * entries of the file by number: equal bytes then have other meanings in other files.
 * @return MLIRBC_OK · MLIRBC_E_UNSUPPORTED an unknown encoding, see above · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · the errors
 *         of mlirbc_load(), for parts of a file that are read now and are broken.
 * Changes only the scratch numbers of the IR. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_hash(
	const struct mlirbc_module *module, uint8_t out[MLIRBC_HASH_SIZE], struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
