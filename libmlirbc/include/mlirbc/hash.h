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
 * successors, regions and blocks; the dialect resources that its attributes name, and all external ones. Not part of it
 * are locations (also as parts of attributes; entries of dictionaries that are locations are left out), the producer,
 * the bytecode version, the orders and numbers of tables, orders of uses, which ops a file calls isolated, dialect
 * resources that no attribute names, and empty dictionaries. So it is the same for a file, the file in another version,
 * compacted, stripped, and for its generic text. It is the same on every machine and, within a minor release of this
 * library, in every release. What a dialect encodes itself counts as MLIR prints it; bytes that are not understood
 * count as these bytes. Attributes that are only loaded when somebody asks are loaded.
 * @return MLIRBC_OK · MLIRBC_E_NOMEM, MLIRBC_E_LIMIT · what mlirbc_load() returns, for parts of a file that are read
 * now and are broken. Changes only the scratch numbers of the IR. */
MLIRBC_API MLIRBC_NODISCARD enum mlirbc_status mlirbc_hash(
	const struct mlirbc_module *module, uint8_t out[MLIRBC_HASH_SIZE], struct mlirbc_diag *diag);

#ifdef __cplusplus
}
#endif

#endif
