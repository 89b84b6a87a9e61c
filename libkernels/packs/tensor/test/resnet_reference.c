/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The network of apps/examples/resnet50.py with plain loops and without befkit's libraries. Prints its scores.
 * Argument: pixels. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct picture {
	int height, width, channels;
	float *data;
};

static int weights; /* number of tensors so far: the seed of the next one */

static float *memory(size_t count)
{
	float *p = malloc(count * sizeof *p);
	if (!p)
		abort();
	return p;
}

static float *uniform(size_t count, int seed, float center, float spread)
{
	float *p = memory(count);
	for (size_t i = 0; i < count; i++) {
		uint64_t z = (uint64_t)seed * UINT64_C(0xd1342543de82ef95) + (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
		z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
		z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
		z ^= z >> 31;
		p[i] = center + spread * ((float)(z >> 40) / 8388608.0f - 1);
	}
	return p;
}

/* Rounded as by printf("%e") in the program's text. */
static float as_written(double x)
{
	char text[32];
	snprintf(text, sizeof text, "%e", x);
	return strtof(text, NULL);
}

static float *weight(size_t count, double center, double spread)
{
	return uniform(count, weights++, as_written(center), as_written(spread));
}

/* Rows and columns of zeros: `before` above and on the left, and the required number below and on the right. */
static struct picture convolve(
	const struct picture *in, int size, int filters, int stride, int before, int out_height, int out_width)
{
	struct picture out = { out_height, out_width, filters,
		memory((size_t)out_height * (size_t)out_width * (size_t)filters) };
	double spread = sqrt(6.0 / (double)(size * size * in->channels));
	float *filter = weight((size_t)(size * size * in->channels) * (size_t)filters, 0, spread);
	double *sum = malloc((size_t)filters * sizeof *sum);
	if (!sum)
		abort();
	for (int y = 0; y < out_height; y++) {
		for (int x = 0; x < out_width; x++) {
			for (int f = 0; f < filters; f++)
				sum[f] = 0;
			for (int k = 0; k < size * size * in->channels; k++) {
				int c = k % in->channels, kx = k / in->channels % size, ky = k / in->channels / size;
				int row = y * stride + ky - before, column = x * stride + kx - before;
				if (row < 0 || row >= in->height || column < 0 || column >= in->width)
					continue;
				double value = (double)in->data[(row * in->width + column) * in->channels + c];
				const float *w = filter + (size_t)k * (size_t)filters;
				for (int f = 0; f < filters; f++)
					sum[f] += value * (double)w[f];
			}
			for (int f = 0; f < filters; f++)
				out.data[(y * out_width + x) * filters + f] = (float)sum[f];
		}
	}
	free(sum);
	free(filter);
	return out;
}

static void normalize(struct picture *p, int relu)
{
	size_t n = (size_t)p->channels;
	float *scale = weight(n, 1, 0.25), *offset = weight(n, 0, 0.25), *mean = weight(n, 0, 0.25),
	      *variance = weight(n, 1, 0.5);
	for (size_t i = 0; i < n * (size_t)p->height * (size_t)p->width; i++) {
		size_t c = i % n;
		double x = ((double)p->data[i] - (double)mean[c]) / sqrt((double)variance[c] + 1e-5) *
				   (double)scale[c] +
			   (double)offset[c];
		p->data[i] = (float)(relu && x < 0 ? 0 : x);
	}
	free(scale);
	free(offset);
	free(mean);
	free(variance);
}

static struct picture layer(const struct picture *in, int size, int filters, int stride, int same, int relu)
{
	int grown = same ? 0 : 1 - size, before = same ? (size - 1) / 2 : 0; /* same: stride 1 only */
	struct picture out = convolve(in, size, filters, stride, before, (in->height + grown + stride - 1) / stride,
		(in->width + grown + stride - 1) / stride);
	normalize(&out, relu);
	return out;
}

static struct picture block(struct picture in, int inside, int outside, int stride, int first)
{
	struct picture a = layer(&in, 1, inside, stride, 0, 1), b = layer(&a, 3, inside, 1, 1, 1),
		       c = layer(&b, 1, outside, 1, 0, 0);
	struct picture shortcut = in;
	if (first)
		shortcut = layer(&in, 1, outside, stride, 0, 0);
	for (int i = 0; i < c.height * c.width * c.channels; i++) {
		float x = c.data[i] + shortcut.data[i];
		c.data[i] = x < 0 ? 0 : x;
	}
	if (first)
		free(shortcut.data);
	free(in.data);
	free(a.data);
	free(b.data);
	return c;
}

static struct picture pooled(struct picture in)
{
	struct picture out = { in.height / 2, in.width / 2, in.channels, NULL };
	out.data = memory((size_t)(out.height * out.width * out.channels));
	for (int i = 0; i < out.height * out.width * out.channels; i++) {
		int c = i % out.channels, x = i / out.channels % out.width, y = i / out.channels / out.width;
		float most = -INFINITY;
		for (int k = 0; k < 9; k++) { /* an even size has one zero less below and on the right */
			int row = 2 * y + k / 3, column = 2 * x + k % 3;
			if (row < in.height && column < in.width)
				most = fmaxf(most, in.data[(row * in.width + column) * in.channels + c]);
		}
		out.data[i] = most;
	}
	free(in.data);
	return out;
}

int main(int argc, char **argv)
{
	static const int stages[4][4] = { { 3, 64, 256, 1 }, { 4, 128, 512, 2 }, { 6, 256, 1024, 2 },
		{ 3, 512, 2048, 2 } };
	int pixels = argc == 2 ? atoi(argv[1]) : 0;
	if (pixels < 32 || pixels > 1024)
		return 2;
	struct picture image = { pixels, pixels, 3, uniform((size_t)(pixels * pixels * 3), 1000, 0, 1) };
	struct picture p = convolve(&image, 7, 64, 2, 3, pixels / 2, pixels / 2);
	normalize(&p, 1);
	free(image.data);
	p = pooled(p);
	for (int s = 0; s < 4; s++) {
		for (int i = 0; i < stages[s][0]; i++)
			p = block(p, stages[s][1], stages[s][2], i == 0 ? stages[s][3] : 1, i == 0);
	}
	float *last = weight((size_t)p.channels * 1000, 0, sqrt(6.0 / (double)p.channels)),
	      *bias = weight(1000, 0, 0.25);
	for (int i = 0; i < 1000; i++) {
		double sum = (double)bias[i];
		for (int c = 0; c < p.channels; c++) {
			double mean = 0;
			for (int j = 0; j < p.height * p.width; j++)
				mean += (double)p.data[j * p.channels + c];
			sum += mean / (p.height * p.width) * (double)last[c * 1000 + i];
		}
		printf("%e\n", sum);
	}
	free(p.data);
	free(last);
	free(bias);
	return 0;
}
