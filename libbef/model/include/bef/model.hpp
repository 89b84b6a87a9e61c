/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libbef-model for C++17: models, calls and tensors as objects, failures as exceptions. Header-only; bef/model.h has
 * the meaning of everything here.
 *
 *	befkit::registry registry{ kernels_pack_basic(), kernels_pack_hlo() };
 *	befkit::model model(registry, "digits.mlirbc");
 *	std::vector<befkit::tensor> results = model(befkit::tensor::view(&pixels[0][0], { 6, 144 }));
 *	std::vector<int32_t> digits = results[0].values<int32_t>();
 *
 * Objects are movable and not copyable. A moved-from object may be assigned to and destroyed only; a tensor is empty
 * then. A function that fails throws befkit::error, or std::bad_alloc, and leaves its arguments unchanged.
 * Thread class: model: safe, except its destructor. registry: immutable. call, tensor: owner. */
#ifndef BEF_MODEL_HPP
#define BEF_MODEL_HPP

#include <bef/model.h>
#include <complex>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace befkit
{

/* ---- failures */

/* What a `diag` has. what() is its message. */
class error : public std::runtime_error
{
public:
	error(enum bef_status status, const std::string &message) : std::runtime_error(message), status_(status) {}
	explicit error(const bef_diag &diag)
		: std::runtime_error(diag.message[0] ? diag.message : bef_status_name(diag.status)),
		  status_(diag.status), rule_(diag.rule ? diag.rule : ""),
		  offset_(diag.offset), line_(diag.line), column_(diag.column)
	{
	}
	enum bef_status status() const noexcept { return status_; }
	/* Name of the violated rule, or of the status; empty if the failure was found by this header. */
	const char *rule() const noexcept { return rule_; }
	uint64_t offset() const noexcept { return offset_; } /* byte of the file, or BEF_NO_OFFSET */
	uint32_t line() const noexcept { return line_; }     /* of text, or of the operation; 0: unknown */
	uint32_t column() const noexcept { return column_; }

private:
	enum bef_status status_;
	const char *rule_ = ""; /* static */
	uint64_t offset_ = BEF_NO_OFFSET;
	uint32_t line_ = 0, column_ = 0;
};

namespace detail
{
inline void check(enum bef_status status, bef_diag &diag)
{
	if (status == BEF_OK)
		return;
	diag.status = status;
	throw error(diag);
}

struct close_registry {
	void operator()(kernels_registry *registry) const noexcept { kernels_registry_destroy(registry); }
};
struct close_model {
	void operator()(bef_model *model) const noexcept { bef_model_close(model); }
};
} // namespace detail

/* ---- element types */

/* dtype_of<float>::value is KERNELS_F32. Types without a specialization have no value. */
template <class T> struct dtype_of {
};
#define BEFKIT_DTYPE_OF(type, dtype)                                                                                   \
	template <> struct dtype_of<type> {                                                                            \
		static constexpr kernels_dtype value = dtype;                                                          \
	}
BEFKIT_DTYPE_OF(bool, KERNELS_I1);
BEFKIT_DTYPE_OF(int8_t, KERNELS_I8);
BEFKIT_DTYPE_OF(int16_t, KERNELS_I16);
BEFKIT_DTYPE_OF(int32_t, KERNELS_I32);
BEFKIT_DTYPE_OF(int64_t, KERNELS_I64);
BEFKIT_DTYPE_OF(uint8_t, KERNELS_UI8);
BEFKIT_DTYPE_OF(uint16_t, KERNELS_UI16);
BEFKIT_DTYPE_OF(uint32_t, KERNELS_UI32);
BEFKIT_DTYPE_OF(uint64_t, KERNELS_UI64);
BEFKIT_DTYPE_OF(float, KERNELS_F32);
BEFKIT_DTYPE_OF(double, KERNELS_F64);
BEFKIT_DTYPE_OF(std::complex<float>, KERNELS_COMPLEX64);
BEFKIT_DTYPE_OF(std::complex<double>, KERNELS_COMPLEX128);
#undef BEFKIT_DTYPE_OF

/* ---- tensors */

/* A row-major tensor, or a token of StableHLO (the default). Its elements belong to the caller (view(), buffer()), or
 * to the library (of(), results). */
class tensor
{
public:
	tensor() noexcept { clear(); }
	tensor(tensor &&other) noexcept : c_(other.c_) { other.clear(); }
	tensor &operator=(tensor &&other) noexcept
	{
		if (this != &other) {
			bef_model_tensor_release(&c_);
			c_ = other.c_;
			other.clear();
		}
		return *this;
	}
	tensor(const tensor &) = delete;
	tensor &operator=(const tensor &) = delete;
	~tensor() { bef_model_tensor_release(&c_); }

	/* An argument in memory of the caller, which exists and does not change until calls with it have ended. */
	static tensor view(kernels_dtype dtype, const std::vector<int64_t> &dims, const void *data, size_t size)
	{
		if (dims.size() > KERNELS_MAX_RANK)
			throw error(BEF_E_ARG, std::to_string(dims.size()) + " dimensions, at most " +
				std::to_string(KERNELS_MAX_RANK) + " expected");
		tensor made;
		made.c_.dtype = dtype;
		made.c_.rank = static_cast<uint32_t>(dims.size());
		for (size_t i = 0; i < dims.size(); i++)
			made.c_.dims[i] = dims[i];
		made.c_.data = const_cast<void *>(data); /* arguments are only read */
		made.c_.size = size;
		return made;
	}
	template <class T> static tensor view(const T *data, const std::vector<int64_t> &dims)
	{
		return view(dtype_of<T>::value, dims, data, elements_of(dims, sizeof(T)) * sizeof(T));
	}
	template <class T> static tensor view(const std::vector<T> &data, const std::vector<int64_t> &dims)
	{
		expect_elements(data.size(), dims, sizeof(T));
		return view(data.data(), dims);
	}
	template <class T> static tensor view(std::vector<T> &&, const std::vector<int64_t> &) = delete; /* of() */

	/* An argument that owns its elements. Calls of models without a `host` return them, or views of them, without a
	 * copy. */
	template <class T> static tensor of(std::vector<T> elements, const std::vector<int64_t> &dims)
	{
		return of(dtype_of<T>::value, std::move(elements), dims);
	}
	/* As above, with elements that C++ has no type for: uint16_t for KERNELS_BF16. */
	template <class T>
	static tensor of(kernels_dtype dtype, std::vector<T> elements, const std::vector<int64_t> &dims)
	{
		static_assert(!std::is_same<T, bool>::value, "std::vector<bool> has no array: use uint8_t, KERNELS_I1");
		if (kernels_dtype_size(dtype) != sizeof(T))
			throw error(BEF_E_ARG, "elements of " + std::to_string(sizeof(T)) + " bytes, " +
				kernels_dtype_name(dtype) + " expected");
		expect_elements(elements.size(), dims, sizeof(T));
		auto kept = std::make_unique<std::vector<T>>(std::move(elements));
		tensor made = view(dtype, dims, kept->data(), kept->size() * sizeof(T));
		bef_diag diag = BEF_DIAG_INIT;
		detail::check(bef_model_tensor_adopt(&made.c_, nullptr,
			[](void *vector) { delete static_cast<std::vector<T> *>(vector); }, kept.get(), &diag), diag);
		kept.release();
		return made;
	}
	template <class T> static tensor scalar(T value) { return of(std::vector<T>{ value }, {}); }

	/* Memory of the caller for a result of at most `size` bytes; must exist until the call has ended. */
	static tensor buffer(void *data, size_t size)
	{
		tensor made;
		made.c_.data = data;
		made.c_.size = size;
		return made;
	}

	kernels_dtype dtype() const noexcept { return c_.dtype; } /* KERNELS_DTYPE_INVALID: a token */
	uint32_t rank() const noexcept { return c_.rank; }
	int64_t dim(uint32_t index) const { return index < c_.rank ? c_.dims[index] : throw_rank(index); }
	std::vector<int64_t> dims() const { return std::vector<int64_t>(c_.dims, c_.dims + c_.rank); }
	size_t elements() const { return c_.dtype ? elements_of(dims(), 1) : 0; }
	const void *data() const noexcept { return c_.data; }
	/* The elements; throws unless they have this type. Valid as long as the tensor and, of view() and buffer(), the
	 * memory of the caller. */
	template <class T> const T *data() const
	{
		if (c_.dtype != dtype_of<T>::value)
			throw error(BEF_E_ARG, std::string("elements of ") + kernels_dtype_name(c_.dtype) + ", " +
				kernels_dtype_name(dtype_of<T>::value) + " expected");
		return static_cast<const T *>(c_.data);
	}
	template <class T> std::vector<T> values() const
	{
		const T *from = data<T>();
		return std::vector<T>(from, from + elements());
	}
	/* The element of a tensor with one element. */
	template <class T> T item() const
	{
		const T *from = data<T>();
		if (elements() != 1)
			throw error(BEF_E_ARG, std::to_string(elements()) + " elements, expected 1");
		return *from;
	}
	/* For functions of bef/model.h. The tensor keeps the owner. */
	bef_model_tensor *get() noexcept { return &c_; }
	const bef_model_tensor *get() const noexcept { return &c_; }

private:
	bef_model_tensor c_;

	void clear() noexcept { c_ = bef_model_tensor(); }
	int64_t throw_rank(uint32_t index) const
	{
		throw error(BEF_E_ARG, "dimension " + std::to_string(index) + " of a tensor of rank " +
			std::to_string(c_.rank));
	}
	/* Throws where elements * size would not fit. */
	static size_t elements_of(const std::vector<int64_t> &dims, size_t size)
	{
		size_t count = 1;
		for (int64_t dim : dims) {
			if (dim < 0)
				throw error(BEF_E_ARG, "dimension " + std::to_string(dim) + " is negative");
			if (dim && count > SIZE_MAX / size / static_cast<size_t>(dim))
				throw error(BEF_E_ARG, "the elements do not fit into memory");
			count *= static_cast<size_t>(dim);
		}
		return count;
	}
	static void expect_elements(size_t found, const std::vector<int64_t> &dims, size_t size)
	{
		size_t expected = elements_of(dims, size);
		if (found != expected)
			throw error(BEF_E_ARG,
				std::to_string(found) + " elements, expected " + std::to_string(expected));
	}
};

/* ---- models */

/* Kernels; models retain them. */
class registry
{
public:
	/* For example { kernels_pack_basic(), kernels_pack_hlo() }. */
	explicit registry(std::initializer_list<const kernels_pack *> packs) : c_(kernels_registry_create(nullptr))
	{
		if (!c_)
			throw std::bad_alloc();
		for (const kernels_pack *pack : packs)
			add(pack);
	}
	/* Before models are opened. */
	void add(const kernels_pack *pack)
	{
		kernels_diag diag = KERNELS_DIAG_INIT;
		kernels_status status = kernels_registry_add(c_.get(), pack, &diag);
		if (status != KERNELS_OK) /* equal numbers have equal meanings */
			throw error(static_cast<enum bef_status>(status),
				diag.message[0] ? diag.message : "cannot add a pack");
	}
	kernels_registry *get() const noexcept { return c_.get(); }

private:
	std::unique_ptr<kernels_registry, detail::close_registry> c_;
};

inline bef_model_options model_options() noexcept
{
	bef_model_options options = bef_model_options();
	options.size = sizeof options;
	return options;
}
inline bef_model_call_options call_options() noexcept
{
	bef_model_call_options options = bef_model_call_options();
	options.size = sizeof options;
	return options;
}

/* A function of a model; valid as long as the model. */
class function
{
public:
	explicit function(const bef_stablehlo_function *c) noexcept : c_(c) {}
	std::string_view name() const noexcept { return text(c_->name); }
	size_t argument_count() const noexcept { return c_->argument_count; }
	size_t result_count() const noexcept { return c_->result_count; }
	/* Name, element type and shape; a dimension of -1 has any size. `index` is less than the count. */
	const bef_stablehlo_value &argument(size_t index) const noexcept { return c_->arguments[index]; }
	const bef_stablehlo_value &result(size_t index) const noexcept { return c_->results[index]; }
	const bef_stablehlo_function *get() const noexcept { return c_; }
	static std::string_view text(const bef_string &string) noexcept { return { string.data, string.size }; }

private:
	const bef_stablehlo_function *c_;
};

/* A call in flight (model::start()). The destructor cancels it and waits for its end, so a call is not destroyed in
 * `done` of a call or by a kernel. */
class call
{
public:
	call(call &&) = default;
	call &operator=(call &&other) noexcept
	{
		if (this != &other) {
			abandon();
			state_ = std::move(other.state_);
		}
		return *this;
	}
	~call() { abandon(); }
	/* Does not wait. Nothing happens after wait(). */
	void cancel() noexcept
	{
		if (state_->call)
			bef_model_call_cancel(state_->call);
	}
	bool ended() const noexcept
	{
		return !state_->call || async_value_is_available(bef_model_call_done(state_->call));
	}
	/* Waits for the end and returns the results. Throws what the program failed with, also if it was cancelled
	 * (BEF_E_STATE). Only once. */
	std::vector<tensor> wait()
	{
		bef_model_call *ending = std::exchange(state_->call, nullptr);
		if (!ending)
			throw error(BEF_E_STATE, "the call has been waited for already");
		bef_diag diag = BEF_DIAG_INIT;
		enum bef_status status = bef_model_call_finish(ending, &diag);
		detail::check(status, diag);
		std::vector<tensor> results(std::move(state_->results));
		for (size_t i = 0; i < results.size(); i++)
			*results[i].get() = state_->c_results[i];
		return results;
	}

private:
	friend class model;
	/* Its address is that which the running call has. */
	struct state {
		std::vector<bef_model_tensor> arguments, c_results;
		std::vector<tensor> results;
		bef_model_call *call = nullptr;
	};
	std::unique_ptr<state> state_;

	explicit call(std::unique_ptr<state> started) noexcept : state_(std::move(started)) {}
	void abandon() noexcept
	{
		if (!state_ || !state_->call)
			return;
		bef_model_call_cancel(state_->call);
		if (bef_model_call_finish(std::exchange(state_->call, nullptr), nullptr) == BEF_OK) {
			for (bef_model_tensor &result : state_->c_results)
				bef_model_tensor_release(&result);
		}
	}
};

/* A model. Its calls must have ended before it is destroyed. */
class model
{
public:
	model(const registry &kernels, const std::string &path, const bef_model_options *options = nullptr)
	{
		bef_diag diag = BEF_DIAG_INIT;
		bef_model *opened = nullptr;
		detail::check(bef_model_open_path(path.c_str(), kernels.get(), options, &opened, &diag), diag);
		c_.reset(opened);
	}
	/* From bytes, which are copied where needed. `name` is for messages. */
	static model from_memory(const registry &kernels, const void *data, size_t size,
		const bef_model_options *options = nullptr, const char *name = nullptr)
	{
		bef_diag diag = BEF_DIAG_INIT;
		bef_model *opened = nullptr;
		detail::check(bef_model_open(data, size, name, kernels.get(), options, &opened, &diag), diag);
		return model(opened);
	}

	std::vector<function> functions() const
	{
		std::vector<function> all;
		for (size_t i = 0; i < bef_model_function_count(c_.get()); i++)
			all.emplace_back(bef_model_function(c_.get(), i));
		return all;
	}
	/* Throws BEF_E_NOT_FOUND. */
	function find(const std::string &name) const
	{
		const bef_stablehlo_function *found = bef_model_find(c_.get(), name.c_str());
		if (!found)
			throw error(BEF_E_NOT_FOUND, "the model has no function '" + name + "'");
		return function(found);
	}

	/* Calls main: model(x, y). */
	template <class... Tensors> std::vector<tensor> operator()(const Tensors &...arguments) const
	{
		return run(find("main"), arguments...);
	}
	/* Calls a function with tensors. */
	template <class... Tensors> std::vector<tensor> run(const function &called, const Tensors &...arguments) const
	{
		const std::vector<const tensor *> pointers{ &arguments... };
		return start(called, pointers).wait();
	}
	/* Starts a call. The tensors may be destroyed before it has ended; memory of view() may not.
	 * @param results  empty, or one for each result: those of buffer() receive it, empty ones get memory of the
	 *                 library. They come back from call::wait() */
	call start(const function &called, const std::vector<const tensor *> &arguments,
		const bef_model_call_options *options = nullptr, std::vector<tensor> results = {}) const
	{
		auto state = std::make_unique<call::state>();
		for (const tensor *argument : arguments)
			state->arguments.push_back(*argument->get());
		if (results.empty())
			results.resize(called.result_count());
		state->results = std::move(results);
		for (const tensor &result : state->results)
			state->c_results.push_back(*result.get());
		bef_diag diag = BEF_DIAG_INIT;
		detail::check(bef_model_start(c_.get(), called.get(), state->arguments.data(), state->arguments.size(),
			state->c_results.data(), state->c_results.size(), options, &state->call, &diag), diag);
		return call(std::move(state));
	}
	bef_model *get() const noexcept { return c_.get(); }

private:
	std::unique_ptr<bef_model, detail::close_model> c_;
	explicit model(bef_model *opened) noexcept : c_(opened) {}
};

} // namespace befkit

#endif
