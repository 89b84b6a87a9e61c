/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef/model.hpp: results, ownership, moves, exceptions, calls in flight. */
#include "check.h"

#include <bef/model.hpp>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <numeric>

using befkit::tensor;

namespace
{

const char SOURCE[] = R"(
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<6xf32>) {
  %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  %1 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<6xf32>
}
func.func @positive(%x: tensor<2xi32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq %x, %c : tensor<2xi32>
  return %x : tensor<2xi32>
}
func.func @endless(%x: tensor<i64>) -> tensor<i64> {
  %r = stablehlo.while(%i = %x) : tensor<i64>
    cond {
      %p = stablehlo.compare GE, %i, %x : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      stablehlo.return %i : tensor<i64>
    }
  return %r : tensor<i64>
}
func.func @half(%x: tensor<2xbf16>, %p: tensor<i1>) -> (tensor<2xf32>, tensor<i1>) {
  %0 = stablehlo.convert %x : (tensor<2xbf16>) -> tensor<2xf32>
  return %0, %p : tensor<2xf32>, tensor<i1>
}
)";

const befkit::registry &kernels()
{
	static const befkit::registry registry{ kernels_pack_basic(), kernels_pack_hlo() };
	return registry;
}

befkit::model open_source(const bef_model_options *options = nullptr)
{
	return befkit::model::from_memory(kernels(), SOURCE, sizeof SOURCE - 1, options, "test.mlir");
}

/* The status of the error that a function throws; BEF_OK: none. */
template <class F> bef_status thrown(F &&run)
{
	try {
		run();
	} catch (const befkit::error &error) {
		CHECK(error.what()[0]);
		return error.status();
	}
	return BEF_OK;
}

void calls()
{
	const befkit::model model = open_source();
	const float x[] = { 1, 2, 3, 4, 5, 6 };
	const std::vector<tensor> results = 
		model(tensor::view(x, { 2, 3 }), tensor::of<float>({ 10, 20, 30, 40, 50, 60 }, { 2, 3 }));
	CHECK_INT(results.size(), 2);
	CHECK(results[0].values<float>() == std::vector<float>({ 11, 22, 33, 44, 55, 66 }));
	CHECK(results[0].dims() == std::vector<int64_t>({ 2, 3 }));
	CHECK(results[1].values<float>() == std::vector<float>(x, x + 6));
	CHECK(results[1].rank() == 1 && results[1].dim(0) == 6 && results[1].elements() == 6);
	/* a result is an argument */
	const std::vector<tensor> again = model(results[0], results[0]);
	CHECK(again[0].data<float>()[5] == 132);
	const std::vector<tensor> half =
		model.run(model.find("half"), tensor::of<uint16_t>(KERNELS_BF16, { 0x3f80, 0xc000 }, { 2 }), 
			tensor::of<uint8_t>(KERNELS_I1, { 1 }, {}));
	CHECK(half[0].values<float>() == std::vector<float>({ 1, -2 }) && half[1].item<bool>());
}

void describes()
{
	const befkit::model model = open_source();
	const std::vector<befkit::function> functions = model.functions();
	CHECK_INT(functions.size(), 4);
	CHECK(functions[0].name() == "main" && functions[0].argument_count() == 2 && functions[0].result_count() == 2);
	CHECK(befkit::function::text(functions[0].argument(1).name) == "y" && functions[0].argument(1).rank == 2);
	CHECK(functions[0].result(1).rank == 1 && functions[0].result(1).dims[0] == 6);
	CHECK(thrown([&] { (void)model.find("absent"); }) == BEF_E_NOT_FOUND);
}

void failures()
{
	const befkit::model model = open_source();
	const int32_t wrong[] = { 1, 3 };
	const auto checked = model.find("positive");
	CHECK(thrown([&] { (void)model.run(checked, tensor::view(wrong, { 2 })); }) == BEF_E_ARG);
	CHECK(thrown([&] { (void)model.run(checked, tensor::view(wrong, { 1 })); }) == BEF_E_ARG);
	CHECK(thrown([&] { (void)model.run(checked); }) == BEF_E_ARG);
	CHECK(thrown([&] { (void)model.run(checked, tensor::of<float>({ 1, 2 }, { 2 })); }) == BEF_E_ARG);
	CHECK(thrown([&] { befkit::model(kernels(), "/nonexistent/model.mlir"); }) == BEF_E_IO);
	bef_model_options options = befkit::model_options();
	options.size = 0;
	CHECK(thrown([&] { (void)open_source(&options); }) == BEF_E_ARG);
	const char text[] = "func.func @main() {\n  oops\n}\n";
	try {
		(void)befkit::model::from_memory(kernels(), text, sizeof text - 1);
		CHECK(false);
	} catch (const befkit::error &error) {
		CHECK(error.status() == BEF_E_SYNTAX && error.line() == 2 && error.rule()[0]);
	}
	CHECK(thrown([] { befkit::registry{ kernels_pack_hlo(), kernels_pack_hlo() }; }) != BEF_OK);
}

void tensors()
{
	tensor t = tensor::of<int32_t>({ 1, 2, 3 }, { 3 });
	const int32_t *data = t.data<int32_t>();
	tensor moved = std::move(t);
	CHECK(moved.data<int32_t>() == data && !t.data() && t.elements() == 0); // NOLINT: a moved-from tensor is empty
	t = std::move(moved);
	tensor &self = t;
	t = std::move(self);
	CHECK(t.data<int32_t>() == data && t.values<int32_t>()[2] == 3);
	t = tensor::scalar(2.5);
	CHECK(t.item<double>() == 2.5 && t.rank() == 0);
	CHECK(thrown([&] { (void)t.data<float>(); }) == BEF_E_ARG);
	CHECK(thrown([&] { (void)t.dim(0); }) == BEF_E_ARG);
	CHECK(thrown([] { (void)tensor::of<float>({ 1, 2 }, { 3 }); }) == BEF_E_ARG);
	CHECK(thrown([] { (void)tensor::of<float>({ 1, 2 }, { -2 }); }) == BEF_E_ARG);
	CHECK(thrown([] { (void)tensor::of<uint16_t>(KERNELS_F32, { 1 }, {}); }) == BEF_E_ARG);
	CHECK(thrown([] { (void)tensor::of<float>({ 1, 2 }, { 2 }).item<float>(); }) == BEF_E_ARG);
	CHECK(thrown([] { (void)tensor::of<float>({ 1 }, std::vector<int64_t>(17, 1)); }) == BEF_E_ARG);
	const float x = 1;
	CHECK(thrown([&] { (void)tensor::view(&x, { INT64_MAX, INT64_MAX }); }) == BEF_E_ARG);
	CHECK(tensor::of<float>({}, { 0, 7 }).elements() == 0);
}

/* Arguments may be destroyed while a call runs; a buffer receives its result. */
void flight()
{
	const befkit::model model = open_source();
	float sums[6] = { 0 };
	std::vector<befkit::call> calls;
	for (int i = 0; i < 3; i++) {
		std::vector<float> x(6);
		std::iota(x.begin(), x.end(), static_cast<float>(i));
		const tensor a = tensor::of(x, { 2, 3 }), b = tensor::of(x, { 2, 3 });
		std::vector<tensor> results(2);
		if (i == 0)
			results[0] = tensor::buffer(sums, sizeof sums);
		calls.push_back(model.start(model.find("main"), { &a, &b }, nullptr, std::move(results)));
	}
	for (size_t i = 0; i < calls.size(); i++) {
		befkit::call call = std::move(calls[i]);
		const std::vector<tensor> results = call.wait();
		CHECK(results[0].data<float>()[1] == 2 * (static_cast<float>(i) + 1));
		CHECK(call.ended());
		call.cancel();
		CHECK(thrown([&] { (void)call.wait(); }) == BEF_E_STATE);
	}
	CHECK(sums[5] == 10);
	const tensor one = tensor::of<float>({ 1, 2, 3, 4, 5, 6 }, { 2, 3 });
	(void)model.start(model.find("main"), { &one, &one }); /* nobody waits */
	CHECK(thrown([&] { (void)model.start(model.find("main"), { &one }); }) == BEF_E_ARG);
	float small[2];
	std::vector<tensor> results(2);
	results[0] = tensor::buffer(small, sizeof small);
	const auto into_small = [&] { (void)model.start(model.find("main"), { &one, &one }, nullptr, std::move(results)); };
	CHECK(thrown(into_small) == BEF_E_ARG);
}

void cancels()
{
	const befkit::model model = open_source();
	const tensor x = tensor::scalar<int64_t>(5);
	befkit::call call = model.start(model.find("endless"), { &x });
	call.cancel();
	CHECK(thrown([&] { (void)call.wait(); }) == BEF_E_STATE);
	/* the destructor cancels, and so does assignment */
	befkit::call other = model.start(model.find("endless"), { &x });
	other = model.start(model.find("endless"), { &x });
	bef_model_call_options options = befkit::call_options();
	options.deadline = async_now_ns() + 20u * 1000 * 1000;
	CHECK(thrown([&] { (void)model.start(model.find("endless"), { &x }, &options).wait(); }) == BEF_E_STATE);
}

/* Results outlive their model, which may be moved. */
void outlives()
{
	std::vector<tensor> results;
	{
		befkit::model first = open_source(), model = std::move(first);
		first = open_source();
		const tensor x = tensor::of<float>({ 1, 2, 3, 4, 5, 6 }, { 2, 3 });
		results = model(x, x);
		model = std::move(first);
	}
	CHECK(results[0].data<float>()[5] == 12 && results[1].data<float>()[5] == 6);
}

static_assert(!std::is_copy_constructible<tensor>::value && !std::is_copy_assignable<tensor>::value, "one owner");
static_assert(!std::is_copy_constructible<befkit::model>::value, "one owner");
static_assert(!std::is_copy_constructible<befkit::call>::value, "one owner");
static_assert(std::is_nothrow_move_constructible<tensor>::value, "moves");
static_assert(std::is_nothrow_move_constructible<befkit::model>::value, "moves");
static_assert(std::is_nothrow_move_constructible<befkit::call>::value, "moves");
static_assert(std::is_nothrow_move_assignable<befkit::call>::value, "moves");

} // namespace

int main(int argc, char **argv)
{
	static const check_case cases[] = { CHECK_CASE(calls), CHECK_CASE(describes), CHECK_CASE(failures),
		CHECK_CASE(tensors), CHECK_CASE(flight), CHECK_CASE(cancels), CHECK_CASE(outlives) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
