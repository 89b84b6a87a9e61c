/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reporting failures, and options structs that grow from release to release. */
#ifndef MLIRBC_SRC_STATUS_H
#define MLIRBC_SRC_STATUS_H

#include <bytecursor/options.h>
#include <mlirbc/status.h>
#include <stddef.h>

/* Fills diag (may be NULL) unless an earlier failure did; returns status. */
enum mlirbc_status mlirbc__fail(struct mlirbc_diag *diag, enum mlirbc_status status, uint64_t offset,
	const char *format, ...) MLIRBC_PRINTF(4, 5);
/* As above with a complete failure; returns its status. */
enum mlirbc_status mlirbc__fail_as(struct mlirbc_diag *diag, const struct mlirbc_diag *failure);

/* True if the caller's struct of options (NULL: none) is large enough to have the member. */
#define MLIRBC__HAS_OPTION(options, member)                                                                            \
	((options) && (options)->size >= offsetof(__typeof__(*(options)), member) + sizeof(options)->member)

/* After BYTECURSOR_SIZE_IS_WRONG(): the caller has not set the first member of struct `name`. */
enum mlirbc_status mlirbc__size_is_wrong(struct mlirbc_diag *diag, size_t size, const char *name);

#endif
