/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The byte of an op in the IR section that tells which of its parts follow. Private. */
#ifndef MLIRBC_SRC_OP_ENCODING_MASK_H
#define MLIRBC_SRC_OP_ENCODING_MASK_H

enum {
	MLIRBC__HAS_ATTRIBUTES = 0x01,
	MLIRBC__HAS_RESULTS = 0x02,
	MLIRBC__HAS_OPERANDS = 0x04,
	MLIRBC__HAS_SUCCESSORS = 0x08,
	MLIRBC__HAS_REGIONS = 0x10,
	MLIRBC__HAS_USE_LISTS = 0x20,
	MLIRBC__HAS_PROPERTIES = 0x40,
	MLIRBC__MASK_UNUSED = 0x80
};

#endif
