/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The pack has every kernel of TFRT by name, and its signatures are valid (otherwise it could not be added). */
#include "world.h"
#include "../src/eager/ops.h"
#include <kernels/handler.h>

static struct world w;
static size_t expected;

__attribute__((format(printf, 1, 2))) static const struct kernels_entry *expect(const char *format, ...)
{
	char name[128];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(name, sizeof name, format, arguments);
	va_end(arguments);
	const struct kernels_entry *entry = kernels_registry_find(w.registry, name, strlen(name));
	if (!entry)
		check_report(__FILE__, __LINE__, "no kernel %s", name);
	expected++;
	return entry;
}

#define EACH(variable, ...) \
	for (const char *const *variable = (const char *const[]){ __VA_ARGS__, NULL }; *variable; variable++)

static void shapes(void)
{
	EACH(name, "build_shape", "print_shape", "equal_shape", "get_dimension", "get_num_elements",
		"build_partial_shape",
		"build_unranked_partial_shape", "print_partial_shape", "to_shape", "to_partial_shape")
		expect("ts.%s", *name);
	for (int rank = 0; rank <= 3; rank++) {
		expect("ts.as_fixed_rank_shape.%d", rank);
		expect("ts.print_fixed_rank_shape.%d", rank);
	}
}

#define COMPARED \
	"bool", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "f32", "f64", "complex64", "complex128"

static void dense(void)
{
	EACH(dtype, COMPARED, "f16", "bf16") {
		EACH(family, "fill_tensor_with_constant", "set_tensor_with_constant_values", "set_tensor_with_values",
			"make_tensor")
			expect("tfrt_dht.%s.%s", *family, *dtype);
		for (int rank = 0; rank <= 5; rank++)
			expect("tfrt_dht.create_uninitialized_tensor.%s.%d", *dtype, rank);
	}
	EACH(dtype, COMPARED) {
		EACH(family, "tensor_equal", "tensor_allclose", "tensor_allclose.3ulp", "tensor_allclose.1000ulp",
			"tensor_allclose.2000ulp", "tensor_allclose.100000ulp")
			expect("tfrt_dht.%s.%s", *family, *dtype);
	}
	EACH(name, "allocate_buffer", "get_buffer", "get_buffer_slice", "print_buffer", "print_tensor",
		"print_tensor_shape",
		"get_tensor_shape", "no_op_ht")
		expect("tfrt_dht.%s", *name);
	expect("tfrt_sht.create_tensor");
}

static void sparse_and_files(void)
{
	EACH(dtype, "f32", "i32") {
		EACH(family, "convert_dht_to_coo", "convert_coo_to_dht", "tensor_equal") {
			for (int rank = 0; rank <= 3; rank++)
				expect("coo.%s.%s.%d", *family, *dtype, rank);
		}
	}
	expect("coo.print_tensor");
	for (int rank = 0; rank <= 4; rank++) {
		EACH(dtype, "f32", "i32", "i64", "i8", "ui8")
			expect("btf.read_dense_tensor.%s.%d", *dtype, rank);
		EACH(dtype, "f32", "i32", "i8")
			expect("btf.read_coo_tensor.%s.%d", *dtype, rank);
	}
}

static void networks(void)
{
	EACH(dtype, "f32", "i32", "i64") {
		EACH(family, "relu", "relu_inplace", "relu_grad_inplace", "add", "add_inplace", "equal",
			"equal_inplace")
			expect("tfrt_test.%s.%s", *family, *dtype);
		EACH(family, "broadcast.%s.2", "broadcast.%s.3", "reduce_mean.%s.1", "argmax.%s.2",
			"slice_inplace.%s.3") {
			char member[64];
			const char *hole = strchr(*family, '%');
			snprintf(member, sizeof member, "%.*s%s%s", (int)(hole - *family), *family, *dtype, hole + 2);
			expect("tfrt_test.%s", member);
		}
	}
	EACH(dtype, "f32", "i32") {
		expect("tfrt_test.matmul.%s.2", *dtype);
		expect("eigen.matmul.%s", *dtype);
	}
	expect("tfrt_test.cast.i32_to_f32");
	EACH(name, "random_uniform", "create_tensor", "glyphs", "print_glyphs")
		expect("befkit.%s.f32", *name);
	EACH(prefix, "tfrt_test", "eigen") {
		expect("%s.max_pooling_2d.f32", *prefix);
		expect("%s.zero_padding.f32", *prefix);
	}
	EACH(name, "conv2d", "conv2d.bias", "conv2d.batch_norm", "conv2d.batch_norm.relu", "batch_norm",
		"batch_norm.grad", "conv2d.grad.input", "conv2d.grad.filter")
	expect("eigen.%s.f32", *name);
	EACH(name, "global_average_pooling", "flatten", "softmax_inplace", "gradient_descent", "subtract_inplace",
		"tensor_transpose", "mean_axis_zero", "broadcast_2d")
		expect("tfrt_test.%s.f32", *name);
}

static void eager(void)
{
	EACH(dtype, "i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "f16", "bf16", "f32", "f64") {
		expect("corert.create_dense_tensor.%s", *dtype);
		expect("corert_sync.create_dense_tensor.%s", *dtype);
	}
	EACH(name, "const_dense_tensor", "const_string_tensor", "print_tensorhandle", "tensorhandle_to_int32", "tensorhandle_to_shape",
		"tensorhandle_to_ht", "ht_to_tensorhandle", "get_dst_tensor_type", "transfer", "transfer_inferred_tensortype",
		"create_null_op_handler", "create_cpu_op_handler", "create_cpu_op_handler_with_ordinal", "create_logging_op_handler",
		"register_op_handler", "get_op_handler", "executeop", "executeop.seq", "make_composite_op", "execute_crt_op", "cond", "while",
		"create_op_attrs")
		expect("corert.%s", *name);
	EACH(kind, ".bool", ".i32", ".f32", ".str", ".dtype", ".dense", ".aggregate", ".shape", "_array.i32", "_array.i64", "_array.f32")
		expect("corert.op_attrs_set%s", *kind);
	EACH(name, "error_tensorhandle", "corert.op_attrs_print", "corert.op_attrs_freeze", "corert.op_attrs_ref_print")
		expect("tfrt_test.%s", *name);
}

static void nothing_else(void)
{
	CHECK_INT(kernels_registry_count(w.registry), expected);
}

static void signatures(void)
{
	const struct kernels_entry *e = expect("tfrt_dht.set_tensor_with_values.complex64");
	expected--;
	CHECK_OR_RETURN(e != NULL);
	CHECK_INT(e->argument_count, 2);
	CHECK(e->more_arguments && e->rest_type == kernels_types()->complex64);
	CHECK_INT(e->arguments[0], kernels_tensor_types()->tensor);
	e = expect("tfrt_dht.fill_tensor_with_constant.bool");
	expected--;
	CHECK_OR_RETURN(e != NULL && e->attribute_count == 1);
	CHECK_INT(e->attributes[0].kind, KERNELS_I1);
	e = expect("btf.read_dense_tensor.f32.2");
	expected--;
	CHECK_OR_RETURN(e != NULL && e->kernel->frame && !e->kernel->payload);
	CHECK_INT(e->arguments[0], kernels_types()->string);
}

/* ---- operations that are kernels too */

static struct async_value *tensor_of(enum kernels_dtype dtype, uint32_t rank)
{
	const struct kernels_shape shape = { rank, { rank == 1 ? 4 : 2, 2 } };
	struct kernels_tensor tensor;
	CHECK(kernels_tensor_init(&tensor, w.counting, dtype, &shape));
	for (int i = 0; i < 4; i++) {
		void *data = kernels_tensor_data(&tensor);
		dtype == KERNELS_F32 ? (void)(((float *)data)[i] = (float)(i - 1))
			: dtype == KERNELS_I32 ? (void)(((int32_t *)data)[i] = i - 1) : (void)(((int64_t *)data)[i] = i - 1);
	}
	return async_value_create_available(w.counting, kernels_tensor_types()->tensor, &tensor);
}

static const struct kernels_handler *make_cpu(struct async_value **out)
{
	kernels_invoke(w.registry, "corert.create_null_op_handler", w.request, NULL, 0, NULL, &out[0], 1);
	kernels_invoke(w.registry, "corert.create_cpu_op_handler", w.request, out, 1, NULL, &out[1], 1);
	return *(const struct kernels_handler *const *)async_value_payload(out[1]);
}

/* The kernel of one type and the operation do the same. `behind`: the kernel writes a last argument instead of its result. */
static void same(const char *kernel, const char *operation, uint32_t arguments, uint32_t rank, enum kernels_dtype dtype, bool behind)
{
	const struct kernels_entry *entry = kernels_registry_find(w.registry, kernel, strlen(kernel));
	struct async_value *values[] = { tensor_of(dtype, rank), tensor_of(dtype, rank), tensor_of(dtype, rank) }, *handlers[2], *by_kernel, *by_op;
	const struct kernels_handler *cpu = make_cpu(handlers);
	CHECK_OR_RETURN(entry && cpu);
	CHECK_INT(entry->argument_count, arguments + behind);
	CHECK_INT(entry->results[0], behind ? ASYNC_TYPE_CHAIN : kernels_tensor_types()->tensor);
	kernels_handler_execute(cpu, operation, w.request, values, arguments, NULL, &by_op, 1);
	kernels_invoke_entry(entry, w.request, values, arguments + behind, NULL, &by_kernel, 1);
	CHECK_OR_RETURN(!async_value_is_error(by_op) && !async_value_is_error(by_kernel));
	const struct kernels_tensor *left = async_value_payload(behind ? values[arguments] : by_kernel), *right = async_value_payload(by_op);
	CHECK(left->dtype == right->dtype && kernels_shape_equal(&left->shape, &right->shape));
	CHECK_BYTES(kernels_tensor_bytes(left), (size_t)kernels_tensor_elements(left) * kernels_dtype_size(left->dtype),
		kernels_tensor_bytes(right), (size_t)kernels_tensor_elements(right) * kernels_dtype_size(right->dtype));
	struct async_value *all[] = { values[0], values[1], values[2], handlers[0], handlers[1], by_kernel, by_op };
	kernels_values_release(all, sizeof all / sizeof *all);
}

#define LIKE(name, function, arguments, suffix, dtype) same("tfrt_test." #name "." #suffix, "tfrt_test." #name, arguments, 1, dtype, true);
#define NEW(name, function, rank, suffix, dtype) same("tfrt_test." #name "." #suffix "." #rank, "tfrt_test." #name, 1, rank, dtype, false);
#define SHARED(suffix, dtype) KERNELS_TENSOR__LIKE_ARGUMENT(LIKE, suffix, dtype) KERNELS_TENSOR__NEW_TENSOR(NEW, suffix, dtype)

static void operations_are_kernels(void)
{
	KERNELS_TENSOR__NUMBER_TYPES(SHARED)
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(shapes), CHECK_CASE(dense), CHECK_CASE(sparse_and_files), CHECK_CASE(networks),
		CHECK_CASE(eager), CHECK_CASE(nothing_else), CHECK_CASE(signatures), CHECK_CASE(operations_are_kernels)
	};
	world_open(&w);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	world_close(&w);
	return result;
}
