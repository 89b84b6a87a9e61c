/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every allocation of passes, conversion, verification, inference and the builder fails once. There are two kinds: blocks from the arena of
 * the context, and memory from its allocator. A call that fails returns MLIRBC_E_NOMEM or MLIRBC_E_LIMIT, releases its memory, and leaves
 * a module that verifies and with which the same call succeeds later. */
#include "text.h"

#include <dirent.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_build.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_verify.h>
#include <mlirbc/stablehlo_vhlo.h>

struct job {
	const char *name, *text;
	size_t size;
	enum mlirbc_status (*prepare)(const struct job *job, struct mlirbc_module *module); /* may be NULL; memory is not short */
	enum mlirbc_status (*run)(const struct job *job, struct mlirbc_module *module, struct mlirbc_diag *diag);
	unsigned passes;
};

enum {
	ROOM = 1 << 17,     /* bytes of a context before the job; more than a job needs */
	MOST_TRIES = 100000 /* of one job */
};

/* ---- running with short memory */

struct trial {
	struct counting counting;
	bool full; /* requests as large as a chunk of the arena fail; tables are smaller */
	struct mlirbc_allocator allocator;
	struct mlirbc_context *context;
	struct mlirbc_module *module;
};

static void *trial_alloc(void *ctx, size_t size, size_t align)
{
	struct trial *trial = ctx;
	return trial->full && size >= ROOM ? NULL : counting_alloc(&trial->counting, size, align);
}

static void trial_free(void *ctx, void *p, size_t size, size_t align)
{
	counting_free(&((struct trial *)ctx)->counting, p, size, align);
}

/* A context whose present chunk has room for whole jobs. */
static bool begin(struct trial *trial, const struct job *job)
{
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	trial->counting = (struct counting){ .fail_at = SIZE_MAX };
	trial->full = false;
	trial->allocator = (struct mlirbc_allocator){ trial_alloc, NULL, trial_free, trial };
	trial->context = mlirbc_context_create(&trial->allocator);
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	enum mlirbc_status status = mlirbc_parse(trial->context, job->text, job->size, &options, &trial->module, &diag);
	if (status == MLIRBC_OK && job->prepare)
		status = job->prepare(job, trial->module);
	if (!CHECK_INT(status, MLIRBC_OK)) {
		printf("# %s: line %u: %s\n", job->name, diag.line, diag.message);
		return false;
	}
	while (mlirbc_context_bytes(trial->context) < ROOM)
		if (!mlirbc_context_alloc(trial->context, 1000, 1))
			return CHECK(false);
	return true;
}

static void end(struct trial *trial)
{
	mlirbc_context_destroy(trial->context);
	CHECK_INT(trial->counting.live, 0);
}

/* Bytes that the chunk has left. */
static size_t left_in_chunk(const struct job *job)
{
	struct trial trial;
	size_t left = 0;
	if (begin(&trial, job)) {
		trial.full = true;
		while (mlirbc_context_alloc(trial.context, 1, 1))
			left++;
	}
	end(&trial);
	return left;
}

/* Some cases have operations that a pass must leave, because StableHLO has none of their types. */
static bool is_valid(const struct job *job)
{
	struct trial trial;
	const bool valid = begin(&trial, job) && mlirbc_stablehlo_verify_module(trial.module, NULL, NULL) == MLIRBC_OK;
	end(&trial);
	return valid;
}

static bool was_valid; /* the module of the present job */

/* The call failed for want of memory: nothing that it took is left, and the module is as good as before. */
static void check_after(const struct job *job, struct trial *trial)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	trial->full = false;
	trial->counting.fail_at = SIZE_MAX;
	if ((was_valid && !CHECK_INT(mlirbc_stablehlo_verify_module(trial->module, NULL, &diag), MLIRBC_OK)) ||
		!CHECK_INT(job->run(job, trial->module, &diag), MLIRBC_OK))
		printf("# %s: %s\n", job->name, diag.message);
}

/* `left`: bytes of the arena, which cannot grow; `calls`: of the allocator that succeed. True when the call succeeded. */
static bool run_short(const struct job *job, size_t in_chunk, size_t left, size_t calls)
{
	struct trial trial;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = MLIRBC_OK;
	if (begin(&trial, job)) {
		if (left != SIZE_MAX) {
			CHECK(mlirbc_context_alloc(trial.context, in_chunk - left, 1) != NULL);
			trial.full = true;
		}
		size_t before = trial.counting.live - mlirbc_context_bytes(trial.context);
		trial.counting.requests = 0;
		trial.counting.fail_at = calls;
		status = job->run(job, trial.module, &diag);
		/* memory beside the context's own is released */
		CHECK_INT(trial.counting.live - mlirbc_context_bytes(trial.context), before);
		if (status != MLIRBC_OK) {
			if (!CHECK(status == MLIRBC_E_NOMEM || status == MLIRBC_E_LIMIT))
				printf("# %s: %s: %s\n", job->name, mlirbc_status_name(status), diag.message);
			CHECK(diag.status == status && diag.message[0]);
			check_after(job, &trial);
		}
	}
	end(&trial);
	return status == MLIRBC_OK;
}

static void check_job(const struct job *job)
{
	size_t in_chunk = left_in_chunk(job), left = 0, calls = 0, tries = 0;
	int failures = check_failures;
	was_valid = is_valid(job);
	while (left < in_chunk && tries < MOST_TRIES && check_failures == failures && !run_short(job, in_chunk, left, SIZE_MAX)) {
		left += 8 + left / 512 * 8; /* blocks are multiples of 8 bytes */
		tries++;
	}
	while (tries < MOST_TRIES && check_failures == failures && !run_short(job, in_chunk, SIZE_MAX, calls)) {
		calls++;
		tries++;
	}
	CHECK(left < in_chunk && tries < MOST_TRIES);
	if (check_failures != failures)
		printf("# in %s: %zu bytes, %zu calls\n%.*s", job->name, left, calls, (int)job->size, job->text);
}

/* ---- passes */

static enum mlirbc_status run_passes(const struct job *job, struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	return mlirbc_stablehlo_run(module, job->passes, NULL, NULL, diag);
}

static unsigned passes_of(const char *names)
{
	static const char *const all[] = { "chlo", "composites", "custom-calls", "inline", "tuples", "barriers", "fold", "cse", "dce", "shardy", "dialects" };
	unsigned passes = 0;
	for (size_t size; *names && *names != '\n'; names += size + (names[size] == ',')) {
		size = strcspn(names, ",\n");
		for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
			passes |= strlen(all[i]) == size && memcmp(all[i], names, size) == 0 ? 1U << i : 0;
	}
	return passes;
}

/* Programs of the files of a folder, separated by "// -----". */
static size_t each_program(const char *folder, const char *wanted, void (*each)(const char *text, size_t size))
{
	static char text[1 << 20];
	struct dirent **entries;
	size_t programs = 0;
	int count = scandir(folder, &entries, NULL, alphasort);
	for (int i = 0; i < count; i++) {
		char path[4096];
		snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
		FILE *f = strstr(entries[i]->d_name, ".mlir") && (!wanted || !strcmp(wanted, entries[i]->d_name)) ? fopen(path, "rb")
														   : NULL;
		size_t size = f ? fread(text, 1, sizeof text - 1, f) : 0;
		text[size] = '\0';
		for (char *at = text, *next; *at; at = next) {
			char *mark = strstr(at, "// -----\n");
			next = mark ? mark + 9 : at + strlen(at);
			each(at, mark ? (size_t)(mark - at) : strlen(at));
			programs++;
		}
		if (f)
			fclose(f);
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	return programs;
}

/* "// passes: local:N" */
static enum mlirbc_status run_local(const struct job *job, struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	return mlirbc_stablehlo_global_to_local(module, job->passes, NULL, diag);
}

static enum mlirbc_status run_propagation(const struct job *job, struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	(void)job;
	return mlirbc_stablehlo_propagate(module, diag);
}

static void check_passes(const char *text, size_t size)
{
	static unsigned divided;
	char *copy = strndup(text, size);
	char *marked = copy ? strstr(copy, "// passes: ") : NULL, *split = copy ? strstr(copy, "// =>\n") : NULL;
	if (CHECK(marked && (split || strstr(copy, "// error: "))) && split) {
		const bool local = strncmp(marked + 11, "local:", 6) == 0;
		const struct job job = { "passes", copy, (size_t)(split - copy), NULL, local ? run_local : run_passes,
			local ? (unsigned)strtoul(marked + 17, NULL, 10) : passes_of(marked + 11) };
		const struct job propagation = { "propagation", copy, (size_t)(split - copy), NULL, run_propagation, 1 };
		CHECK(job.passes != 0);
		check_job(&job);
		if (local && strstr(copy, "sdy.mesh @") && divided++ % 4 == 0) /* the programs are alike */
			check_job(&propagation);
	}
	free(copy);
}

static void passes(void) { CHECK(each_program(TEST_DATA "/passes", NULL, check_passes) > 5); }

static void check_lowering(const char *text, size_t size)
{
	const struct job job = { "chlo", text, size, NULL, run_passes, MLIRBC_STABLEHLO_CHLO };
	if (!memmem(text, size, "// expect: ", 11))
		check_job(&job);
}

static void lowering_of_chlo(void) { CHECK(each_program(TEST_DATA "/verify", "chlo.mlir", check_lowering) > 5); }

/* ---- refinement: "// passes: refine:[@NAME][;INDEX=TYPE|VALUE]..." as in run_passes.c */

static enum mlirbc_status refine(const struct job *job, struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	enum { MOST = 8 };
	struct mlirbc_stablehlo_argument arguments[MOST];
	struct mlirbc_stablehlo_refine_options options = { .size = sizeof options };
	char line[512], name[64];
	size_t count = 0, size = strcspn(job->text, "\n");
	snprintf(line, sizeof line, "%.*s", (int)size, job->text);
	*diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	for (char *part = strtok(line + strlen("// passes: refine:"), ";"); part && count < MOST; part = strtok(NULL, ";")) {
		enum mlirbc_status status = MLIRBC_OK;
		if (*part == '@') {
			snprintf(name, sizeof name, "%s", part + 1);
			options.function = name;
			continue;
		}
		struct mlirbc_stablehlo_argument *argument = &arguments[count++];
		*argument = (struct mlirbc_stablehlo_argument){ .index = strtoul(part, &part, 10) };
		if (*++part > '9')
			status = mlirbc_parse_type(module->context, part, strlen(part), &argument->type, diag);
		else
			status = mlirbc_parse_attr(module->context, part, strlen(part), &argument->value, diag);
		if (status != MLIRBC_OK)
			return status;
	}
	return mlirbc_stablehlo_refine(module, arguments, count, &options, NULL, diag);
}

static void check_refinement(const char *text, size_t size)
{
	const char *split = memmem(text, size, "// =>\n", 6);
	const struct job job = { "refine", text, split ? (size_t)(split - text) : 0, NULL, refine, 0 };
	if (split)
		check_job(&job);
}

static void refinement(void) { CHECK(each_program(TEST_DATA "/refine", NULL, check_refinement) > 5); }

/* ---- versioned artifacts, verification */

static const struct mlirbc_stablehlo_version newest = { 1, 20, 0 };

static enum mlirbc_status to_vhlo(const struct job *job, struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	(void)job;
	return mlirbc_stablehlo_to_vhlo(module, newest, NULL, diag);
}

static enum mlirbc_status prepare_vhlo(const struct job *job, struct mlirbc_module *module)
{
	return to_vhlo(job, module, NULL);
}

static enum mlirbc_status from_vhlo(const struct job *job, struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	(void)job;
	return mlirbc_stablehlo_from_vhlo(module, NULL, diag);
}

/* Every operation with its operands as they are, and its declared types. */
static enum mlirbc_status infer_all(const struct job *job, struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	enum { MOST = 16 };
	enum mlirbc_status status = mlirbc_stablehlo_verify_module(module,
		&(const struct mlirbc_stablehlo_verify_options){ .size = sizeof(struct mlirbc_stablehlo_verify_options),
			.allocator = mlirbc_context_allocator(module->context) },
		diag);
	struct mlirbc_op *root = module->body->first;
	(void)job;
	for (struct mlirbc_op *op = root; status == MLIRBC_OK && op; op = mlirbc_op_next_pre(root, op)) {
		struct mlirbc_value *operands[MOST];
		const struct mlirbc_type *declared[MOST], *const *types;
		size_t count;
		if (!mlirbc_stablehlo_is_op(op->name) || op->operand_count > MOST || op->result_count > MOST)
			continue;
		for (uint32_t i = 0; i < op->operand_count; i++)
			operands[i] = mlirbc_op_operands(op)[i].value;
		for (uint32_t i = 0; i < op->result_count; i++)
			declared[i] = mlirbc_op_results(op)[i].type;
		const struct mlirbc_stablehlo_description description = { .size = sizeof description, .name = op->name->data,
			.name_size = op->name->size, .operands = operands, .operand_count = op->operand_count,
			.attributes = mlirbc_op_attributes(op), .properties = mlirbc_op_properties(op),
			.regions = mlirbc_op_regions(op), .region_count = op->region_count, .result_types = declared,
			.result_count = op->result_count };
		status = mlirbc_stablehlo_infer(module->context, &description, &types, &count, diag);
	}
	return status;
}

static void check_verification(const char *text, size_t size)
{
	const struct job infer = { "infer", text, size, NULL, infer_all, 0 };
	if (!memmem(text, size, "// expect: ", 11))
		check_job(&infer);
}

static void verification_and_inference(void) { CHECK(each_program(TEST_DATA "/verify", NULL, check_verification) > 50); }

static void check_artifact(const char *text, size_t size)
{
	const struct job there = { "to_vhlo", text, size, NULL, to_vhlo, 0 };
	const struct job back = { "from_vhlo", text, size, prepare_vhlo, from_vhlo, 0 };
	struct trial trial;
	if (memmem(text, size, "// expect: ", 11) || !begin(&trial, &there))
		return;
	bool holds = to_vhlo(&there, trial.module, NULL) == MLIRBC_OK; /* CHLO cannot be in artifacts */
	end(&trial);
	if (holds)
		check_job(&there);
	if (holds)
		check_job(&back);
}

static void artifacts(void) { CHECK(each_program(TEST_DATA "/verify", NULL, check_artifact) > 50); }

/* ---- builder */

static enum mlirbc_status build(const struct job *job, struct mlirbc_module *module, struct mlirbc_diag *diag)
{
	struct mlirbc_context *c = module->context;
	struct mlirbc_builder b;
	static const int64_t one = 1, swap[] = { 1, 0 }, shape[] = { 2, 3 };
	const struct mlirbc_type *f32 = mlirbc_type_float(c, MLIRBC_F32), *i32 = mlirbc_type_integer(c, 32, MLIRBC_SIGNLESS);
	(void)job;
	*diag = (struct mlirbc_diag)MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_builder_init(&b, c);
	const struct mlirbc_type *scalar = f32 ? mlirbc_stablehlo_tensor(c, f32, NULL, 0) : NULL;
	if (status == MLIRBC_OK && (!scalar || !i32))
		status = MLIRBC_E_NOMEM;
	if (status == MLIRBC_OK) {
		const struct mlirbc_type *inputs[] = { mlirbc_stablehlo_tensor(c, f32, shape, 2),
			mlirbc_stablehlo_tensor(c, f32, shape + 1, 1) };
		const struct mlirbc_type *type = inputs[0] && inputs[1] ? mlirbc_type_function(c, inputs, 2, NULL, 0) : NULL;
		struct mlirbc_block *entry = type ? mlirbc_builder_function(&b, "main", type) : NULL;
		if (entry) {
			struct mlirbc_value *x = &entry->arguments[0], *row = &entry->arguments[1];
			struct mlirbc_value *wide = mlirbc_stablehlo_broadcast(&b, row, x->type, &one);
			struct mlirbc_value *sum = mlirbc_stablehlo_binary(&b, "add", x, wide);
			struct mlirbc_value *less = mlirbc_stablehlo_compare(&b, "LT", sum, wide);
			struct mlirbc_value *some = mlirbc_stablehlo_select(&b, less, mlirbc_stablehlo_unary(&b, "tanh", x), wide);
			struct mlirbc_value *turned = mlirbc_stablehlo_transpose(&b, some, swap);
			struct mlirbc_value *product = mlirbc_stablehlo_matmul(&b, x, turned);
			struct mlirbc_value *zero = mlirbc_stablehlo_splat(&b, scalar, 0);
			mlirbc_stablehlo_reduce(&b, "add", product, zero, &one, 1);
			mlirbc_stablehlo_convert(&b, product, i32);
			(void)mlirbc_builder_op(&b, &(const struct mlirbc_build_op){ .name = "func.return" });
			status = b.status;
		} else {
			status = b.status != MLIRBC_OK ? b.status : MLIRBC_E_NOMEM;
		}
	}
	if (status != MLIRBC_OK) {
		diag->status = status;
		snprintf(diag->message, sizeof diag->message, "%s", b.message[0] ? b.message : "short");
	}
	return status;
}

static void builder(void)
{
	const struct job job = { "build", "module {}", 9, NULL, build, 0 };
	check_job(&job);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(passes), CHECK_CASE(lowering_of_chlo), CHECK_CASE(refinement),
		CHECK_CASE(verification_and_inference), CHECK_CASE(artifacts), CHECK_CASE(builder) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
