/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Output of bef check. */
#ifndef BEF_APP_CHECK_PRINT_H
#define BEF_APP_CHECK_PRINT_H

#include "models/check.h"

struct check_print {
	const char *command;
	bool json;
};
/* Prints what was found, and problems to stderr unless they are part of a JSON object. @return CLI_GOOD, or the exit code after a
 * message */
int check_put(const struct check *check, const struct check_print *print);

/* ---- check_explain.c */
void check_put_answers(const struct check *check, const struct check_index *index, bool json);

#endif
