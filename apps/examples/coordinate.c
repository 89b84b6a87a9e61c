/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tutorial of libkernels: a payload type, kernels that create and print it, and a program that calls them. */
#include <bef/exec.h>
#include <bef/translate.h>
#include <inttypes.h>
#include <kernels/kernels.h>
#include <stdio.h>
#include <string.h>

struct coordinate {
	int32_t x, y;
};
#define KERNELS_C_coordinate struct coordinate
#define KERNELS_M_coordinate "!tutorial.coordinate"

static struct coordinate create(int32_t x, int32_t y)
{
	return (struct coordinate){ x, y };
}
KERNELS_TYPED(create, (IN(i32), IN(i32)), (NONE), (RETURN(coordinate)))

static void print(struct coordinate c, struct kernels_call *call)
{
	async_host_print(kernels_host(call->request), "(%" PRId32 ", %" PRId32 ")\n", c.x, c.y);
}
KERNELS_TYPED_CALL(print, (IN(coordinate), CHAINS), (NONE), (CHAIN))

static struct coordinate shrink(struct coordinate c, int32_t by, struct kernels_call *call)
{
	if (by == 0)
		kernels_call_fail(call, "(%" PRId32 ", %" PRId32 ") cannot be divided by 0", c.x, c.y);
	return by == 0 ? c : (struct coordinate){ c.x / by, c.y / by };
}
KERNELS_TYPED_CALL(shrink, (IN(coordinate)), (ATTR(i32, by)), (RETURN(coordinate)))

static const struct kernels_kernel kernels[] = {
	KERNELS_TYPED_ROW("tutorial.create_coordinate", create, 0),
	KERNELS_TYPED_ROW("tutorial.print_coordinate", print, 0),
	KERNELS_TYPED_ROW("tutorial.shrink_coordinate", shrink, 0),
};

static bool register_types(void)
{
	static const struct async_type type = { .name = "!tutorial.coordinate", .size = sizeof(struct coordinate),
		.align = _Alignof(struct coordinate) };
	return async_type_register(&type) != ASYNC_TYPE_NONE;
}
static const struct kernels_pack pack = KERNELS_PACK_INIT("tutorial", kernels, NULL, 0, register_types);

/* end of the tutorial; the rest is a program that uses the pack */

static const char source[] =
	"func.func @main(%first: !tfrt.chain, %x: i32, %y: i32) -> !tfrt.chain {\n"
	"  %far = \"tutorial.create_coordinate\"(%x, %y) : (i32, i32) -> !tutorial.coordinate\n"
	"  %near = \"tutorial.shrink_coordinate\"(%far) {by = 10 : i32} : (!tutorial.coordinate) -> !tutorial.coordinate\n"
	"  %then = \"tutorial.print_coordinate\"(%far, %first) : (!tutorial.coordinate, !tfrt.chain) -> !tfrt.chain\n"
	"  %last = \"tutorial.print_coordinate\"(%near, %then) : (!tutorial.coordinate, !tfrt.chain) -> !tfrt.chain\n"
	"  tfrt.return %last : !tfrt.chain\n"
	"}\n";

/* Compares the output of the program with the expected one. */
struct printed {
	char text[64];
	size_t size;
};

static void keep(void *ctx, const char *text, size_t size)
{
	struct printed *printed = ctx;
	fwrite(text, 1, size, stdout);
	if (size < sizeof printed->text - printed->size) {
		memcpy(printed->text + printed->size, text, size);
		printed->size += size;
	}
}

static int run(const struct bef_file *file, const struct async_host *host)
{
	int32_t x = 200, y = 420;
	const struct kernels_function *function = bef_file_find(file, "main", strlen("main"));
	struct async_request *request = async_request_create(host, NULL);
	struct async_value *arguments[] = { async_chain(),
		async_value_create_available(host->allocator, kernels_types()->i32, &x),
		async_value_create_available(host->allocator, kernels_types()->i32, &y) };
	struct async_value *result = NULL;
	if (!function || !request || !arguments[1] || !arguments[2])
		return 3;
	kernels_function_execute(function, request, arguments, &result);
	async_queue_await(host->queue, &result, 1);
	int code = async_value_is_error(result);
	async_value_release(result);
	async_value_release(arguments[1]);
	async_value_release(arguments[2]);
	async_queue_quiesce(host->queue);
	async_request_release(request);
	return code;
}

int main(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct async_host host = ASYNC_HOST_INIT;
	struct kernels_registry *registry = kernels_registry_create(NULL);
	struct bef_file *file = NULL;
	uint8_t *bytes = NULL;
	struct printed printed = { { 0 }, 0 };
	size_t size = 0;
	int code = 1;
	host.allocator = async_allocator_system();
	host.queue = async_queue_create_single(NULL);
	host.print = keep;
	host.print_ctx = &printed;
	if (!registry || !host.queue || kernels_registry_add(registry, &pack, NULL) != KERNELS_OK)
		return 3;
	if (bef_assemble_text(source, strlen(source), "main.mlir", NULL, NULL, &bytes, &size, &diag) == BEF_OK &&
		bef_file_open(bytes, size, registry, NULL, &file, &diag) == BEF_OK)
		code = run(file, &host);
	else
		fprintf(stderr, "main.mlir:%u:%u: %s\n", (unsigned)diag.line, (unsigned)diag.column, diag.message);
	bef_file_close(file);
	bef_assemble_free(NULL, bytes, size);
	async_queue_destroy(host.queue);
	kernels_registry_destroy(registry);
	return code == 0 && strcmp(printed.text, "(200, 420)\n(20, 42)\n") != 0 ? 1 : code;
}
