/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What models say about arguments and results besides their types; from a source, from a BEF file, of dynamic shapes. */
#include "models.h"
#include "sizes.h"


#define MODEL(rows)                                                                                                                 \
	"sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\n"                                                                                   \
	"func.func @main(%w: tensor<" rows "x4xf32> {tf.aliasing_output = 1 : i32, mhlo.memory_kind = \"pinned_host\"}, "           \
	"%x: tensor<" rows "x4xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}, "                \
	"%y: tensor<4xf32> {jax.buffer_donor = false, mhlo.sharding = \"{devices=[2,1]<=[2]}\"}, "                                  \
	"%z: tensor<4xf32> {mhlo.sharding = \"\\08\\03\\1A\"}) -> "                                                                 \
	"(tensor<4xf32>, tensor<" rows "x4xf32> {jax.result_info = \"out\", mhlo.memory_kind = \"device\"}) {\n"                    \
	"  %0 = stablehlo.add %w, %x : tensor<" rows "x4xf32>\n"                                                                    \
	"  return %y, %0 : tensor<4xf32>, tensor<" rows "x4xf32>\n"                                                                 \
	"}\n"                                                                                                                       \
	"func.func @plain(%y: tensor<4xf32>) -> tensor<4xf32> {\n"                                                                  \
	"  return %y : tensor<4xf32>\n"                                                                                             \
	"}\n"

static bool is(struct bef_string found, const char *expected)
{
	return found.size == strlen(expected) && memcmp(found.data, expected, found.size) == 0;
}

/* The traits of an argument, or of a result. */
static struct bef_stablehlo_traits of(const struct bef_model *model, const char *function, bool result, uint32_t index)
{
	const struct bef_stablehlo_function *found = bef_model_find(model, function);
	struct bef_stablehlo_traits traits = { .size = sizeof traits, .aliased_result = -2 };
	CHECK(found && bef_model_traits(model, result ? &found->results[index] : &found->arguments[index], &traits));
	CHECK(traits.size == sizeof traits);
	return traits;
}

static void check_all(const struct bef_model *model)
{
	struct bef_stablehlo_traits t = of(model, "main", false, 0);
	CHECK(t.donated && t.aliased_result == 1 && is(t.memory, "pinned_host") && is(t.sharding, "") && is(t.mesh, ""));
	t = of(model, "main", false, 1);
	CHECK(t.donated && t.aliased_result == -1 && is(t.memory, ""));
	CHECK_BYTES(t.sharding.data, t.sharding.size, "#sdy.sharding<@mesh, [{\"x\"}, {}]>", 33);
	CHECK_BYTES(t.mesh.data, t.mesh.size, "#sdy.mesh<[\"x\"=2, \"y\"=4]>", 25);
	t = of(model, "main", false, 2);
	CHECK(!t.donated && t.aliased_result == -1 && is(t.sharding, "{devices=[2,1]<=[2]}") && is(t.mesh, ""));
	t = of(model, "main", false, 3); /* a binary text */
	CHECK(!t.donated && is(t.sharding, ""));
	t = of(model, "main", true, 0);
	CHECK(!t.donated && t.aliased_result == -1 && is(t.memory, "") && is(t.sharding, ""));
	t = of(model, "main", true, 1);
	CHECK(is(t.memory, "device") && is(bef_model_find(model, "main")->results[1].name, "out"));
	t = of(model, "plain", false, 0);
	CHECK(!t.donated && t.aliased_result == -1 && is(t.memory, "") && is(t.sharding, ""));
	t = of(model, "plain", true, 0);
	CHECK(!t.donated && is(t.memory, ""));
}

static void sources_and_files_have_them(void)
{
	struct models_kept kept = { NULL, 0 };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = open_text(MODEL("8"), &(struct bef_model_options){ .size = sizeof(struct bef_model_options), .opened = models_keep,
		.opened_ctx = &kept }), *file;
	CHECK_OR_RETURN(model && kept.data);
	check_all(model);
	bef_model_close(model);
	if (good(bef_model_open(kept.data, kept.size, NULL, registry, NULL, &file, &diag), &diag)) {
		check_all(file);
		bef_model_close(file);
	}
	free(kept.data);
}

static void dynamic_models_have_them(void)
{
	struct bef_model *model = open_text(MODEL("?"), NULL);
	CHECK_OR_RETURN(model);
	check_all(model);
	bef_model_close(model);
}

static void other_values_are_refused(void)
{
	struct bef_model *model = open_text(source, NULL), *other = open_text(source, NULL);
	CHECK_OR_RETURN(model && other);
	const struct bef_stablehlo_function *add = bef_model_find(model, "add");
	struct bef_stablehlo_traits traits = { .size = sizeof traits, .aliased_result = 7 };
	CHECK(!bef_model_traits(other, &add->arguments[0], &traits));
	CHECK(!bef_model_traits(model, NULL, &traits));
	SIZES_REFUSED(struct bef_stablehlo_traits, traits.size, !bef_model_traits(model, &add->arguments[0], &traits));
	CHECK(traits.aliased_result == 7);
	/* a caller of an older version, whose structure ends earlier */
	traits.size = offsetof(struct bef_stablehlo_traits, memory);
	traits.memory.size = 5;
	CHECK(bef_model_traits(model, &add->arguments[0], &traits));
	CHECK(traits.aliased_result == -1 && traits.memory.size == 5);
	bef_model_close(model);
	bef_model_close(other);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(sources_and_files_have_them),
		CHECK_CASE(dynamic_models_have_them),
		CHECK_CASE(other_values_are_refused),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
