/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libbef-model and libtensorfile: generates tokens with a decoder that language_model.py has exported.
 *
 *	language_model [-n TOKENS] [-t TEMPERATURE] [-k TOP] [-s SEED] [-v] FOLDER ID...
 *
 * FOLDER has prefill.mlirbc, decode.mlirbc and weights.safetensors. The weights are arguments that are bound by their names, where
 * the file is mapped. The arguments that a model may overwrite are the cache: results of each call become arguments of the next one
 * and are changed in place. Prints the tokens after the prompt: the most likely one each time, or, with a temperature, a random one of
 * the TOP most likely ones (40). -v prints the speed. */
#define _POSIX_C_SOURCE 200809L /* getopt() */
#include <async/async.h>
#include <bef/model.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tensorfile/tensorfile.h>
#include <time.h>
#include <unistd.h>

#define TOP 1000
enum { DEFAULT_TOKENS = 20, DEFAULT_TOP = 40 };

/* A model with the arguments of its function main. */
struct program {
	const char *path;
	struct bef_model *model;
	const struct bef_stablehlo_function *function;
	struct bef_model_tensor *arguments, *results;
	bool *donated;          /* the arguments that are the cache */
	uint32_t *cache;        /* their numbers, in order */
	uint32_t *cache_result; /* the result that is the argument of the next call */
	size_t cache_size;
	uint32_t ids, number; /* arguments: tokens, and their position (decode) or count (prefill) */
	void **copies;        /* weights that are not used where the file is mapped */
};

static bool fail(const char *path, const char *message)
{
	fprintf(stderr, "%s: %s\n", path, message);
	return false;
}

/* ---- models and weights */

static bool find(const struct program *p, const char *name, const char *or_name, uint32_t *out)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	if (bef_stablehlo_find_argument(p->function, name, strlen(name), out, NULL) == BEF_OK ||
		(or_name && bef_stablehlo_find_argument(p->function, or_name, strlen(or_name), out, &diag) == BEF_OK))
		return true;
	fprintf(stderr, "%s: expected an argument '%s'%s%s\n", p->path, name, or_name ? " or " : "",
		or_name ? or_name : "");
	return false;
}

static struct bef_model_tensor tensor_of(const struct bef_stablehlo_value *value)
{
	struct bef_model_tensor tensor = {
		.dtype = value->dtype, .rank = value->rank, .size = kernels_dtype_size(value->dtype)
	};
	for (uint32_t i = 0; i < value->rank; i++) {
		tensor.dims[i] = value->dims[i];
		tensor.size *= (size_t)value->dims[i];
	}
	return tensor;
}

static bool open_program(struct program *p, const char *path, const struct kernels_registry *registry)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	*p = (struct program){ .path = path };
	if (bef_model_open_path(path, registry, NULL, &p->model, &diag) != BEF_OK)
		return fail(path, diag.message);
	p->function = bef_model_find(p->model, "main");
	if (!p->function)
		return fail(path, "expected a function main");
	const size_t count = p->function->argument_count;
	p->arguments = calloc(count, sizeof *p->arguments);
	p->results = calloc(p->function->result_count, sizeof *p->results);
	p->donated = calloc(count, sizeof *p->donated);
	p->cache = calloc(count, sizeof *p->cache);
	p->cache_result = calloc(count, sizeof *p->cache_result);
	p->copies = calloc(count, sizeof *p->copies);
	if (!p->arguments || !p->results || !p->donated || !p->cache || !p->cache_result || !p->copies)
		return fail(path, "out of memory");
	for (uint32_t i = 0; i < count; i++) {
		struct bef_stablehlo_traits traits = { .size = sizeof traits };
		p->arguments[i] = tensor_of(&p->function->arguments[i]);
		if (!bef_model_traits(p->model, &p->function->arguments[i], &traits) || !traits.donated)
			continue;
		if (traits.aliased_result < 1 || traits.aliased_result >= p->function->result_count)
			return fail(path, "expected caches whose new contents are results after the first one");
		p->donated[i] = true;
		p->cache[p->cache_size] = i;
		p->cache_result[p->cache_size++] = (uint32_t)traits.aliased_result;
	}
	if (p->function->result_count != p->cache_size + 1 || p->function->results[0].dtype != KERNELS_F32)
		return fail(path, "expected logits of f32 and the caches as results");
	return find(p, "ids", NULL, &p->ids) && find(p, "position", "length", &p->number);
}

/* Uses the tensor where the file is mapped if type and alignment permit it, and converts it otherwise. */
static bool bind(
	struct program *p, uint32_t index, const struct tensorfile *file, const struct tensorfile_tensor *tensor)
{
	static const enum tensorfile_dtype floats[] = { TENSORFILE_F32, TENSORFILE_BF16, TENSORFILE_F16 };
	struct bef_model_tensor *argument = &p->arguments[index];
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	const char *type = kernels_dtype_name(argument->dtype);
	enum tensorfile_dtype dtype = tensor->dtype;
	if (tensor->rank != argument->rank ||
		(tensor->rank && memcmp(tensor->dims, argument->dims, tensor->rank * sizeof *tensor->dims) != 0))
		return fail(tensor->name, "the shape is not that of the argument");
	const bool same = strcmp(tensorfile_dtype_name(dtype), type) == 0;
	argument->data = (void *)(uintptr_t)tensor->data; /* arguments that are not donated are only read */
	if (same && tensor->data && (uintptr_t)tensor->data % kernels_dtype_size(argument->dtype) == 0)
		return true;
	for (size_t i = 0; !same && i < sizeof floats / sizeof *floats; i++) {
		if (strcmp(tensorfile_dtype_name(floats[i]), type) == 0)
			dtype = floats[i];
	}
	argument->data = p->copies[index] = malloc(argument->size);
	if (!argument->data)
		return fail(tensor->name, "out of memory");
	return tensorfile_read(file, tensor, dtype, argument->data, argument->size, &diag) == TENSORFILE_OK ||
	       fail(tensor->name, diag.message);
}

static bool bind_weights(struct program *p, const struct tensorfile *file)
{
	for (size_t i = 0; i < tensorfile_count(file); i++) {
		const struct tensorfile_tensor *tensor = tensorfile_at(file, i);
		struct bef_diag diag = BEF_DIAG_INIT;
		uint32_t index;
		if (bef_stablehlo_find_argument(p->function, tensor->name, strlen(tensor->name), &index, &diag) !=
			BEF_OK)
			return fail(p->path, diag.message);
		if (!bind(p, index, file, tensor))
			return false;
	}
	for (uint32_t i = 0; i < p->function->argument_count; i++) {
		if (!p->arguments[i].data && !p->donated[i] && i != p->ids && i != p->number) {
			fprintf(stderr, "%s: the file of weights has nothing for argument %u, '%.*s'\n", p->path,
				(unsigned)i, (int)p->function->arguments[i].name.size,
				p->function->arguments[i].name.data);
			return false;
		}
	}
	return true;
}

/* Adopted memory is like that of results: calls may write to it. */
static bool make_cache(struct program *p)
{
	for (size_t i = 0; i < p->cache_size; i++) {
		struct bef_model_tensor *tensor = &p->arguments[p->cache[i]];
		struct bef_diag diag = BEF_DIAG_INIT;
		tensor->data = calloc(1, tensor->size);
		if (!tensor->data)
			return fail(p->path, "out of memory");
		if (bef_model_tensor_adopt(tensor, NULL, free, tensor->data, &diag) != BEF_OK) {
			free(tensor->data);
			return fail(p->path, diag.message);
		}
	}
	return true;
}

/* Results become the cache of `next`, which may be the same program. `logits` receives the first result. */
static bool step(struct program *p, struct program *next, int32_t *ids, int32_t number, float *logits)
{
	const struct bef_model_call_options options = {
		.size = sizeof options, .donated = p->donated, .helping = true
	};
	struct bef_diag diag = BEF_DIAG_INIT;
	p->arguments[p->ids].data = ids;
	p->arguments[p->number].data = &number;
	for (uint32_t i = 0; i < p->function->result_count; i++)
		p->results[i] = (struct bef_model_tensor){ .data = NULL };
	p->results[0].data = logits;
	p->results[0].size = tensor_of(&p->function->results[0]).size;
	if (bef_model_run(p->model, p->function, p->arguments, p->function->argument_count, p->results,
		    p->function->result_count, &options, &diag) != BEF_OK)
		return fail(p->path, diag.message);
	for (size_t i = 0; i < p->cache_size; i++) {
		bef_model_tensor_release(&p->arguments[p->cache[i]]);
		next->arguments[next->cache[i]] = p->results[p->cache_result[i]];
	}
	return true;
}

static void close_program(struct program *p)
{
	for (size_t i = 0; p->copies && p->donated && i < p->function->argument_count; i++) {
		free(p->copies[i]);
		if (p->donated[i])
			bef_model_tensor_release(&p->arguments[i]);
	}
	free(p->arguments);
	free(p->results);
	free(p->donated);
	free(p->cache);
	free(p->cache_result);
	free(p->copies);
	bef_model_close(p->model);
}

/* ---- tokens */

/* SplitMix64. @return a number from 0 to below 1 */
static double random_number(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* Writes the `top` most likely tokens, the most likely one first; of equal ones, the first. */
static void most_likely(const float *logits, size_t count, int32_t *out, size_t top)
{
	size_t found = 0;
	for (size_t i = 0; i < count; i++) {
		if (found == top && !(logits[i] > logits[out[top - 1]]))
			continue;
		size_t at = found < top ? found++ : top - 1;
		for (; at > 0 && logits[i] > logits[out[at - 1]]; at--)
			out[at] = out[at - 1];
		out[at] = (int32_t)i;
	}
}

static int32_t choose(const float *logits, size_t count, double temperature, size_t top, uint64_t *state)
{
	int32_t tokens[TOP];
	double weights[TOP], sum = 0;
	top = temperature > 0 ? top : 1;
	top = top < count ? top : count;
	most_likely(logits, count, tokens, top);
	for (size_t i = 0; i < top; i++)
		sum += weights[i] = exp(
			((double)logits[tokens[i]] - (double)logits[tokens[0]]) / (temperature > 0 ? temperature : 1));
	if (top == 1)
		return tokens[0];
	double left = random_number(state) * sum;
	size_t i = 0;
	while (i + 1 < top && left >= weights[i])
		left -= weights[i++];
	return tokens[i];
}

/* ---- the program */

struct choice {
	long tokens, top;
	double temperature;
	uint64_t seed;
	bool verbose;
};

static bool check_prompt(
	const struct program *prefill, const int32_t *ids, size_t count, const struct choice *choice, size_t vocabulary)
{
	const int64_t room = prefill->function->arguments[prefill->ids].dims[0];
	const int64_t length = prefill->cache_size ? prefill->arguments[prefill->cache[0]].dims[0] : 0;
	if ((int64_t)count > room || (int64_t)count + choice->tokens > length) {
		fprintf(stderr,
			"found a prompt of %zu tokens and %ld to generate; expected at most %lld, and %lld in all\n",
			count, choice->tokens, (long long)room, (long long)length);
		return false;
	}
	for (size_t i = 0; i < count; i++) {
		if (ids[i] < 0 || (size_t)ids[i] >= vocabulary) {
			fprintf(stderr, "token %zu: found %ld, expected 0 to %zu\n", i + 1, (long)ids[i],
				vocabulary - 1);
			return false;
		}
	}
	return true;
}

static bool generate(struct program *prefill, struct program *decode, const int32_t *prompt, size_t count,
	const struct choice *choice)
{
	const struct bef_stablehlo_value *ids_type = &prefill->function->arguments[prefill->ids];
	const size_t vocabulary = (size_t)prefill->function->results[0].dims[0];
	if (ids_type->rank != 1 || ids_type->dtype != KERNELS_I32 || prefill->function->results[0].rank != 1 ||
		decode->arguments[decode->ids].size != sizeof(int32_t) || decode->cache_size != prefill->cache_size ||
		tensor_of(&decode->function->results[0]).size != vocabulary * sizeof(float))
		return fail(decode->path, "expected the shapes of language_model.py");
	if (!check_prompt(prefill, prompt, count, choice, vocabulary))
		return false;
	int32_t *ids = calloc((size_t)ids_type->dims[0], sizeof *ids);
	float *logits = malloc(vocabulary * sizeof *logits);
	uint64_t state = choice->seed, begin = 0;
	clock_t processor = 0;
	bool good = ids && logits;
	if (good) {
		memcpy(ids, prompt, count * sizeof *ids);
		good = make_cache(prefill) && step(prefill, decode, ids, (int32_t)count, logits);
	}
	for (long i = 0; good && i < choice->tokens; i++) {
		int32_t token = choose(logits, vocabulary, choice->temperature, (size_t)choice->top, &state);
		printf(i ? " %ld" : "%ld", (long)token);
		fflush(stdout);
		if (i + 1 < choice->tokens)
			good = step(decode, decode, &token, (int32_t)((long)count + i), logits);
		if (i == 0) { /* the first call prepares code */
			begin = async_now_ns();
			processor = clock();
		}
	}
	printf("\n");
	if (good && choice->verbose && choice->tokens > 2)
		fprintf(stderr, "%.1f tokens/s, %.1f per second of the processor\n",
			(double)(choice->tokens - 2) * 1e9 / (double)(async_now_ns() - begin),
			(double)(choice->tokens - 2) * CLOCKS_PER_SEC / (double)(clock() - processor));
	free(ids);
	free(logits);
	return good;
}

static bool run(const char *folder, const struct kernels_registry *registry, const int32_t *prompt, size_t count,
	const struct choice *choice)
{
	char paths[3][4096];
	static const char *const names[] = { "prefill.mlirbc", "decode.mlirbc", "weights.safetensors" };
	const struct tensorfile_options mapped = { .size = sizeof mapped, .mapped = true };
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	struct program prefill = { .path = NULL }, decode = { .path = NULL };
	struct tensorfile *weights = NULL;
	for (int i = 0; i < 3; i++) {
		if ((size_t)snprintf(paths[i], sizeof paths[i], "%s/%s", folder, names[i]) >= sizeof paths[i])
			return fail(folder, "the path is too long");
	}
	bool good = open_program(&prefill, paths[0], registry) && open_program(&decode, paths[1], registry);
	if (good && tensorfile_open(paths[2], &mapped, &weights, &diag) != TENSORFILE_OK)
		good = fail(paths[2], diag.message);
	good = good && bind_weights(&prefill, weights) && bind_weights(&decode, weights) &&
	       generate(&prefill, &decode, prompt, count, choice);
	close_program(&prefill);
	close_program(&decode);
	tensorfile_close(weights);
	return good;
}

static int usage(void)
{
	fprintf(stderr, "usage: language_model [-n TOKENS] [-t TEMPERATURE] [-k TOP] [-s SEED] [-v] FOLDER ID...\n");
	return 2;
}

int main(int argc, char **argv)
{
	struct choice choice = { .tokens = DEFAULT_TOKENS, .top = DEFAULT_TOP };
	int option;
	char *end = NULL;
	while ((option = getopt(argc, argv, "n:t:k:s:v")) != -1) {
		if (option == 'n')
			choice.tokens = strtol(optarg, &end, 10);
		else if (option == 't')
			choice.temperature = strtod(optarg, &end);
		else if (option == 'k')
			choice.top = strtol(optarg, &end, 10);
		else if (option == 's')
			choice.seed = strtoull(optarg, &end, 10);
		else if (option == 'v')
			choice.verbose = true;
		if (option == '?' || (option != 'v' && (end == optarg || *end)))
			return usage();
	}
	if (argc - optind < 2 || choice.tokens < 1 || choice.tokens > 1000000 || choice.top < 1 || choice.top > TOP ||
		!(choice.temperature >= 0))
		return usage();
	const size_t count = (size_t)(argc - optind - 1);
	int32_t *prompt = calloc(count, sizeof *prompt);
	for (size_t i = 0; prompt && i < count; i++) {
		const long id = strtol(argv[optind + 1 + (int)i], &end, 10);
		if (end == argv[optind + 1 + (int)i] || *end)
			return usage();
		prompt[i] = id < 0 || id > INT32_MAX ? -1 : (int32_t)id;
	}
	struct kernels_registry *registry = kernels_registry_create(NULL);
	if (!prompt || !registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		return 3;
	const bool good = run(argv[optind], registry, prompt, count, &choice);
	kernels_registry_destroy(registry);
	free(prompt);
	return good ? 0 : 1;
}
