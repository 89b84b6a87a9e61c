/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Printed tensors, the files of probes, and failures to read them. */
#include "../../../libmlirbc/test/golden.h"
#include "run_model.h"

#include <kernels/pack_hlo.h>
#include <sys/stat.h>
#include <unistd.h>

static struct runner runner;
static char printed[2000], reason[320];

static void print(void *ctx, const char *text, size_t size)
{
	size_t used = strlen(printed);
	(void)ctx;
	snprintf(printed + used, sizeof printed - used, "%.*s", (int)size, text);
}

/* Runs main, whose operations are given; the runner still has its files afterwards. */
static bool run(const char *operations)
{
	char text[4000];
	struct model model;
	size_t count;
	snprintf(text, sizeof text, "func.func @main() {\n%s  return\n}\n", operations);
	runner.host.print = print;
	printed[0] = '\0';
	bool ok = CHECK(model_open(&runner, text, strlen(text), "probes.mlir", false, &model)) &&
		  model_run_all(&runner, &model, &count);
	snprintf(reason, sizeof reason, "%s", model.why);
	model_close(&model);
	return ok;
}

static const char *file_text(const char *name, struct text *out)
{
	char path[200];
	snprintf(path, sizeof path, "%s/%s", runner.probes, name);
	*out = (struct text){ 0 };
	return read_file(path, out) ? out->data : "";
}

static void prints(void)
{
	runner_init(&runner, 1);
	CHECK(run("  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>\n"
		  "  %s = stablehlo.constant dense<-1.5> : tensor<f32>\n"
		  "  %e = stablehlo.constant dense<> : tensor<0x2xi1>\n"
		  "  %c = stablehlo.constant dense<[[[(1.0, 2.0)]]]> : tensor<1x1x1xcomplex<f32>>\n"
		  "  interpreter.print %x : tensor<2x3xi32>\n"
		  "  interpreter.print %s : tensor<f32>\n"
		  "  interpreter.print %e : tensor<0x2xi1>\n"
		  "  interpreter.print %c : tensor<1x1x1xcomplex<f32>>\n"));
	CHECK_STR(printed, "tensor<2x3xi32> [[1, 2, 3], [4, 5, 6]]\n"
			   "tensor<f32> -1.5\n"
			   "tensor<0x2xi1> []\n"
			   "tensor<1x1x1xcomplex<f32>> [[[(1, 2)]]]\n");
	runner_finish(&runner);
}

#define X "  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi16>\n"
#define PROBE(value, id, type) "  %p" value " = interpreter.probe %" value ", probe_id = \"" id "\" : " type "\n"

static void files(void)
{
	static const char header[] = "\x93NUMPY\x01\x00v\x00{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }";
	struct text text;
	char index[300];
	runner_init(&runner, 0);
	CHECK(run(X "  %y = stablehlo.constant dense<2.0> : tensor<2x2xbf16>\n" PROBE("x", "a b/c", "tensor<3xi16>")
			PROBE("px", "a b/c", "tensor<3xi16>") PROBE("y", "y", "tensor<2x2xbf16>")));
	snprintf(index, sizeof index, "a b/c,tensor<3xi16>,%s/a_b_c_1.npy\na b/c,tensor<3xi16>,%s/a_b_c_2.npy\n"
		 "y,tensor<2x2xbf16>,%s/y_1.npy\n", runner.probes, runner.probes, runner.probes);
	CHECK_STR(file_text("index.csv", &text), index);
	free(text.data);
	(void)file_text("a_b_c_2.npy", &text);
	CHECK_INT(text.size, 134);
	CHECK(text.size == 134 && memcmp(text.data, header, sizeof header - 1) == 0 && text.data[127] == '\n' &&
		memcmp(text.data + 128, "\1\0\2\0\3\0", 6) == 0);
	free(text.data);
	(void)file_text("y_1.npy", &text);
	CHECK(text.size == 136 && strstr(text.data + 10, "'|V2'") && strstr(text.data + 10, "(2, 2), }"));
	free(text.data);
	/* the id cannot send commands to a terminal, or begin another field or line */
	CHECK(run(X PROBE("x", "a\\1B[31m\\0A,\\C2\\9B\\FFb", "tensor<3xi16>")));
	snprintf(index, sizeof index, "a\\x1b[31m\\x0a\\x2c\\xc2\\x9b\\xffb,tensor<3xi16>,%s/a__31m_____b_1.npy\n", runner.probes);
	CHECK_STR(file_text("index.csv", &text), index);
	free(text.data);
	/* the next call begins anew */
	CHECK(run(X PROBE("x", "other", "tensor<3xi16>")));
	snprintf(index, sizeof index, "other,tensor<3xi16>,%s/other_1.npy\n", runner.probes);
	CHECK_STR(file_text("index.csv", &text), index);
	free(text.data);
	runner_finish(&runner);
}

static void failures(void)
{
	static const struct { const char *operations, *reason; } cases[] = {
		{ X "  check.expect_serialized_eq %x, probe_id = \"x\" : tensor<3xi16>\n", "the probe cannot be read: it is not in the index of " },
		{ X PROBE("x", "x", "tensor<3xi16>") "  check.expect_serialized_eq %px, probe_id = \"x\", iter = 2 : tensor<3xi16>\n",
			"the probe cannot be read: it is not in the index of " },
		{ X PROBE("x", "x", "tensor<3xi16>")
		  "  %y = stablehlo.constant dense<[1, 2, 3]> : tensor<3xui16>\n"
		  "  check.expect_serialized_eq %y, probe_id = \"x\" : tensor<3xui16>\n",
			"the probe cannot be read: it has the type tensor<3xi16>" },
		{ X PROBE("x", "x", "tensor<3xi16>")
		  "  %y = stablehlo.add %x, %x : tensor<3xi16>\n"
		  "  check.expect_serialized_eq %y, probe_id = \"x\" : tensor<3xi16>\n",
			"element [0] is 2, expected 1; 3 of 3 elements differ, at most by 3, at [2]" },
	};
	runner_init(&runner, 0);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		CHECK(!run(cases[i].operations));
		if (strncmp(reason, cases[i].reason, strlen(cases[i].reason)) != 0)
			CHECK_STR(reason, cases[i].reason);
	}
	char saved[sizeof runner.probes];
	memcpy(saved, runner.probes, sizeof saved);
	snprintf(runner.probes, sizeof runner.probes, "/dev/null/none");
	CHECK(!run(X PROBE("x", "x", "tensor<3xi16>")));
	CHECK_STR(reason, "the probe cannot be written: cannot write in /dev/null/none");
	memcpy(runner.probes, saved, sizeof saved);
	runner_finish(&runner);
}

/* The name of the folder is part of the index. */
static void odd_folder(void)
{
	struct text text;
	char saved[sizeof runner.probes], folder[sizeof saved + 20], expected[400];
	runner_init(&runner, 0);
	memcpy(saved, runner.probes, sizeof saved);
	snprintf(folder, sizeof folder, "%s/\x1b[m\n,\\x41", saved);
	CHECK_OR_RETURN(mkdir(folder, 0700) == 0 && strlen(folder) < sizeof runner.probes);
	memcpy(runner.probes, folder, strlen(folder) + 1);
	CHECK(run(X PROBE("x", "x", "tensor<3xi16>") "  check.expect_serialized_eq %px, probe_id = \"x\", iter = 1 : tensor<3xi16>\n"));
	snprintf(expected, sizeof expected, "x,tensor<3xi16>,%s/\\x1b[m\\x0a\\x2c\\x5cx41/x_1.npy\n", saved);
	CHECK_STR(file_text("index.csv", &text), expected);
	free(text.data);
	snprintf(expected, sizeof expected, "%s/index.csv", folder);
	unlink(expected);
	snprintf(expected, sizeof expected, "%s/x_1.npy", folder);
	unlink(expected);
	rmdir(folder);
	memcpy(runner.probes, saved, sizeof saved);
	runner_finish(&runner);
}

static bool writes_through(const char *link, unsigned owner, unsigned folder_owner, mode_t mode)
{
	char path[200], victim[200];
	struct stat about;
	snprintf(path, sizeof path, "%s/%s", runner.probes, link);
	snprintf(victim, sizeof victim, "%s/victim", runner.probes);
	CHECK(chown(runner.probes, folder_owner, (gid_t)-1) == 0 && chmod(runner.probes, mode) == 0);
	unlink(victim);
	unlink(path);
	CHECK(symlink("victim", path) == 0 && lchown(path, owner, (gid_t)-1) == 0);
	const bool good = run(X PROBE("x", "x", "tensor<3xi16>"));
	CHECK(good == (stat(victim, &about) == 0));
	unlink(victim);
	unlink(path);
	return good;
}

/* Of other users, in a folder that all may write. */
static void links(void)
{
	if (geteuid() != 0) {
		CHECK_SKIP("only root can make files of other users");
		return;
	}
	runner_init(&runner, 0);
	static const char *const names[] = { "x_1.npy", "index.csv" };
	for (size_t i = 0; i < 2; i++) {
		CHECK(!writes_through(names[i], 65534, 0, 01777));
		CHECK(writes_through(names[i], 0, 0, 01777));
		CHECK(writes_through(names[i], 65534, 65534, 01777));
		CHECK(writes_through(names[i], 65534, 0, 0777));
		CHECK(writes_through(names[i], 65534, 0, 01775));
	}
	CHECK(chown(runner.probes, 0, (gid_t)-1) == 0 && chmod(runner.probes, 0700) == 0);
	runner_finish(&runner);
}

/* Without probes in the resources, a probe is the identity, and there is nothing to read. */
static void no_probes(void)
{
	static const char text[] = "func.func @main() -> tensor<3xi16> {\n" X PROBE("x", "x", "tensor<3xi16>")
		"  return %px : tensor<3xi16>\n}\nfunc.func @reads() {\n" X
		"  check.expect_serialized_eq %x, probe_id = \"x\" : tensor<3xi16>\n  return\n}\n";
	struct model model;
	runner_init(&runner, 0);
	if (CHECK(model_open(&runner, text, strlen(text), "none.mlir", false, &model))) {
		struct async_request *request = async_request_create(&runner.host, NULL);
		struct async_value *results[3] = { NULL };
		kernels_function_execute(bef_file_find(model.file, "main", 4), request, NULL, results);
		kernels_function_execute(bef_file_find(model.file, "reads", 5), request, NULL, results + 2);
		async_queue_await(runner.host.queue, results, 3);
		async_queue_quiesce(runner.host.queue);
		CHECK(!async_value_is_error(results[0]) && !async_value_is_error(results[1]) && async_value_is_error(results[2]));
		if (async_value_is_error(results[2]))
			CHECK_STR(async_error_message(async_value_error(results[2])), "the host keeps no probes");
		kernels_values_release(results, 3);
		async_request_release(request);
	}
	model_close(&model);
	runner_finish(&runner);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(prints), CHECK_CASE(files), CHECK_CASE(failures), CHECK_CASE(odd_folder),
		CHECK_CASE(links), CHECK_CASE(no_probes) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
