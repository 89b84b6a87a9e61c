/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fft: transforms of lines along up to three dimensions, in f64. Between the dimensions the numbers are in an array of the
 * complex side of the op: operand of IRFFT, else the result. */
#include "core/op.h"
#include "expr/convert.h"
#include "linear/line.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <stdatomic.h>
#include <string.h>

enum {
	MOST_DIMS = 3,
	SHORT_LINE = 1 << 14 /* tables of longer lines are made for each call, when the memory of the operand exists */
};
enum fft_type { FFT, IFFT, RFFT, IRFFT, FFT_TYPES };

struct fft {
	enum fft_type type;
	uint32_t count;             /* transformed dimensions, the last ones */
	size_t lengths[MOST_DIMS];  /* of the transforms, outermost first */
	size_t sizes[MOST_DIMS];    /* of the complex side */
	size_t batch;
	struct hlo_line *lines[MOST_DIMS]; /* NULL: made for each call */
};

static const char *const names[] = { "FFT", "IFFT", "RFFT", "IRFFT" };

static bool is_real(enum kernels_dtype t) { return t == KERNELS_F32 || t == KERNELS_F64; }
static enum kernels_dtype complex_of(enum kernels_dtype t)
{
	return t == KERNELS_F32 ? KERNELS_COMPLEX64 : t == KERNELS_F64 ? KERNELS_COMPLEX128 : KERNELS_DTYPE_INVALID;
}

static bool read_type(struct hlo_op *op, struct fft *fft)
{
	struct kernels_string name;
	char texts[2][HLO_TYPE_TEXT];
	const enum kernels_dtype from = op->operands[0].dtype, to = op->results[0].dtype;
	if (!kernels_hlo__text(op, "fft_type", &name))
		return false;
	for (fft->type = FFT; fft->type < FFT_TYPES; fft->type++)
		if (name.size == strlen(names[fft->type]) && memcmp(name.data, names[fft->type], name.size) == 0)
			break;
	if (fft->type == FFT_TYPES)
		return kernels_hlo__refuse(op, "attribute fft_type is '%.*s', expected FFT, IFFT, RFFT or IRFFT",
			(int)(name.size < 40 ? name.size : 40), name.data);
	const bool good = fft->type == RFFT ? is_real(from) && to == complex_of(from) :
		fft->type == IRFFT	    ? is_real(to) && from == complex_of(to) :
					      hlo_is_complex(from) && to == from;
	return good || kernels_hlo__refuse(op, "%s of %s cannot give %s", names[fft->type],
			       kernels_hlo__type_text(&op->operands[0], texts[0]),
			       kernels_hlo__type_text(&op->results[0], texts[1]));
}

/* Compares the lengths with the operand, and sets the shape of the result. */
static bool read_lengths(struct hlo_op *op, struct fft *fft)
{
	const struct hlo_shape *shape = &op->operands[0].shape;
	int64_t lengths[MOST_DIMS], dims[KERNELS_MAX_RANK];
	if (!kernels_hlo__ints(op, "fft_length", MOST_DIMS, lengths, &fft->count))
		return false;
	if (fft->count == 0 || fft->count > shape->rank)
		return kernels_hlo__refuse(op, "attribute fft_length has %u elements, expected 1 to %u", fft->count,
			shape->rank < MOST_DIMS ? shape->rank : MOST_DIMS);
	for (uint32_t i = 0; i < shape->rank; i++)
		dims[i] = shape->dims[i];
	for (uint32_t i = 0; i < fft->count; i++) {
		const uint32_t d = shape->rank - fft->count + i;
		const bool last = i + 1 == fft->count;
		if (lengths[i] < 0)
			return kernels_hlo__refuse(op, "attribute fft_length has %lld", (long long)lengths[i]);
		const int64_t half = lengths[i] == 0 ? 0 : lengths[i] / 2 + 1;
		const int64_t expected = last && fft->type == IRFFT ? half : lengths[i];
		if (dims[d] != expected)
			return kernels_hlo__refuse(op, "dimension %u of the operand is %lld, expected %lld", d,
				(long long)dims[d], (long long)expected);
		dims[d] = last && fft->type == RFFT ? half : lengths[i];
		fft->lengths[i] = (size_t)lengths[i];
		fft->sizes[i] = (size_t)(last && fft->type >= RFFT ? half : lengths[i]);
	}
	return kernels_hlo__set_shape(op, 0, shape->rank, dims);
}

static void finish_fft(const struct async_allocator *allocator, void *plan)
{
	struct fft *fft = plan;
	for (uint32_t i = 0; i < fft->count; i++)
		kernels_hlo__line_destroy(allocator, fft->lines[i]);
}

static bool plan_fft(struct hlo_op *op, void *plan)
{
	struct fft *fft = plan;
	if (!read_type(op, fft) || !read_lengths(op, fft))
		return false;
	if (op->results[0].elements == 0)
		return true;
	fft->batch = 1;
	for (uint32_t i = 0; i + fft->count < op->operands[0].shape.rank; i++)
		fft->batch *= (size_t)op->operands[0].shape.dims[i];
	for (uint32_t i = 0; i < fft->count; i++) {
		fft->lines[i] = fft->lengths[i] <= SHORT_LINE ? kernels_hlo__line_create(op->allocator, fft->lengths[i]) :
								NULL;
		if (fft->lengths[i] <= SHORT_LINE && !fft->lines[i])
			return kernels_hlo__refuse(op, "out of memory for a transform");
	}
	op->nanoseconds = (uint64_t)op->results[0].elements * 20 * fft->count;
	return true;
}

/* ---- a call */

/* A pass over the lines of one dimension. */
struct pass {
	const struct hlo_run *run;
	const struct fft *fft;
	const struct hlo_line *line;
	struct hlo_complex *data; /* the complex side */
	size_t size, length;      /* of a line of the data, and of the transform */
	size_t step;              /* between elements of a line of the data */
	bool from_operand, to_result; /* real lines of RFFT and IRFFT */
	atomic_bool *failed;
};

static void read_line(const struct pass *p, size_t number, struct hlo_complex *line)
{
	const enum kernels_dtype dtype = p->run->op->operands[0].dtype;
	const struct hlo_complex *from = p->data + number / p->step * p->step * p->size + number % p->step;
	if (p->from_operand) {
		const char *in = (const char *)p->run->inputs[0] + number * p->length * kernels_dtype_size(dtype);
		kernels_hlo__convert(KERNELS_COMPLEX128, line, dtype, in, p->length);
		return;
	}
	for (size_t i = 0; i < p->size; i++)
		line[i] = from[i * p->step];
	if (p->to_result) { /* the other half mirrors this one */
		line[0].imag = 0;
		if (p->length % 2 == 0)
			line[p->length / 2].imag = 0;
		for (size_t i = p->size; i < p->length; i++)
			line[i] = (struct hlo_complex){ line[p->length - i].real, -line[p->length - i].imag };
	}
}

static void write_line(const struct pass *p, size_t number, const struct hlo_complex *line)
{
	const enum kernels_dtype dtype = p->run->op->results[0].dtype;
	struct hlo_complex *to = p->data + number / p->step * p->step * p->size + number % p->step;
	if (p->to_result) {
		char *out = (char *)p->run->outputs[0] + number * p->length * kernels_dtype_size(dtype);
		kernels_hlo__convert(dtype, out, KERNELS_COMPLEX128, line, p->length);
		return;
	}
	for (size_t i = 0; i < p->size; i++)
		to[i * p->step] = line[i];
}

static void run_lines(const void *data, size_t begin, size_t end)
{
	const struct pass *p = data;
	const size_t size = (p->length + kernels_hlo__line_scratch(p->line)) * sizeof(struct hlo_complex);
	struct hlo_complex *line = async_alloc(p->run->allocator, size, 16);
	if (!line) {
		atomic_store(p->failed, true);
		return;
	}
	uint32_t did = 0;
	for (size_t i = begin; i < end && !kernels_stops(&did, 16 * p->length); i++) {
		read_line(p, i, line);
		kernels_hlo__line_run(p->line, line, line + p->length, p->fft->type == IFFT || p->fft->type == IRFFT);
		write_line(p, i, line);
	}
	async_free(p->run->allocator, line, size, 16);
}

/* Transforms dimension i of the op's list. */
static bool run_pass(const struct hlo_run *run, const struct fft *fft, uint32_t i, struct hlo_complex *data)
{
	const bool last = i + 1 == fft->count;
	struct hlo_line *own = fft->lines[i] ? NULL : kernels_hlo__line_create(run->allocator, fft->lengths[i]);
	atomic_bool failed;
	atomic_init(&failed, false);
	struct pass pass = { .run = run, .fft = fft, .line = own ? own : fft->lines[i], .data = data,
		.size = fft->sizes[i], .length = fft->lengths[i], .step = 1, .from_operand = last && fft->type == RFFT,
		.to_result = last && fft->type == IRFFT, .failed = &failed };
	if (!pass.line)
		return false;
	size_t lines = fft->batch;
	for (uint32_t d = 0; d < fft->count; d++) {
		lines *= d == i ? 1 : fft->sizes[d];
		pass.step *= d > i ? fft->sizes[d] : 1;
	}
	kernels_shared__share(
		kernels_host(run->request)->queue, run_lines, &pass, lines, run->op->nanoseconds / fft->count);
	kernels_hlo__line_destroy(run->allocator, own);
	return !atomic_load(&failed);
}

/* Copies between f32 or f64 and f64, as plain numbers: twice as many as complex elements. */
static void convert_parts(enum kernels_dtype to, void *out, enum kernels_dtype from, const void *in, size_t n)
{
	kernels_hlo__convert(to == KERNELS_COMPLEX64 ? KERNELS_F32 : KERNELS_F64, out,
		from == KERNELS_COMPLEX64 ? KERNELS_F32 : KERNELS_F64, in, 2 * n);
}

static bool run_fft(const struct hlo_run *run, const void *plan)
{
	const struct fft *fft = plan;
	const struct hlo_type *operand = &run->op->operands[0], *result = &run->op->results[0];
	const size_t n = (size_t)(fft->type == IRFFT ? operand : result)->elements;
	if (result->elements == 0)
		return true;
	struct hlo_complex *data = async_alloc(run->allocator, n * sizeof *data, 64);
	bool good = data != NULL;
	if (good && fft->type != RFFT)
		convert_parts(KERNELS_COMPLEX128, data, operand->dtype, run->inputs[0], n);
	/* RFFT begins with the last dimension, the others may */
	for (uint32_t i = 0; good && i < fft->count; i++)
		good = run_pass(run, fft, fft->type == IRFFT ? i : fft->count - 1 - i, data);
	if (good && fft->type != IRFFT)
		convert_parts(result->dtype, run->outputs[0], KERNELS_COMPLEX128, data, n);
	if (data)
		async_free(run->allocator, data, n * sizeof *data, 64);
	return good || kernels_hlo__fail(run, "out of memory for a transform");
}

HLO_KERNEL(fft, .plan_size = sizeof(struct fft), .plan = plan_fft, .run = run_fft, .finish = finish_fft)
