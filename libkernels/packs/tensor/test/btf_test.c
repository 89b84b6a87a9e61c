/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* btf.*: valid files, truncation at every length, damaged files, and the texts of the golden program btf_read.mlir. */
#include "btf_build.h"
#include "btf_world.h"
#include <sys/stat.h>

static struct world w;
static struct btf file;

static void dense(void)
{
	static const struct {
		const char *kernel;
		const char *printed;
	} cases[] = {
		{ "btf.read_dense_tensor.f32.2",
			"f32, shape = [2, 3], values = [1.000000e+00, 2.000000e+00, 3.000000e+00, "
			"4.000000e+00, 5.000000e+00, 6.500000e+00]" },
		{ "btf.read_dense_tensor.i32.1", "i32, shape = [4], values = [9, -8, 7, -6]" },
		{ "btf.read_dense_tensor.i8.0", "i8, shape = [], values = [-5]" },
		{ "btf.read_dense_tensor.ui8.2", "u8, shape = [0, 2], values = []" },
		{ "btf.read_dense_tensor.i64.4", "i64, shape = [1, 1, 1, 2], values = [-9223372036854775808, 3]" },
	};
	for (int32_t i = 0; i < (int32_t)(sizeof cases / sizeof *cases); i++) {
		char expected[200];
		struct kernels_tensor t;
		snprintf(expected, sizeof expected, "DenseHostTensor dtype = %s\n", cases[i].printed);
		if (!check_error_free(__FILE__, __LINE__, btf_read(&w, cases[i].kernel, file.bytes, file.size, i, &t)))
			continue;
		CHECK_STR(world_show(&w, &t), expected);
		CHECK_INT((uintptr_t)kernels_tensor_data(&t) % 64, 0);
		kernels_tensor_finish(&t);
	}
}

static void sparse(void)
{
	struct kernels_tensor coo, back;
	const char *error = btf_read(&w, "btf.read_coo_tensor.i32.2", file.bytes, file.size, 5, &coo);
	if (!check_error_free(__FILE__, __LINE__, error))
		return;
	CHECK_STR(world_show(&w, &coo),
		"CooHostTensor dtype = i32, shape = [3, 4], indices = [0, 0, 1, 3, 2, 1], values = [10, 20, 30]\n\n");
	CHECK_CALL(&w, "coo.convert_coo_to_dht.i32.2", ARGS(&coo, CHAIN), RESULTS(&back, CHAIN));
	CHECK_STR(world_show(&w, &back),
		"DenseHostTensor dtype = i32, shape = [3, 4], values = [10, 0, 0, 0, 0, 0, 0, 20, 0, 30, 0, 0]\n");
	kernels_tensor_finish(&coo);
	kernels_tensor_finish(&back);
}

static const char *read_sample(const char *kernel, int32_t index)
{
	struct kernels_tensor t;
	const char *error = btf_read(&w, kernel, file.bytes, file.size, index, &t);
	if (!error)
		kernels_tensor_finish(&t);
	return error;
}

/* The file has another tensor than the kernel expects. */
static void other_than_expected(void)
{
	char expected[160];
	struct kernels_tensor t;
	int fd;
	CHECK_STR(read_sample("btf.read_dense_tensor.f32.1", 1), "unexpected tensor dtype i32. Expected dtype is f32");
	CHECK_STR(read_sample("btf.read_dense_tensor.i8.1", 3), "unexpected tensor dtype u8. Expected dtype is i8");
	CHECK_STR(read_sample("btf.read_dense_tensor.f32.3", 0), "unexpected tensor rank 2. Expected rank is 3");
	CHECK_STR(read_sample("btf.read_dense_tensor.i32.2", 5), "unexpected tensor layout 1. Expected layout is 0");
	CHECK_STR(read_sample("btf.read_coo_tensor.i32.1", 1), "unexpected tensor layout 0. Expected layout is 1");
	const char *path = btf_path(file.bytes, file.size, &fd);
	snprintf(expected, sizeof expected,
		"invalid tensor index 9 to read tensor from path %s which contains 6 tensors", path);
	CHECK_STR(btf_read_file(&w, "btf.read_dense_tensor.f32.1", path, 9, &t), expected);
	snprintf(expected, sizeof expected,
		"invalid tensor index -1 to read tensor from path %s which contains 6 tensors", path);
	CHECK_STR(btf_read_file(&w, "btf.read_dense_tensor.f32.1", path, -1, &t), expected);
	close(fd);
}

static void no_file(void)
{
	struct kernels_tensor t;
	CHECK_STR(btf_read_file(&w, "btf.read_dense_tensor.f32.1", "data/absent.btf", 0, &t),
		"failed to open file data/absent.btf for reading");
	CHECK_STR(btf_read_file(&w, "btf.read_dense_tensor.f32.1", "", 0, &t), "failed to open file  for reading");
	CHECK_STR(btf_read_file(&w, "btf.read_dense_tensor.f32.1", "/", 0, &t),
		"failed to open file / for reading: it is not a regular file");
	CHECK_STR(btf_finish(&w, btf_start(&w, "btf.read_dense_tensor.f32.1", "/dev/null\0x", 11, 0), &t),
		"failed to open file /dev/null for reading"); /* the name is longer than it looks */
	char pipe_path[] = "/tmp/btf_test_XXXXXX", expected[120];
	if (mkdtemp(pipe_path)) { /* a pipe without a writer; opening it must not block */
		char name[40];
		snprintf(name, sizeof name, "%s/pipe", pipe_path);
		snprintf(expected, sizeof expected, "failed to open file %s for reading: it is not a regular file",
			name);
		CHECK_INT(mkfifo(name, 0600), 0);
		CHECK_STR(btf_read_file(&w, "btf.read_dense_tensor.f32.1", name, 0, &t), expected);
		unlink(name);
		rmdir(pipe_path);
	}
}

enum { FIRST = 56, SPARSE = 272 }; /* offsets of the first tensor and of the sparse one */
static const struct {
	size_t at;
	uint64_t word;
	const char *kernel;
	int32_t index;
	const char *error;
} damages[] = {
	{ 0, 1000, "btf.read_dense_tensor.f32.2", 0,
		": the table of 1000 tensors is beyond the end of the file at 420" },
	{ 0, UINT64_MAX, "btf.read_dense_tensor.f32.2", 0,
		": the table of 18446744073709551615 tensors is beyond the end of the file at 420" },
	{ 8, 48, "btf.read_dense_tensor.f32.2", 0, ": tensor 0: offset 48 is within the table of offsets" },
	{ 8, 408, "btf.read_dense_tensor.f32.2", 0,
		": tensor 0: header: 16 bytes at offset 408 are beyond the end of the file at 420" },
	{ 8, UINT64_MAX - 7, "btf.read_dense_tensor.f32.2", 0,
		": tensor 0: header: 16 bytes at offset 18446744073709551608 are beyond the end of the file "
		"at 420" },
	{ FIRST, UINT64_MAX, "btf.read_dense_tensor.f32.2", 0,
		"unexpected tensor rank 18446744073709551615. Expected rank is 2" },
	{ FIRST + 8, 77, "btf.read_dense_tensor.f32.2", 0,
		"unexpected tensor dtype number 77. Expected dtype is f32" },
	{ FIRST + 8, BTF_F32 | 2 << 8, "btf.read_dense_tensor.f32.2", 0,
		"unexpected tensor layout 2. Expected layout is 0" },
	{ FIRST + 16, (uint64_t)1 << 63, "btf.read_dense_tensor.f32.2", 0,
		": tensor 0: dimension 0 is too large: 9223372036854775808" },
	{ FIRST + 16, INT64_MAX, "btf.read_dense_tensor.f32.2", 0,
		": tensor 0: elements: 18446744073709551615 bytes at offset 88 are beyond the end of the file "
		"at 420" },
	{ FIRST + 24, (uint64_t)1 << 60, "btf.read_dense_tensor.f32.2", 0,
		": tensor 0: elements: 9223372036854775808 bytes at offset 88 are beyond the end of the file "
		"at 420" },
	{ FIRST + 24, 42, "btf.read_dense_tensor.f32.2", 0,
		": tensor 0: elements: 336 bytes at offset 88 are beyond the end of the file at 420" },
	{ SPARSE + 16, (uint64_t)1 << 62, "btf.read_coo_tensor.i32.2", 5,
		": tensor 5: the number of elements of [4611686018427387904, 4] does not fit i64" },
	{ SPARSE + 16, 2, "btf.read_coo_tensor.i32.2", 5,
		": tensor 5: value 2 has index 2 in dimension 0 of size 2" },
	{ SPARSE + 72, UINT64_MAX, "btf.read_coo_tensor.i32.2", 5,
		": tensor 5: value 0 has index -1 in dimension 1 of size 4" },
	/* fewer indices: the next bytes are interpreted as the header of the values */
	{ SPARSE + 48, 2, "btf.read_coo_tensor.i32.2", 5,
		"unexpected tensor dtype i16. Expected dtype is i32" },
	{ SPARSE + 56, 1, "btf.read_coo_tensor.i32.2", 5, "unexpected tensor rank 3. Expected rank is 1" },
	{ SPARSE + 128, 2, "btf.read_coo_tensor.i32.2", 5,
		": tensor 5: 2 values of rank 2, but indices of 3 x 2" },
};

/* One word of the sample changed. The error is compared without the path. */
static void damaged(void)
{
	for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
		struct btf bad = file;
		struct kernels_tensor t;
		btf_patch(&bad, damages[i].at, damages[i].word);
		const char *error = btf_read(&w, damages[i].kernel, bad.bytes, bad.size, damages[i].index, &t);
		if (!error) {
			kernels_tensor_finish(&t);
			error = "none";
		}
		CHECK_STR(damages[i].error[0] == ':' && strchr(error, ':') ? strchr(error, ':') : error, damages[i].error);
	}
}

static const char *const readers[] = { "btf.read_dense_tensor.f32.2", "btf.read_dense_tensor.i32.1",
	"btf.read_dense_tensor.i8.0", "btf.read_dense_tensor.ui8.2", "btf.read_dense_tensor.i64.4",
	"btf.read_coo_tensor.i32.2" };
enum { READERS = sizeof readers / sizeof *readers };

/* Where each tensor of the sample ends. */
static void truncated(void)
{
	static const size_t ends[READERS] = { 112, 152, 169, 208, 272, 420 };
	CHECK_INT(file.size, 420);
	for (size_t size = 0; size <= file.size; size++) {
		for (int32_t i = 0; i < READERS; i++) {
			struct kernels_tensor t;
			const char *error = btf_read(&w, readers[i], file.bytes, size, i, &t);
			if (!error)
				kernels_tensor_finish(&t);
			if ((error == NULL) != (size >= ends[i]))
				check_report(__FILE__, __LINE__, "%s of %zu bytes: %s", readers[i], size,
					error ? error : "read");
		}
	}
}

static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void mutated(void)
{
	enum { ROUNDS = 100000 };
	uint64_t random = 88172645463325252u, before = world_live(&w);
	int good = 0;
	int fd = memfd_create("btf", MFD_CLOEXEC);
	char path[64];
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	for (int round = 0; round < ROUNDS; round++) {
		struct btf bad = file;
		for (uint64_t faults = 1 + next_random(&random) % 3; faults > 0; faults--) {
			uint64_t r = next_random(&random);
			uint8_t bytes[] = { 0, 0xFF, (uint8_t)(r >> 48) };
			bad.bytes[r % bad.size] = bytes[(r >> 32) % 3];
		}
		int32_t i = (int32_t)(next_random(&random) % READERS);
		struct kernels_tensor t;
		if (pwrite(fd, bad.bytes, bad.size, 0) != (ssize_t)bad.size || !CHECK(fd >= 0))
			break;
		if (!btf_read_file(&w, readers[i], path, i, &t)) {
			good++;
			kernels_tensor_finish(&t);
		}
	}
	close(fd);
	CHECK(good > ROUNDS / 10 && good < ROUNDS); /* many changes are in another tensor or in elements */
	CHECK_INT(world_live(&w), before);
}

enum { MANY = 30000 };

static uint8_t large[8 + 8 + 24 + MANY * sizeof(float) + 8];

/* A file with f32 [MANY] that begins `shift` bytes after an aligned offset; element i is i. */
static size_t large_file(size_t shift)
{
	const size_t at = 16 + shift;
	const uint64_t words[] = { 1, at }, header[] = { 1, BTF_F32, MANY };
	memcpy(large, words, sizeof words);
	memcpy(large + at, header, sizeof header);
	for (size_t i = 0; i < MANY; i++) {
		float x = (float)i;
		memcpy(large + at + sizeof header + i * sizeof x, &x, sizeof x);
	}
	return at + sizeof header + MANY * sizeof(float);
}

static bool has_its_numbers(const struct kernels_tensor *t, float first)
{
	const float *x = kernels_tensor_bytes(t);
	bool same = x[0] == first && t->shape.rank == 1 && t->shape.dims[0] == MANY;
	for (size_t i = 1; i < MANY; i++)
		same = same && x[i] == (float)i;
	return same;
}

/* Tensors and their file may be changed independently, and the file truncated. */
static void copies(void)
{
	const uint64_t before = world_live(&w), bytes = async_allocator_stats(w.counting).live_bytes;
	for (size_t shift = 0; shift < 8; shift++) {
		struct kernels_tensor t, again;
		int fd;
		const char *path = btf_path(large, large_file(shift), &fd);
		if (!check_error_free(
			    __FILE__, __LINE__, btf_read_file(&w, "btf.read_dense_tensor.f32.1", path, 0, &t)))
			continue;
		CHECK(has_its_numbers(&t, 0));
		CHECK(async_allocator_stats(w.counting).live_bytes - bytes >= MANY * sizeof(float));
		CHECK_INT((uintptr_t)kernels_tensor_bytes(&t) % 64, 0);
		const uint64_t version = kernels_buffer_version(t.buffer);
		CHECK(version != 0 && kernels_buffer_version(t.buffer) == version);
		/* writes change neither the file nor other tensors of it */
		*(float *)kernels_tensor_data(&t) = -1;
		CHECK(kernels_buffer_version(t.buffer) != version);
		if (check_error_free(
			    __FILE__, __LINE__, btf_read_file(&w, "btf.read_dense_tensor.f32.1", path, 0, &again))) {
			CHECK(has_its_numbers(&again, 0));
			kernels_tensor_finish(&again);
		}
		CHECK(ftruncate(fd, 0) == 0);
		CHECK(has_its_numbers(&t, -1));
		CHECK(btf_read_file(&w, "btf.read_dense_tensor.f32.1", path, 0, &again) != NULL);
		close(fd); /* the tensor is still valid */
		CHECK(has_its_numbers(&t, -1));
		kernels_tensor_finish(&t);
		CHECK_INT(world_live(&w), before);
	}
}

/* Fails each allocation in turn until the read succeeds: the error reports it, and nothing leaks. */
static void read_without_memory(
	const char *kernel, const void *bytes, size_t size, int32_t index, struct kernels_tensor *out)
{
	int fd;
	const char *path = btf_path(bytes, size, &fd);
	uint64_t before = world_live(&w);
	for (uint64_t nth = 1;; nth++) {
		async_allocator_fail_nth(w.failing, nth);
		const char *error = btf_read_file(&w, kernel, path, index, out);
		async_allocator_fail_nth(w.failing, 0);
		if (!error)
			break;
		CHECK(strcmp(error, "out of memory") == 0 || strcmp(error, "Cannot allocate tensor") == 0);
		CHECK_INT(world_live(&w), before);
		CHECK(nth < 20);
	}
	close(fd);
}

static void out_of_memory(void)
{
	struct kernels_tensor t;
	uint64_t before = world_live(&w);
	read_without_memory("btf.read_coo_tensor.i32.2", file.bytes, file.size, 5, &t);
	kernels_tensor_finish(&t);
	read_without_memory("btf.read_dense_tensor.f32.1", large, large_file(0), 0, &t);
	CHECK(has_its_numbers(&t, 0));
	kernels_tensor_finish(&t);
	CHECK_INT(world_live(&w), before);
}

static void cancelled(void)
{
	struct kernels_tensor t;
	int fd;
	const char *path = btf_path(file.bytes, file.size, &fd);
	struct async_request *request = w.request;
	w.request = async_request_create(&w.host, NULL);
	struct async_value *result = btf_start(&w, "btf.read_dense_tensor.f32.2", path, strlen(path), 0);
	CHECK(!async_value_is_available(result)); /* waits for the queue to be run */
	async_request_cancel(w.request);
	CHECK_STR(btf_finish(&w, result, &t), "Cancelled");
	async_request_release(w.request);
	w.request = request;
	close(fd);
}

/* Many at once, on threads. */
/* Cancels when the elements get their memory. */
static void *alloc_and_cancel(void *ctx, size_t size, size_t align)
{
	if (size > MANY)
		async_request_cancel(w.request);
	return async_alloc(ctx, size, align);
}

static void free_block(void *ctx, void *p, size_t size, size_t align) { async_free(ctx, p, size, align); }

static void cancelled_while_reading(void)
{
	const struct async_allocator allocator = { alloc_and_cancel, NULL, free_block, (void *)(uintptr_t)w.counting };
	const uint64_t before = world_live(&w);
	struct async_request *saved = w.request;
	struct async_host host = w.host;
	struct kernels_tensor t;
	host.allocator = &allocator;
	w.request = async_request_create(&host, NULL);
	const char *error = btf_read(&w, "btf.read_dense_tensor.f32.1", large, large_file(0), 0, &t);
	CHECK_STR(error ? error : "none", async_error_message(async_request_cancelled(w.request)));
	async_request_release(w.request);
	w.request = saved;
	CHECK_INT(world_live(&w), before);
}

static void concurrent(void)
{
	enum { READS = 200 };
	struct async_value *results[READS];
	struct async_queue *single = w.host.queue;
	int fd;
	const char *path = btf_path(file.bytes, file.size, &fd);
	w.host.queue = async_queue_create_threads(NULL, NULL);
	CHECK_OR_RETURN(w.host.queue != NULL);
	for (int i = 0; i < READS; i++)
		results[i] = btf_start(&w, "btf.read_dense_tensor.f32.2", path, strlen(path), 0);
	async_queue_await(w.host.queue, results, READS);
	for (int i = 0; i < READS; i++) {
		if (CHECK(!async_value_is_error(results[i]))) {
			const struct kernels_tensor *t = async_value_payload(results[i]);
			CHECK(((float *)kernels_tensor_data(t))[5] == 6.5f);
		}
		async_value_release(results[i]);
	}
	async_queue_destroy(w.host.queue);
	w.host.queue = single;
	close(fd);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(dense), CHECK_CASE(sparse), CHECK_CASE(other_than_expected), CHECK_CASE(no_file),
		CHECK_CASE(damaged), CHECK_CASE(truncated), CHECK_CASE(mutated), CHECK_CASE(out_of_memory),
		CHECK_CASE(copies),
		CHECK_CASE(cancelled), CHECK_CASE(cancelled_while_reading), CHECK_CASE(concurrent)
	};
	btf_sample(&file);
	world_open(&w);
	int result = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	world_close(&w);
	return result;
}
