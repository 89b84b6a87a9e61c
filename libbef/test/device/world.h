/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs graphs on a device. A graph is MLIR text in which DEVICE stands for the name of the device. */
#ifndef BEF_TEST_DEVICE_WORLD_H
#define BEF_TEST_DEVICE_WORLD_H

#include <async/async.h>
#include <bef/exec.h>
#include <check.h>
#include <kernels/kernels.h>
#include <stdbool.h>
#include <stdint.h>

struct world {
	const char *device;
	unsigned threads; /* 0: the single-threaded queue */
	struct async_host host;
	const struct async_allocator *counting, *failing;
	struct kernels_registry *registry;
	struct bef_file *file;
	uint8_t *bytes;
	size_t size;
	char reports[2048]; /* messages of errors, each with a newline */
	int report_count;
};

/* OpenCL C of the functions that the tests launch; on the host device, functions of the same names. */
extern const char *const world_source;

/* Returns false if the device cannot be used; prints the reason as the plan of a skipped test. */
bool world_find(const char *device);
/* Returns false, and prints why, if the text is not a program. */
bool world_open(struct world *w, const char *device, unsigned threads, const char *text);
/* Runs the function "main", without arguments. The result is one reference. Also waits until the request is idle. */
struct async_value *world_run(struct world *w);
/* As above; cancels the request right away. */
struct async_value *world_run_cancelled(struct world *w);
/* Returns false if memory was not freed. */
bool world_close(struct world *w);
/* Releases what world_find() made. */
void world_end(void);
/* The main function of a test: PROGRAM [DEVICE [CASE...]]. Sets *out_device, without argument "host:0". */
int world_main(int argc, char **argv, const char **out_device, const struct check_case *cases, size_t count);

/* Graph text up to the function: context %ctx, stream %s, allocator %a, chain %ch, program %m. */
#define BEGIN \
	"func.func @main() -> RESULT {\n" \
	"%ch = \"tfrt.new.chain\"() : () -> !tfrt.chain\n" \
	"%d = \"device.find\"() {name = \"DEVICE\"} : () -> !tfrt_gpu.device\n" \
	"%ctx = \"tfrt_gpu.context.primary\"(%d) : (!tfrt_gpu.device) -> !tfrt_gpu.context\n" \
	"%s = \"tfrt_gpu.stream.create\"(%ctx) : (!tfrt_gpu.context) -> !tfrt_gpu.stream\n" \
	"%a = \"tfrt_gpu.allocator.create\"(%ctx) : (!tfrt_gpu.context) -> !tfrt_gpu.allocator\n" \
	"%m = \"device.program.build\"(%ctx) {kind = \"auto\", options = \"\", source = \"SOURCE\"} " \
	": (!tfrt_gpu.context) -> !tfrt_gpu.module\n"
#define FUNCTION(value, name) \
	value " = \"tfrt_gpu.module.get_function\"(%m) {name = \"" name "\"} : (!tfrt_gpu.module) -> !tfrt_gpu.function\n"
#define I64(value, number) value " = \"tfrt.constant.i64\"() {value = " number " : i64} : () -> i64\n"
#define I32(value, number) value " = \"tfrt.constant.i32\"() {value = " number " : i32} : () -> i32\n"
#define ALLOCATE(value, size) \
	value " = \"tfrt_gpu.mem.allocate\"(%a, %s, " size ", %ch) : (!tfrt_gpu.allocator, !tfrt_gpu.stream, i64, " \
	"!tfrt.chain) -> !tfrt_gpu.buffer\n"
#define SET(chain, buffer, number, after) \
	chain " = \"tfrt_gpu.mem.set\"(" buffer ", " number ", %s, " after ") : (!tfrt_gpu.buffer, i32, " \
	"!tfrt_gpu.stream, !tfrt.chain) -> !tfrt.chain\n"
#define READ(value, buffer, elements, after) \
	value "_shape = \"ts.build_shape\"() {value = [" elements " : i64]} : () -> !ts.shape\n" \
	value " = \"device.tensor.read\"(" buffer ", " value "_shape, %s, " after ") {type = i32} : (!tfrt_gpu.buffer, " \
	"!ts.shape, !tfrt_gpu.stream, !tfrt.chain) -> !tfrt_tensor.tensor\n"
#define RETURN(value, type) "tfrt.return " value " : " type "\n}\n"

#endif
