/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <befkit/sigmangle/sigmangle.h>
#include <stdio.h>

int main(void)
{
	printf("befkit %s\n", sigmangle_version());
	return 0;
}
