// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers as users of jax.ffi write them, with the headers that jaxlib brings along; see the program ffi.
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

// The example of JAX's documentation.
static ffi::Error RmsNorm(float eps, ffi::Buffer<ffi::F32> x, ffi::ResultBuffer<ffi::F32> y)
{
	auto dims = x.dimensions();
	if (dims.size() == 0)
		return ffi::Error(ffi::ErrorCode::kInvalidArgument, "RmsNorm input must be an array");
	int64_t size = dims.back(), count = x.element_count();
	for (int64_t n = 0; n < count; n += size) {
		float sum = 0;
		for (int64_t i = 0; i < size; ++i)
			sum += x.typed_data()[n + i] * x.typed_data()[n + i];
		float scale = 1 / std::sqrt(sum / float(size) + eps);
		for (int64_t i = 0; i < size; ++i)
			y->typed_data()[n + i] = scale * x.typed_data()[n + i];
	}
	return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(rms_norm, RmsNorm,
	ffi::Ffi::Bind().Attr<float>("eps").Arg<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::F32>>());

// Attributes of all kinds, and any number of arguments.
static ffi::Error Combine(int32_t factor, std::string_view text, ffi::Span<const int64_t> list, ffi::Dictionary more, ffi::RemainingArgs args,
	ffi::RemainingRets rets)
{
	auto result = rets.get<ffi::Buffer<ffi::F32>>(0);
	if (!result.has_value())
		return result.error();
	auto scale = more.get<double>("scale");
	if (!scale.has_value())
		return scale.error();
	float sum = float(text.size());
	for (int64_t value : list)
		sum += float(value);
	for (size_t i = 0; i < (*result)->element_count(); i++) {
		float element = sum;
		for (size_t k = 0; k < args.size(); k++) {
			auto argument = args.get<ffi::Buffer<ffi::F32>>(k);
			if (!argument.has_value())
				return argument.error();
			element += argument->typed_data()[i];
		}
		(*result)->typed_data()[i] = float(factor * *scale) * element;
	}
	return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(combine, Combine,
	ffi::Ffi::Bind().Attr<int32_t>("factor").Attr<std::string_view>("text").Attr<ffi::Span<const int64_t>>("list").Attr<ffi::Dictionary>("more")
		.RemainingArgs().RemainingRets());

// State of an executable: how often it ran.
struct State {
	static ffi::TypeId id;
#if XLA_FFI_API_MINOR >= 2
	static ffi::TypeInfo info;
#endif
	std::atomic<int32_t> calls{0};
	static inline std::atomic<int32_t> alive{0};
	State() { alive++; }
	~State() { alive--; }
};
ffi::TypeId State::id = {};
#if XLA_FFI_API_MINOR >= 2
ffi::TypeInfo State::info = ffi::MakeTypeInfo<State>();
extern "C" void *state_info() { return &State::info; }
#else
extern "C" void *state_info() { return nullptr; }
#endif
extern "C" void *state_id() { return &State::id; }
extern "C" int32_t states_alive() { return State::alive; }

static ffi::ErrorOr<std::unique_ptr<State>> Begin() { return std::make_unique<State>(); }
static ffi::Error Count(State *state, ffi::ResultBuffer<ffi::S32> out)
{
	out->typed_data()[0] = ++state->calls;
	return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(count_begin, Begin, ffi::Ffi::BindInstantiate());
XLA_FFI_DEFINE_HANDLER_SYMBOL(count, Count, ffi::Ffi::Bind().Ctx<ffi::State<State>>().Ret<ffi::Buffer<ffi::S32>>());

// Threads and a future.
static ffi::Future Squares(ffi::ThreadPool pool, ffi::Buffer<ffi::F32> x, ffi::ResultBuffer<ffi::F32> y)
{
	ffi::Promise promise;
	ffi::Future future(promise);
	pool.Schedule([x, y, promise = std::move(promise)]() mutable {
		for (size_t i = 0; i < x.element_count(); i++)
			y->typed_data()[i] = x.typed_data()[i] * x.typed_data()[i];
		promise.SetAvailable();
	});
	return future;
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(squares, Squares, ffi::Ffi::Bind().Ctx<ffi::ThreadPool>().Arg<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::F32>>());

// The element at row 0, column 1 of memory, whatever that means in the layout; and one that fails.
static ffi::Error Second(ffi::Buffer<ffi::F32> x, ffi::ResultBuffer<ffi::F32> y)
{
	y->typed_data()[0] = x.typed_data()[1];
	return ffi::Error::Success();
}
XLA_FFI_DEFINE_HANDLER_SYMBOL(second, Second, ffi::Ffi::Bind().Arg<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::F32>>());
static ffi::Error Fails(ffi::AnyBuffer) { return ffi::Error(ffi::ErrorCode::kDataLoss, "the data are lost"); }
XLA_FFI_DEFINE_HANDLER_SYMBOL(fails, Fails, ffi::Ffi::Bind().Arg<ffi::AnyBuffer>());

// An untyped function: one argument, one result of four f32, and the text of the call.
extern "C" void untyped(void *out, const void **in, const char *text, size_t size, void *)
{
	for (int i = 0; i < 4; i++)
		static_cast<float *>(out)[i] = static_cast<const float *>(in[0])[i] + float(size) + float(text[0] == 'a');
}
