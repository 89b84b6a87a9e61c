/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tensorfile/file.hpp: files, tensors, elements, exceptions, moves. */
#include "check.h"

#include <fstream>
#include <iterator>
#include <tensorfile/file.hpp>

namespace
{

const std::string CORPUS = DATA "/corpus/";

template <class F> tensorfile_status thrown(F &&run)
{
	try {
		run();
	} catch (const befkit::tensor_file_error &error) {
		CHECK(error.what()[0]);
		return error.status();
	}
	return TENSORFILE_OK;
}

void reads()
{
	for (bool mapped : { false, true }) {
		const befkit::tensor_file file(CORPUS + "weights.safetensors", mapped);
		CHECK(file.format() == TENSORFILE_SAFETENSORS && file.size() > 0 && file.is_intact());
		size_t count = 0, read = 0;
		for (const tensorfile_tensor &tensor : file) {
			CHECK(&file.at(tensor.name) == &tensor && &file[count] == &tensor);
			CHECK_INT(befkit::tensor_file::dims(tensor).size(), tensor.rank);
			if (tensor.dtype == TENSORFILE_F32) {
				const std::vector<float> elements = file.read<float>(tensor);
				CHECK(elements.size() == tensor.elements);
				CHECK(!tensor.data || memcmp(elements.data(), tensor.data, tensor.bytes) == 0);
				read++;
			}
			count++;
		}
		CHECK_INT(count, file.size());
		CHECK(read > 0);
	}
	const befkit::tensor_file blocks(CORPUS + "blocks.gguf");
	size_t quantized = 0;
	for (const tensorfile_tensor &tensor : blocks)
		quantized += tensor.dtype >= TENSORFILE_Q4_0 && blocks.read<float>(tensor).size() == tensor.elements;
	CHECK(quantized > 0);
	CHECK(!blocks.metadata().empty());
}

void fails()
{
	CHECK(thrown([] { befkit::tensor_file("/nonexistent.npy"); }) == TENSORFILE_E_IO);
	CHECK(thrown([] { (void)befkit::tensor_file::from_memory("what?", 5); }) != TENSORFILE_OK);
	const befkit::tensor_file file(CORPUS + "weights.safetensors");
	CHECK(!file.find("absent"));
	CHECK(thrown([&] { (void)file.at("absent"); }) == TENSORFILE_E_NOT_FOUND);
	float one;
	CHECK(thrown([&] { file.read(file[0], file[0].dtype, &one, 1); }) == TENSORFILE_E_ARG);
	for (const tensorfile_tensor &tensor : file) {
		if (tensor.dtype == TENSORFILE_F32)
			CHECK(thrown([&] { (void)file.read<int64_t>(tensor); }) == TENSORFILE_E_UNSUPPORTED);
	}
}

void moves()
{
	std::ifstream in(CORPUS + "weights.safetensors", std::ios::binary);
	const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
	befkit::tensor_file file = befkit::tensor_file::from_memory(bytes.data(), bytes.size());
	const tensorfile_tensor *first = &file[0];
	befkit::tensor_file other = std::move(file);
	CHECK(&other[0] == first);
	file = befkit::tensor_file(CORPUS + "two.btf");
	CHECK(file.format() == TENSORFILE_BTF);
	std::swap(file, other);
	CHECK(&file[0] == first && other.format() == TENSORFILE_BTF);
	static_assert(!std::is_copy_constructible<befkit::tensor_file>::value, "one owner");
}

} // namespace

int main(int argc, char **argv)
{
	static const check_case cases[] = { CHECK_CASE(reads), CHECK_CASE(fails), CHECK_CASE(moves) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
