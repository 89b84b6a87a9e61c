/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls every kernel of a pack with arguments and attributes of the right payload types and mostly invalid contents:
 * any kinds, element types, ranks, shapes and sizes, extreme numbers, damaged attributes, failing allocations. No call
 * may crash; every error has the kernel and a location, and was reported once.
 *
 * 	hostile PACK ROUNDS SEED
 *
 * prints "NAME<tab>MESSAGE" for each message that a kernel gave, for readme_errors.py, which holds them against the
 * README of the pack. The text of an error is used to get further: a tensor that should have had another rank or
 * shape has it the next time. */
#include "hostile.h"
#include <kernels/pack_basic.h>
#include <kernels/pack_tensor.h>
#include <kernels/pack_test.h>

/* Kernels that sleep, wait for others, or leak memory. */
static const char *const left_out[] = { "tfrt_test.usleep", "tfrt_test.blocking.usleep",
	"tfrt_test.copy.with_delay.i32", "tfrt_test.copy.with_delay.i64", "tfrt_test.async_copy.with_delay.i32",
	"tfrt_test.async_copy.with_delay.i64", "tfrt_test.quiesce", "tfrt_test.benchmark",
	"tfrt_test.memory_leak_one_int32" };

static bool is_left_out(const char *name)
{
	for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
		if (strcmp(left_out[i], name) == 0)
			return true;
	}
	return false;
}

static const struct kernels_pack *pack_of(const char *name)
{
	return strcmp(name, "basic") == 0 ? kernels_pack_basic() :
	       strcmp(name, "test") == 0  ? kernels_pack_test() :
	       strcmp(name, "tensor") == 0 ? kernels_pack_tensor() : NULL;
}

int main(int argc, char **argv)
{
	static struct hostile h;
	const struct kernels_pack *pack = argc == 4 ? pack_of(argv[1]) : NULL;
	if (!pack)
		return 2;
	hostile_open(&h, pack, strtoull(argv[3], NULL, 10));
	for (size_t i = 0; i < kernels_registry_count(h.registry); i++) {
		const struct kernels_entry *entry = kernels_registry_at(h.registry, i);
		if (!is_left_out(entry->kernel->name))
			hostile_kernel(&h, entry, (unsigned)strtoul(argv[2], NULL, 10));
	}
	return hostile_close(&h);
}
