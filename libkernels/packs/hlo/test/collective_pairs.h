/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pairs of choices that tests of a product have covered. A test that visits the whole product and runs each combination with a
 * new pair covers all pairs with few runs. */
#ifndef HLO_TEST_COLLECTIVE_PAIRS_H
#define HLO_TEST_COLLECTIVE_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_CHOICES = 12, MOST_VALUES = 32 };

/* Marks the pairs of a combination. Returns whether one of them is new. Each value is below MOST_VALUES. */
bool pairs_add(const uint32_t *values, uint32_t count);

#endif
