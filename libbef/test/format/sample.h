/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program that has something of everything, made with the writer. data/sample.hex has its bytes with explanations.
 *
 *	func @region(i32) -> i32               an anonymous region, function 0
 *	native @ext(i32) -> i32                function 1
 *	func @main(i32) -> (i32, i32)          function 2
 *	  %1 = demo.const() {value = 7 : i32}
 *	  %2 = demo.add(%0, %1)
 *	  %3 = demo.call(%2) @region @ext {list = [true, "ab"]}
 *	  return %2, %3
 *	sync @s(i32) -> i32                    function 3
 *	  %1 = demo.inc(%0) {by = [1 : i64, -1 : i64]}
 *	  return %1 */
#ifndef BEF_TEST_SAMPLE_H
#define BEF_TEST_SAMPLE_H

#include <bef/writer.h>

/* Calls that fail for lack of memory are repeated once. */
extern bool sample_repeats;

/* Returns BEF_OK, or the status of the first failing call of the writer. *out_writer as in rewrite.h. */
enum bef_status sample_make(const struct bef_allocator *allocator, const struct bef_writer_options *options,
	struct bef_writer **out_writer, uint8_t **out_data, size_t *out_size);

#endif
