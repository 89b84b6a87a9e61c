/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of arguments as users write them. */
#include <bef/stablehlo.h>

#include "check.h"

#include <string.h>

static const char *const names[] = { "p['params']['Conv_0']['bias']", "p['params']['Conv_0']['kernel']", "p['params']['Dense_0']['bias']",
	"x", "arg1", "l[0]", "l[10]", "q.x" };
enum { COUNT = sizeof names / sizeof *names };

/* The index; -1: none, -2: several. */
static int find(const char *name)
{
	struct bef_stablehlo_value arguments[COUNT];
	const struct bef_stablehlo_function function = { .name = { "f", 1 }, .arguments = arguments, .argument_count = COUNT };
	struct bef_diag diag = BEF_DIAG_INIT;
	uint32_t index;
	for (size_t i = 0; i < COUNT; i++)
		arguments[i] = (struct bef_stablehlo_value){ .name = { names[i], strlen(names[i]) } };
	const enum bef_status status = bef_stablehlo_find_argument(&function, name, strlen(name), &index, &diag);
	CHECK(status == BEF_OK || (index == UINT32_MAX && diag.message[0]));
	return status == BEF_OK ? (int)index : status == BEF_E_NOT_FOUND ? -1 : -2;
}

static void finds(void)
{
	for (int i = 0; i < COUNT; i++)
		CHECK_INT(find(names[i]), i);
	CHECK_INT(find("Conv_0.bias"), 0);
	CHECK_INT(find("Conv_0/bias"), 0);
	CHECK_INT(find("params/Conv_0/kernel"), 1);
	CHECK_INT(find("['params'][\"Dense_0\"].bias"), 2);
	CHECK_INT(find("kernel"), 1);
	CHECK_INT(find("l.0"), 5);
	CHECK_INT(find("arg0"), 0);
	CHECK_INT(find("arg1"), 4); /* its name wins over its number */
	CHECK_INT(find("x"), 3);    /* and all words over the last ones */
}

static void refuses(void)
{
	CHECK_INT(find("bias"), -2);
	CHECK_INT(find("ias"), -1);
	CHECK_INT(find("Conv_0"), -1);
	CHECK_INT(find("a/p/params/Conv_0/bias"), -1);
	CHECK_INT(find(""), -1);
	CHECK_INT(find("[']"), -1);
	CHECK_INT(find("arg8"), -1);
	CHECK_INT(find("1"), -1);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(finds), CHECK_CASE(refuses) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
