/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reporting failures, and options structs that grow from release to release. */
#ifndef MLIRBC_SRC_STATUS_H
#define MLIRBC_SRC_STATUS_H

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

/* True if the caller forgot to set `size`: no release has a struct of options without other members. */
#define MLIRBC__SIZE_IS_MISSING(options) ((options) && (options)->size <= sizeof(options)->size)
enum mlirbc_status mlirbc__size_is_missing(struct mlirbc_diag *diag, const char *name);

#endif
