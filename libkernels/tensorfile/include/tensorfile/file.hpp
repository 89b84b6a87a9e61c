/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files of tensors for C++17: an open file as an object, failures as exceptions. Header-only; tensorfile/file.h has the
 * meaning of everything here.
 *
 *	befkit::tensor_file file("model.safetensors", true);
 *	for (const tensorfile_tensor &tensor : file)
 *		std::cout << tensor.name << " " << tensor.elements << "\n";
 *	std::vector<float> w = file.read<float>(file.at("layer.0.weight"));
 *
 * An object is movable and not copyable; a moved-from object may be assigned to and destroyed only. A function that
 * fails throws befkit::tensor_file_error, or std::bad_alloc. Thread class: immutable. */
#ifndef TENSORFILE_FILE_HPP
#define TENSORFILE_FILE_HPP

#include <complex>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <tensorfile/file.h>
#include <type_traits>
#include <utility>
#include <vector>

namespace befkit
{

/* What a `diag` has. what() is its message. */
class tensor_file_error : public std::runtime_error
{
public:
	tensor_file_error(tensorfile_status status, const std::string &message)
		: std::runtime_error(message), status_(status)
	{
	}
	explicit tensor_file_error(const tensorfile_diag &diag)
		: std::runtime_error(diag.message[0] ? diag.message : tensorfile_status_name(diag.status)),
		  status_(diag.status), offset_(diag.offset)
	{
	}
	tensorfile_status status() const noexcept { return status_; }
	uint64_t offset() const noexcept { return offset_; } /* byte of the file, or TENSORFILE_NO_OFFSET */

private:
	tensorfile_status status_;
	uint64_t offset_ = TENSORFILE_NO_OFFSET;
};

/* The type that tensorfile_read() fills arrays of T with. */
template <class T> struct file_dtype_of {
};
#define BEFKIT_FILE_DTYPE_OF(type, dtype)                                                                              \
	template <> struct file_dtype_of<type> {                                                                       \
		static constexpr tensorfile_dtype value = dtype;                                                       \
	}
BEFKIT_FILE_DTYPE_OF(int8_t, TENSORFILE_I8);
BEFKIT_FILE_DTYPE_OF(int16_t, TENSORFILE_I16);
BEFKIT_FILE_DTYPE_OF(int32_t, TENSORFILE_I32);
BEFKIT_FILE_DTYPE_OF(int64_t, TENSORFILE_I64);
BEFKIT_FILE_DTYPE_OF(uint8_t, TENSORFILE_U8);
BEFKIT_FILE_DTYPE_OF(uint16_t, TENSORFILE_U16);
BEFKIT_FILE_DTYPE_OF(uint32_t, TENSORFILE_U32);
BEFKIT_FILE_DTYPE_OF(uint64_t, TENSORFILE_U64);
BEFKIT_FILE_DTYPE_OF(float, TENSORFILE_F32);
BEFKIT_FILE_DTYPE_OF(double, TENSORFILE_F64);
BEFKIT_FILE_DTYPE_OF(std::complex<float>, TENSORFILE_C64);
BEFKIT_FILE_DTYPE_OF(std::complex<double>, TENSORFILE_C128);
#undef BEFKIT_FILE_DTYPE_OF

/* An open file. Tensors are valid as long as it. */
class tensor_file
{
public:
	/* @param mapped  the file is mapped and must not change until it is closed */
	explicit tensor_file(const std::string &path, bool mapped = false)
	{
		tensorfile_options options = tensorfile_options();
		options.size = sizeof options;
		options.mapped = mapped;
		tensorfile_diag diag = TENSORFILE_DIAG_INIT;
		tensorfile *opened = nullptr;
		check(tensorfile_open(path.c_str(), &options, &opened, &diag), diag);
		c_.reset(opened);
	}
	/* From bytes, which must stay until the file is closed. */
	static tensor_file from_memory(const void *data, size_t size)
	{
		tensorfile_diag diag = TENSORFILE_DIAG_INIT;
		tensorfile *opened = nullptr;
		check(tensorfile_open_memory(data, size, &opened, &diag), diag);
		return tensor_file(opened);
	}

	tensorfile_format format() const noexcept { return tensorfile_format_of(c_.get()); }
	size_t size() const noexcept { return tensorfile_count(c_.get()); }
	const tensorfile_tensor &operator[](size_t index) const noexcept { return *tensorfile_at(c_.get(), index); }
	/* NULL: no tensor has this name. */
	const tensorfile_tensor *find(const std::string &name) const noexcept
	{
		return tensorfile_find(c_.get(), name.c_str());
	}
	/* Throws TENSORFILE_E_NOT_FOUND. */
	const tensorfile_tensor &at(const std::string &name) const
	{
		const tensorfile_tensor *found = find(name);
		if (!found)
			throw tensor_file_error(TENSORFILE_E_NOT_FOUND, "the file has no tensor '" + name + "'");
		return *found;
	}

	/* In the order of the file. */
	class iterator
	{
	public:
		iterator(const tensorfile *file, size_t index) noexcept : file_(file), index_(index) {}
		const tensorfile_tensor &operator*() const noexcept { return *tensorfile_at(file_, index_); }
		const tensorfile_tensor *operator->() const noexcept { return tensorfile_at(file_, index_); }
		iterator &operator++() noexcept
		{
			index_++;
			return *this;
		}
		bool operator!=(const iterator &other) const noexcept { return index_ != other.index_; }
		bool operator==(const iterator &other) const noexcept { return index_ == other.index_; }

	private:
		const tensorfile *file_;
		size_t index_;
	};
	iterator begin() const noexcept { return iterator(c_.get(), 0); }
	iterator end() const noexcept { return iterator(c_.get(), size()); }

	static std::vector<int64_t> dims(const tensorfile_tensor &tensor)
	{
		return std::vector<int64_t>(tensor.dims, tensor.dims + tensor.rank);
	}
	/* Keys and texts, in the order of the file. */
	std::vector<std::pair<std::string, std::string>> metadata() const
	{
		std::vector<std::pair<std::string, std::string>> all;
		const char *key, *value;
		for (size_t i = 0; tensorfile_metadata(c_.get(), i, &key, &value); i++)
			all.emplace_back(key, value);
		return all;
	}
	/* The elements with type T: float also of other floats of at most 32 bits, and of quantized types. Throws
	 * TENSORFILE_E_UNSUPPORTED for other conversions. */
	template <class T> std::vector<T> read(const tensorfile_tensor &tensor) const
	{
		if (tensor.elements > std::vector<T>().max_size())
			throw tensor_file_error(
				TENSORFILE_E_LIMIT, std::string(tensor.name) + " does not fit into memory");
		std::vector<T> elements(static_cast<size_t>(tensor.elements));
		read(tensor, file_dtype_of<T>::value, elements.data(), elements.size() * sizeof(T));
		return elements;
	}
	void read(const tensorfile_tensor &tensor, tensorfile_dtype dtype, void *out, size_t size) const
	{
		tensorfile_diag diag = TENSORFILE_DIAG_INIT;
		check(tensorfile_read(c_.get(), &tensor, dtype, out, size, &diag), diag);
	}
	bool is_intact() const noexcept { return tensorfile_is_intact(c_.get()); }
	const tensorfile *get() const noexcept { return c_.get(); }

private:
	struct close {
		void operator()(tensorfile *file) const noexcept { tensorfile_close(file); }
	};
	std::unique_ptr<tensorfile, close> c_;

	explicit tensor_file(tensorfile *opened) noexcept : c_(opened) {}
	static void check(tensorfile_status status, tensorfile_diag &diag)
	{
		if (status == TENSORFILE_OK)
			return;
		diag.status = status;
		throw tensor_file_error(diag);
	}
};

} // namespace befkit

#endif
