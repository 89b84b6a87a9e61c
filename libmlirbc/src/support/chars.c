/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Character classes of bytes in MLIR text. */
#include "support/chars.h"

#define LETTER (CHAR_WORD_START | CHAR_WORD | CHAR_SUFFIX | CHAR_SUFFIX_START)
#define DIGIT (CHAR_WORD | CHAR_DIGIT | CHAR_HEX | CHAR_SUFFIX)
#define PUNCTUATION (CHAR_WORD | CHAR_SUFFIX | CHAR_SUFFIX_START)

/* clang-format off */
const uint8_t mlirbc__chars[256] = {
	['A'] = LETTER | CHAR_HEX, ['B'] = LETTER | CHAR_HEX, ['C'] = LETTER | CHAR_HEX, ['D'] = LETTER | CHAR_HEX,
	['E'] = LETTER | CHAR_HEX, ['F'] = LETTER | CHAR_HEX, ['a'] = LETTER | CHAR_HEX, ['b'] = LETTER | CHAR_HEX,
	['c'] = LETTER | CHAR_HEX, ['d'] = LETTER | CHAR_HEX, ['e'] = LETTER | CHAR_HEX, ['f'] = LETTER | CHAR_HEX,
	['G'] = LETTER, ['H'] = LETTER, ['I'] = LETTER, ['J'] = LETTER, ['K'] = LETTER, ['L'] = LETTER, ['M'] = LETTER,
	['N'] = LETTER, ['O'] = LETTER, ['P'] = LETTER, ['Q'] = LETTER, ['R'] = LETTER, ['S'] = LETTER, ['T'] = LETTER,
	['U'] = LETTER, ['V'] = LETTER, ['W'] = LETTER, ['X'] = LETTER, ['Y'] = LETTER, ['Z'] = LETTER, ['g'] = LETTER,
	['h'] = LETTER, ['i'] = LETTER, ['j'] = LETTER, ['k'] = LETTER, ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER,
	['o'] = LETTER, ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER, ['t'] = LETTER, ['u'] = LETTER,
	['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER, ['y'] = LETTER, ['z'] = LETTER, ['_'] = LETTER,
	['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT, ['5'] = DIGIT, ['6'] = DIGIT,
	['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT,
	['$'] = PUNCTUATION, ['.'] = PUNCTUATION, ['-'] = CHAR_SUFFIX | CHAR_SUFFIX_START,
	['('] = CHAR_ALONE, [')'] = CHAR_ALONE, ['}'] = CHAR_ALONE, ['['] = CHAR_ALONE, [']'] = CHAR_ALONE,
	['<'] = CHAR_ALONE, ['>'] = CHAR_ALONE, [','] = CHAR_ALONE, ['='] = CHAR_ALONE, ['+'] = CHAR_ALONE,
	['*'] = CHAR_ALONE, ['?'] = CHAR_ALONE, ['|'] = CHAR_ALONE, ['/'] = CHAR_ALONE,
};
/* clang-format on */
