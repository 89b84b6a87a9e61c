/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over small arrays are one kernel, and have the bits of a kernel per operation. */
#include "check.h"
#include "put.h"
#include "run_model.h"

#include <stdlib.h>
#include <string.h>

static struct runner runner;

static void open_text(const char *text, bool fuse, struct model *model)
{
	runner.no_fusing = !fuse;
	if (!model_open(&runner, text, strlen(text), "small_loops_test.mlir", false, model))
		check_report(__FILE__, __LINE__, "%s\n%s", model->why, model->missing);
}

/* From %x and %w (2x3xT), and %i (i32, -3 to 6), to %y (2x3xT). '$' stands for T, '~' for the fraction of a number of that type, '&' for a
 * number of iterations. */
struct step {
	const char *name, *text;
};
#define INDICES \
	"  %e = stablehlo.reshape %i : (tensor<i32>) -> tensor<1x1xi32>\n  %f = stablehlo.constant dense<1> : tensor<1x1xi32>\n" \
	"  %n = stablehlo.concatenate %e, %f, dim = 0 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<2x1xi32>\n"
static const struct step steps[] = {
	{ "moves", "  %a = stablehlo.slice %x [0:2, 1:3] : (tensor<2x3x$>) -> tensor<2x2x$>\n"
		   "  %b = stablehlo.slice %w [0:2, 0:3:3] : (tensor<2x3x$>) -> tensor<2x1x$>\n"
		   "  %c = stablehlo.concatenate %a, %b, dim = 1 : (tensor<2x2x$>, tensor<2x1x$>) -> tensor<2x3x$>\n"
		   "  %d = stablehlo.transpose %c, dims = [1, 0] : (tensor<2x3x$>) -> tensor<3x2x$>\n"
		   "  %e = stablehlo.reshape %d : (tensor<3x2x$>) -> tensor<2x3x$>\n"
		   "  %f = stablehlo.reverse %e, dims = [0, 1] : tensor<2x3x$>\n"
		   "  %y = stablehlo.add %f, %x : tensor<2x3x$>\n" },
	{ "pad", "  %z = stablehlo.constant dense<3~> : tensor<$>\n"
		 "  %a = stablehlo.pad %x, %z, low = [1, -1], high = [0, 1], interior = [1, 2] : (tensor<2x3x$>, tensor<$>) -> "
		 "tensor<4x7x$>\n"
		 "  %b = stablehlo.slice %a [1:4:2, 0:6:2] : (tensor<4x7x$>) -> tensor<2x3x$>\n"
		 "  %y = stablehlo.subtract %b, %w : tensor<2x3x$>\n" },
	{ "repeats", "  %a = stablehlo.slice %x [1:2, 0:3] : (tensor<2x3x$>) -> tensor<1x3x$>\n"
		     "  %b = stablehlo.reshape %a : (tensor<1x3x$>) -> tensor<3x$>\n"
		     "  %c = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3x$>) -> tensor<2x3x$>\n"
		     "  %d = stablehlo.iota dim = 1 : tensor<2x3xi32>\n"
		     "  %e = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<2x3xi32>\n"
		     "  %f = stablehlo.compare LT, %d, %e : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>\n"
		     "  %g = stablehlo.select %f, %c, %w : tensor<2x3xi1>, tensor<2x3x$>\n"
		     "  %p = stablehlo.constant dense<2> : tensor<i32>\n"
		     "  %q = stablehlo.compare GT, %i, %p : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		     "  %y = stablehlo.select %q, %g, %x : tensor<i1>, tensor<2x3x$>\n" },
	{ "clamp", "  %lo = stablehlo.constant dense<-2~> : tensor<$>\n  %hi = stablehlo.constant dense<2~> : tensor<$>\n"
		   "  %k = stablehlo.constant dense<[[1~, 2~, 3~], [-4~, 5~, 6~]]> : tensor<2x3x$>\n"
		   "  %a = stablehlo.multiply %x, %k : tensor<2x3x$>\n"
		   "  %y = stablehlo.clamp %lo, %a, %hi : (tensor<$>, tensor<2x3x$>, tensor<$>) -> tensor<2x3x$>\n" },
	{ "product", "  %a = stablehlo.transpose %w, dims = [1, 0] : (tensor<2x3x$>) -> tensor<3x2x$>\n"
		     "  %b = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<2x3x$>, tensor<3x2x$>) -> tensor<2x2x$>\n"
		     "  %y = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<2x2x$>, tensor<2x3x$>) -> tensor<2x3x$>\n" },
	{ "batches", "  %a = stablehlo.dot_general %x, %w, batching_dims = [1] x [1], contracting_dims = [0] x [0] : (tensor<2x3x$>, "
		     "tensor<2x3x$>) -> tensor<3x$>\n"
		     "  %b = stablehlo.dot_general %w, %a, contracting_dims = [1] x [0] : (tensor<2x3x$>, tensor<3x$>) -> tensor<2x$>\n"
		     "  %y = stablehlo.dot_general %b, %a, contracting_dims = [] x [] : (tensor<2x$>, tensor<3x$>) -> tensor<2x3x$>\n" },
	{ "sums", "  %z = stablehlo.constant dense<1~> : tensor<$>\n"
		  "  %a = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x3x$>, tensor<$>) -> tensor<2x$>\n"
		  "  %b = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3x$>, tensor<$>) -> "
		  "tensor<3x$>\n"
		  "  %c = stablehlo.reduce(%w init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x3x$>, tensor<$>) -> "
		  "tensor<$>\n"
		  "  %d = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2x$>) -> tensor<2x3x$>\n"
		  "  %e = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3x$>) -> tensor<2x3x$>\n"
		  "  %f = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<$>) -> tensor<2x3x$>\n"
		  "  %g = stablehlo.subtract %d, %e : tensor<2x3x$>\n  %y = stablehlo.add %g, %f : tensor<2x3x$>\n" },
	{ "pairs", "  %z = stablehlo.constant dense<-9~> : tensor<$>\n  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		   "  %n = stablehlo.iota dim = 1 : tensor<2x3xi32>\n"
		   "  %r:2 = stablehlo.reduce(%x init: %z), (%n init: %zero) across dimensions = [1] : (tensor<2x3x$>, tensor<2x3xi32>, "
		   "tensor<$>, tensor<i32>) -> (tensor<2x$>, tensor<2xi32>)\n"
		   "   reducer(%a: tensor<$>, %c: tensor<$>) (%b: tensor<i32>, %d: tensor<i32>) {\n"
		   "    %p = stablehlo.compare GE, %a, %c : (tensor<$>, tensor<$>) -> tensor<i1>\n"
		   "    %m = stablehlo.select %p, %a, %c : tensor<i1>, tensor<$>\n"
		   "    %o = stablehlo.select %p, %b, %d : tensor<i1>, tensor<i32>\n"
		   "    %s = stablehlo.add %o, %i : tensor<i32>\n"
		   "    stablehlo.return %m, %s : tensor<$>, tensor<i32>\n  }\n"
		   "  %t = stablehlo.convert %r#1 : (tensor<2xi32>) -> tensor<2x$>\n  %u = stablehlo.add %r#0, %t : tensor<2x$>\n"
		   "  %y = stablehlo.broadcast_in_dim %u, dims = [0] : (tensor<2x$>) -> tensor<2x3x$>\n" },
	{ "reads", "  %one = stablehlo.constant dense<1> : tensor<i32>\n  %j = stablehlo.subtract %one, %i : tensor<i32>\n"
		   "  %a = stablehlo.dynamic_slice %x, %i, %j, sizes = [1, 2] : (tensor<2x3x$>, tensor<i32>, tensor<i32>) -> tensor<1x2x$>\n"
		   "  %b = stablehlo.dynamic_slice %w, %one, %i, sizes = [2, 1] : (tensor<2x3x$>, tensor<i32>, tensor<i32>) -> tensor<2x1x$>\n"
		   "  %c = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<2x1x$>) -> tensor<2x2x$>\n"
		   "  %d = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<1x2x$>) -> tensor<2x2x$>\n"
		   "  %e = stablehlo.add %c, %d : tensor<2x2x$>\n"
		   "  %y = stablehlo.concatenate %e, %b, dim = 1 : (tensor<2x2x$>, tensor<2x1x$>) -> tensor<2x3x$>\n" },
	{ "writes", "  %one = stablehlo.constant dense<1> : tensor<i32>\n  %j = stablehlo.subtract %one, %i : tensor<i32>\n"
		    "  %u = stablehlo.slice %w [0:1, 1:3] : (tensor<2x3x$>) -> tensor<1x2x$>\n"
		    "  %a = stablehlo.dynamic_update_slice %x, %u, %j, %i : (tensor<2x3x$>, tensor<1x2x$>, tensor<i32>, tensor<i32>) -> "
		    "tensor<2x3x$>\n"
		    "  %y = stablehlo.add %a, %w : tensor<2x3x$>\n" },
	{ "gathers", INDICES "  %g = \"stablehlo.gather\"(%x, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
		     "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : "
		     "(tensor<2x3x$>, tensor<2x1xi32>) -> tensor<2x3x$>\n"
		     "  %m = stablehlo.reshape %n : (tensor<2x1xi32>) -> tensor<2xi32>\n"
		     "  %h = \"stablehlo.gather\"(%w, %m) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1, 0]>, "
		     "slice_sizes = array<i64: 1, 2>}> : (tensor<2x3x$>, tensor<2xi32>) -> tensor<1x2x$>\n"
		     "  %k = stablehlo.concatenate %h, %h, dim = 0 : (tensor<1x2x$>, tensor<1x2x$>) -> tensor<2x2x$>\n"
		     "  %l = stablehlo.slice %g [0:2, 1:2] : (tensor<2x3x$>) -> tensor<2x1x$>\n"
		     "  %o = stablehlo.concatenate %k, %l, dim = 1 : (tensor<2x2x$>, tensor<2x1x$>) -> tensor<2x3x$>\n"
		     "  %y = stablehlo.add %o, %g : tensor<2x3x$>\n" },
	{ "scatters", INDICES "  %s = \"stablehlo.scatter\"(%x, %n, %w) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], "
		      "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
		      "  ^bb0(%a: tensor<$>, %b: tensor<$>):\n    %c = stablehlo.subtract %b, %a : tensor<$>\n    stablehlo.return %c : tensor<$>\n"
		      "  }) : (tensor<2x3x$>, tensor<2x1xi32>, tensor<2x3x$>) -> tensor<2x3x$>\n"
		      "  %m = stablehlo.reshape %n : (tensor<2x1xi32>) -> tensor<2xi32>\n"
		      "  %u = stablehlo.slice %w [0:1, 1:3] : (tensor<2x3x$>) -> tensor<1x2x$>\n"
		      "  %y = \"stablehlo.scatter\"(%s, %m, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], "
		      "scatter_dims_to_operand_dims = [1, 0]>}> ({\n"
		      "  ^bb0(%a: tensor<$>, %b: tensor<$>):\n    stablehlo.return %b : tensor<$>\n"
		      "  }) : (tensor<2x3x$>, tensor<2xi32>, tensor<1x2x$>) -> tensor<2x3x$>\n" },
	{ "batches of gathers", INDICES "  %q = stablehlo.broadcast_in_dim %n, dims = [0, 2] : (tensor<2x1xi32>) -> tensor<2x3x1xi32>\n"
		     "  %o = stablehlo.iota dim = 1 : tensor<2x3x1xi32>\n  %m = stablehlo.add %q, %o : tensor<2x3x1xi32>\n"
		     "  %g = \"stablehlo.gather\"(%x, %m) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], "
		     "start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : "
		     "(tensor<2x3x$>, tensor<2x3x1xi32>) -> tensor<2x3x$>\n  %y = stablehlo.subtract %w, %g : tensor<2x3x$>\n" },
	{ "batches of scatters", INDICES "  %q = stablehlo.broadcast_in_dim %n, dims = [0, 2] : (tensor<2x1xi32>) -> tensor<2x2x1xi32>\n"
		      "  %o = stablehlo.iota dim = 1 : tensor<2x2x1xi32>\n  %m = stablehlo.add %q, %o : tensor<2x2x1xi32>\n"
		      "  %u = stablehlo.slice %w [0:2, 1:3] : (tensor<2x3x$>) -> tensor<2x2x$>\n"
		      "  %y = \"stablehlo.scatter\"(%x, %m, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], "
		      "input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({\n"
		      "  ^bb0(%a: tensor<$>, %b: tensor<$>):\n    %c = stablehlo.subtract %b, %a : tensor<$>\n    stablehlo.return %c : tensor<$>\n"
		      "  }) : (tensor<2x3x$>, tensor<2x2x1xi32>, tensor<2x2x$>) -> tensor<2x3x$>\n" },
	{ "inner", "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		   "  %q:3 = stablehlo.while(%k = %zero, %v = %x, %u = %w) : tensor<i32>, tensor<2x3x$>, tensor<2x3x$>\n  cond {\n"
		   "    %n = stablehlo.constant dense<3> : tensor<i32>\n"
		   "    %t = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %t : tensor<i1>\n  } do {\n"
		   "    %one = stablehlo.constant dense<1> : tensor<i32>\n    %l = stablehlo.add %k, %one : tensor<i32>\n"
		   "    %a = stablehlo.add %v, %u : tensor<2x3x$>\n"
		   "    stablehlo.return %l, %u, %a : tensor<i32>, tensor<2x3x$>, tensor<2x3x$>\n  }\n"
		   "  %y = stablehlo.subtract %q#2, %q#1 : tensor<2x3x$>\n" },
	/* as often as %i says, with two values that change places, and one that is set to another's */
	{ "counted", "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		     "  %q:4 = stablehlo.while(%k = %zero, %v = %x, %u = %w, %z = %w) : tensor<i32>, tensor<2x3x$>, tensor<2x3x$>, tensor<2x3x$>\n"
		     "  cond {\n    %t = stablehlo.compare LT, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		     "    stablehlo.return %t : tensor<i1>\n  } do {\n"
		     "    %one = stablehlo.constant dense<1> : tensor<i32>\n    %l = stablehlo.add %k, %one : tensor<i32>\n"
		     "    %a = stablehlo.add %v, %u : tensor<2x3x$>\n"
		     "    stablehlo.return %l, %u, %a, %v : tensor<i32>, tensor<2x3x$>, tensor<2x3x$>, tensor<2x3x$>\n  }\n"
		     "  %b = stablehlo.subtract %q#2, %q#1 : tensor<2x3x$>\n  %y = stablehlo.subtract %b, %q#3 : tensor<2x3x$>\n" },
	{ "chosen", "  %r:2 = \"stablehlo.case\"(%i) ({\n    stablehlo.return %x, %i : tensor<2x3x$>, tensor<i32>\n  }, {\n"
		    "    %a = stablehlo.add %x, %w : tensor<2x3x$>\n    %b = stablehlo.subtract %a, %w : tensor<2x3x$>\n"
		    "    %c = stablehlo.add %b, %b : tensor<2x3x$>\n    %one = stablehlo.constant dense<1> : tensor<i32>\n"
		    "    stablehlo.return %c, %one : tensor<2x3x$>, tensor<i32>\n  }, {\n"
		    "    %a = stablehlo.add %x, %w : tensor<2x3x$>\n    %b = stablehlo.subtract %w, %x : tensor<2x3x$>\n"
		    "    %c = stablehlo.add %a, %b : tensor<2x3x$>\n    %d = stablehlo.add %i, %i : tensor<i32>\n"
		    "    stablehlo.return %c, %d : tensor<2x3x$>, tensor<i32>\n  }, {\n"
		    "    stablehlo.return %w, %i : tensor<2x3x$>, tensor<i32>\n  }) : (tensor<i32>) -> (tensor<2x3x$>, tensor<i32>)\n"
		    "  %t = stablehlo.convert %r#1 : (tensor<i32>) -> tensor<$>\n"
		    "  %u = stablehlo.broadcast_in_dim %t, dims = [] : (tensor<$>) -> tensor<2x3x$>\n"
		    "  %y = stablehlo.subtract %r#0, %u : tensor<2x3x$>\n" },
	{ "selected", "  %two = stablehlo.constant dense<2> : tensor<i32>\n"
		      "  %p = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		      "  %y = \"stablehlo.if\"(%p) ({\n    %a = stablehlo.add %x, %w : tensor<2x3x$>\n    stablehlo.return %a : tensor<2x3x$>\n"
		      "  }, {\n    stablehlo.return %w : tensor<2x3x$>\n  }) : (tensor<i1>) -> tensor<2x3x$>\n" },
	/* a loop whose condition has a loop, with a branch in the body that has one */
	{ "nested", "  %zero = stablehlo.constant dense<0> : tensor<i32>\n  %one = stablehlo.constant dense<1> : tensor<i32>\n"
		    "  %q:2 = stablehlo.while(%k = %zero, %v = %x) : tensor<i32>, tensor<2x3x$>\n  cond {\n"
		    "    %h = stablehlo.while(%n = %zero) : tensor<i32>\n    cond {\n"
		    "      %t = stablehlo.compare LT, %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>\n      stablehlo.return %t : tensor<i1>\n"
		    "    } do {\n      %m = stablehlo.add %n, %one : tensor<i32>\n      %o = stablehlo.maximum %m, %k : tensor<i32>\n"
		    "      stablehlo.return %o : tensor<i32>\n    }\n"
		    "    %p = stablehlo.compare LT, %k, %h : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %p : tensor<i1>\n"
		    "  } do {\n    %two = stablehlo.constant dense<2> : tensor<i32>\n    %b = stablehlo.and %k, %one : tensor<i32>\n"
		    "    %c = stablehlo.compare EQ, %b, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		    "    %g = \"stablehlo.if\"(%c) ({\n"
		    "      %s:2 = stablehlo.while(%n = %i, %e = %v) : tensor<i32>, tensor<2x3x$>\n      cond {\n"
		    "        %t = stablehlo.compare GT, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		    "        stablehlo.return %t : tensor<i1>\n      } do {\n        %m = stablehlo.subtract %n, %one : tensor<i32>\n"
		    "        %f = stablehlo.subtract %w, %e : tensor<2x3x$>\n"
		    "        stablehlo.return %m, %f : tensor<i32>, tensor<2x3x$>\n      }\n"
		    "      stablehlo.return %s#1 : tensor<2x3x$>\n    }, {\n      %a = stablehlo.add %v, %w : tensor<2x3x$>\n"
		    "      stablehlo.return %a : tensor<2x3x$>\n    }) : (tensor<i1>) -> tensor<2x3x$>\n"
		    "    %l = stablehlo.add %k, %one : tensor<i32>\n    stablehlo.return %l, %g : tensor<i32>, tensor<2x3x$>\n  }\n"
		    "  %y = stablehlo.add %q#1, %w : tensor<2x3x$>\n" },
	/* too many iterations to be written one by one; the branch is known in those that are */
	{ "long", "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		  "  %q:2 = stablehlo.while(%k = %zero, %v = %x) : tensor<i32>, tensor<2x3x$>\n  cond {\n"
		  "    %n = stablehlo.constant dense<&> : tensor<i32>\n"
		  "    %t = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %t : tensor<i1>\n  } do {\n"
		  "    %one = stablehlo.constant dense<1> : tensor<i32>\n    %l = stablehlo.add %k, %one : tensor<i32>\n"
		  "    %a = \"stablehlo.case\"(%k) ({\n      stablehlo.return %w : tensor<2x3x$>\n    }, {\n"
		  "      %b = stablehlo.subtract %w, %v : tensor<2x3x$>\n      stablehlo.return %b : tensor<2x3x$>\n    }, {\n"
		  "      %b = stablehlo.subtract %v, %w : tensor<2x3x$>\n      %c = stablehlo.add %b, %x : tensor<2x3x$>\n"
		  "      stablehlo.return %c : tensor<2x3x$>\n    }) : (tensor<i32>) -> tensor<2x3x$>\n"
		  "    stablehlo.return %l, %a : tensor<i32>, tensor<2x3x$>\n  }\n"
		  "  %y = stablehlo.subtract %q#1, %x : tensor<2x3x$>\n" },
};

static unsigned rows; /* of arrays in scans: # */
static unsigned trips; /* of the step "long" */

static void put_step(const char *text, const char *type)
{
	for (const char *at = text; *at; at++) {
		if (*at == '#' && at[1] == 'x')
			put("%u", rows);
		else if (*at == '$')
			put("%s", type);
		else if (*at == '~')
			put("%s", type[0] == 'i' ? "" : ".3");
		else if (*at == '&')
			put("%u", trips);
		else
			put("%c", *at);
	}
}

static void write_loop(const struct step *step, const char *type)
{
	static const char head[] =
		"func.func @main() -> (tensor<i32>, tensor<2x3x$>) {\n"
		"  %half = stablehlo.constant dense<[[2~, -1~, 0~], [1~, 3~, -4~]]> : tensor<2x3x$>\n"
		"  %w = stablehlo.add %half, %half : tensor<2x3x$>\n"
		"  %c0 = stablehlo.constant dense<-3> : tensor<i32>\n  %start = stablehlo.constant dense<[[1~, -2~, 3~], [4~, 5~, -6~]]> : tensor<2x3x$>\n"
		"  %r:2 = stablehlo.while(%i = %c0, %x = %start) : tensor<i32>, tensor<2x3x$>\n  cond {\n"
		"  %six = stablehlo.constant dense<6> : tensor<i32>\n"
		"  %p = stablehlo.compare LE, %i, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n  } do {\n";
	static const char tail[] = "  %next = stablehlo.constant dense<1> : tensor<i32>\n  %after = stablehlo.add %i, %next : tensor<i32>\n"
				   "  stablehlo.return %after, %y : tensor<i32>, tensor<2x3x$>\n  }\n"
				   "  return %r#0, %r#1 : tensor<i32>, tensor<2x3x$>\n}\n";
	written.size = 0;
	put_step(head, type);
	put_step(step->text, type);
	put_step(tail, type);
}

static void compare_models(const struct step *step, const char *type, struct model *models, size_t elements)
{
	struct async_value *results[2][2] = { { NULL } };
	for (int k = 0; k < 2; k++) {
		const struct kernels_function *function = bef_file_find(models[k].file, "main", 4);
		if (!CHECK(function != NULL) || !CHECK(model_call(&runner, &models[k], function, NULL, results[k])))
			check_report(__FILE__, __LINE__, "%s of %s: %s", step->name, type, models[k].why);
	}
	for (int i = 0; i < 2 && results[0][i] && results[1][i]; i++) {
		const struct kernels_tensor *a = async_value_payload(results[0][i]), *b = async_value_payload(results[1][i]);
		const size_t size = kernels_dtype_size(a->dtype) * (i == 0 ? 1 : elements);
		if (memcmp(kernels_tensor_bytes(a), kernels_tensor_bytes(b), size) != 0)
			check_report(__FILE__, __LINE__, "result %d of %s differs for %s", i, step->name, type);
	}
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < 2; i++)
			async_value_release(results[k][i]);
}

/* Products of small floats, whose rounding depends on the processor, are kernels. */
static void same_bits(void)
{
	static const char *const types[] = { "f32", "f64", "i32", "i64", "bf16", "f16", "i8" };
	runner_init(&runner, 0);
	for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
		for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
			const bool product = strstr(steps[i].text, "dot_general") != NULL;
			struct model models[2];
			trips = t % 2 ? 7 : 20;
			write_loop(&steps[i], types[t]);
			open_text(written.text, false, &models[0]);
			open_text(written.text, true, &models[1]);
			if (models[0].file && models[1].file) {
				compare_models(&steps[i], types[t], models, 6);
				if (model_contains(&models[1], "hlo.while_scalars") != (t < 4 || !product))
					check_report(__FILE__, __LINE__, "%s of %s has the wrong kernel", steps[i].name, types[t]);
			}
			model_close(&models[0]);
			model_close(&models[1]);
		}
	}
	runner_finish(&runner);
}

/* A scan: %w (#x3xT) is read by rows, %s (#x3xT) is written by rows, from index -3 to 107. */
static const struct step scans[] = {
	{ "rows", "  %row = stablehlo.dynamic_slice %w, %i, %zero, sizes = [1, 3] : (tensor<#x3x$>, tensor<i32>, tensor<i32>) -> tensor<1x3x$>\n"
		  "  %r = stablehlo.reshape %row : (tensor<1x3x$>) -> tensor<3x$>\n  %y = stablehlo.add %x, %r : tensor<3x$>\n"
		  "  %u = stablehlo.reshape %y : (tensor<3x$>) -> tensor<1x3x$>\n"
		  "  %t = stablehlo.dynamic_update_slice %s, %u, %i, %zero : (tensor<#x3x$>, tensor<1x3x$>, tensor<i32>, tensor<i32>) -> "
		  "tensor<#x3x$>\n" },
	{ "corners", "  %j = stablehlo.negate %i : tensor<i32>\n"
		     "  %a = stablehlo.dynamic_slice %s, %i, %j, sizes = [2, 2] : (tensor<#x3x$>, tensor<i32>, tensor<i32>) -> tensor<2x2x$>\n"
		     "  %b = stablehlo.dynamic_slice %w, %j, %i, sizes = [1, 1] : (tensor<#x3x$>, tensor<i32>, tensor<i32>) -> tensor<1x1x$>\n"
		     "  %c = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<1x1x$>) -> tensor<2x2x$>\n"
		     "  %d = stablehlo.add %a, %c : tensor<2x2x$>\n"
		     "  %e = stablehlo.dynamic_update_slice %s, %d, %i, %i : (tensor<#x3x$>, tensor<2x2x$>, tensor<i32>, tensor<i32>) -> "
		     "tensor<#x3x$>\n"
		     "  %t = stablehlo.dynamic_update_slice %e, %b, %j, %j : (tensor<#x3x$>, tensor<1x1x$>, tensor<i32>, tensor<i32>) -> "
		     "tensor<#x3x$>\n  %y = stablehlo.add %x, %x : tensor<3x$>\n" },
	/* a loop inside reads, and writes to, the array that it carries, and a branch writes to it */
	{ "inner", "  %three = stablehlo.constant dense<3> : tensor<i32>\n  %one = stablehlo.constant dense<1> : tensor<i32>\n"
		   "  %q:3 = stablehlo.while(%k = %zero, %v = %x, %m = %s) : tensor<i32>, tensor<3x$>, tensor<#x3x$>\n  cond {\n"
		   "    %b = stablehlo.and %i, %three : tensor<i32>\n"
		   "    %p = stablehlo.compare LT, %k, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %p : tensor<i1>\n"
		   "  } do {\n    %l = stablehlo.add %k, %one : tensor<i32>\n    %j = stablehlo.add %i, %k : tensor<i32>\n"
		   "    %a = stablehlo.dynamic_slice %m, %j, %zero, sizes = [1, 3] : (tensor<#x3x$>, tensor<i32>, tensor<i32>) -> tensor<1x3x$>\n"
		   "    %c = stablehlo.dynamic_slice %w, %l, %zero, sizes = [1, 3] : (tensor<#x3x$>, tensor<i32>, tensor<i32>) -> tensor<1x3x$>\n"
		   "    %d = stablehlo.subtract %c, %a : tensor<1x3x$>\n    %e = stablehlo.reshape %d : (tensor<1x3x$>) -> tensor<3x$>\n"
		   "    %f = stablehlo.add %v, %e : tensor<3x$>\n    %g = stablehlo.reshape %f : (tensor<3x$>) -> tensor<1x3x$>\n"
		   "    %h = stablehlo.dynamic_update_slice %m, %g, %j, %zero : (tensor<#x3x$>, tensor<1x3x$>, tensor<i32>, tensor<i32>) -> "
		   "tensor<#x3x$>\n    stablehlo.return %l, %f, %h : tensor<i32>, tensor<3x$>, tensor<#x3x$>\n  }\n"
		   "  %y = stablehlo.add %q#1, %x : tensor<3x$>\n  %u = stablehlo.reshape %y : (tensor<3x$>) -> tensor<1x3x$>\n"
		   "  %t = \"stablehlo.case\"(%q#0) ({\n"
		   "    %a = stablehlo.dynamic_update_slice %q#2, %u, %i, %zero : (tensor<#x3x$>, tensor<1x3x$>, tensor<i32>, tensor<i32>) -> "
		   "tensor<#x3x$>\n    stablehlo.return %a : tensor<#x3x$>\n  }, {\n    stablehlo.return %q#2 : tensor<#x3x$>\n  }, {\n"
		   "    %a = stablehlo.dynamic_update_slice %q#2, %u, %one, %zero : (tensor<#x3x$>, tensor<1x3x$>, tensor<i32>, tensor<i32>) -> "
		   "tensor<#x3x$>\n    stablehlo.return %a : tensor<#x3x$>\n  }) : (tensor<i32>) -> tensor<#x3x$>\n" },
	/* what the inner loop reads is from before its first iteration: it is a kernel, but the outer one is not */
	{ "copied", "  %one = stablehlo.constant dense<1> : tensor<i32>\n"
		   "  %q:2 = stablehlo.while(%k = %zero, %m = %s) : tensor<i32>, tensor<#x3x$>\n  cond {\n"
		   "    %p = stablehlo.compare LT, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %p : tensor<i1>\n"
		   "  } do {\n    %l = stablehlo.add %k, %one : tensor<i32>\n"
		   "    %a = stablehlo.dynamic_slice %s, %k, %zero, sizes = [1, 3] : (tensor<#x3x$>, tensor<i32>, tensor<i32>) -> tensor<1x3x$>\n"
		   "    %h = stablehlo.dynamic_update_slice %m, %a, %l, %zero : (tensor<#x3x$>, tensor<1x3x$>, tensor<i32>, tensor<i32>) -> "
		   "tensor<#x3x$>\n    stablehlo.return %l, %h : tensor<i32>, tensor<#x3x$>\n  }\n"
		   "  %t = stablehlo.add %q#1, %q#1 : tensor<#x3x$>\n  %y = stablehlo.add %x, %x : tensor<3x$>\n" },
	/* the copy that a branch changes is not the array */
	{ "older in a branch", "  %b = stablehlo.reshape %x : (tensor<3x$>) -> tensor<1x3x$>\n"
		   "  %p = stablehlo.compare LT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		   "  %a = \"stablehlo.if\"(%p) ({\n    %h = stablehlo.dynamic_update_slice %s, %b, %i, %zero : (tensor<#x3x$>, tensor<1x3x$>, "
		   "tensor<i32>, tensor<i32>) -> tensor<#x3x$>\n"
		   "    %c = stablehlo.dynamic_slice %h, %zero, %zero, sizes = [1, 3] : (tensor<#x3x$>, tensor<i32>, tensor<i32>) -> tensor<1x3x$>\n"
		   "    stablehlo.return %c : tensor<1x3x$>\n  }, {\n    stablehlo.return %b : tensor<1x3x$>\n  }) : (tensor<i1>) -> tensor<1x3x$>\n"
		   "  %t = stablehlo.dynamic_update_slice %s, %a, %zero, %zero : (tensor<#x3x$>, tensor<1x3x$>, tensor<i32>, tensor<i32>) -> "
		   "tensor<#x3x$>\n  %r = stablehlo.reshape %a : (tensor<1x3x$>) -> tensor<3x$>\n  %y = stablehlo.subtract %r, %x : tensor<3x$>\n" },
	{ "older", "  %v = stablehlo.reshape %x : (tensor<3x$>) -> tensor<1x3x$>\n"
		   "  %t = stablehlo.dynamic_update_slice %s, %v, %i, %zero : (tensor<#x3x$>, tensor<1x3x$>, tensor<i32>, tensor<i32>) -> "
		   "tensor<#x3x$>\n"
		   "  %row = stablehlo.dynamic_slice %s, %i, %zero, sizes = [1, 3] : (tensor<#x3x$>, tensor<i32>, tensor<i32>) -> tensor<1x3x$>\n"
		   "  %r = stablehlo.reshape %row : (tensor<1x3x$>) -> tensor<3x$>\n  %y = stablehlo.add %x, %r : tensor<3x$>\n" },
};

static void write_scan(const struct step *step, const char *type)
{
	static const char head[] =
		"func.func @main() -> (tensor<i32>, tensor<#x3x$>) {\n  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		"  %c0 = stablehlo.constant dense<-3> : tensor<i32>\n  %start = stablehlo.constant dense<[1~, -2~, 3~]> : tensor<3x$>\n"
		"  %n = stablehlo.iota dim = 0 : tensor<#x3x$>\n  %w = stablehlo.multiply %n, %n : tensor<#x3x$>\n"
		"  %r:3 = stablehlo.while(%i = %c0, %x = %start, %s = %n) : tensor<i32>, tensor<3x$>, tensor<#x3x$>\n  cond {\n"
		"  %six = stablehlo.constant dense<107> : tensor<i32>\n"
		"  %p = stablehlo.compare LE, %i, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n  } do {\n";
	static const char tail[] = "  %next = stablehlo.constant dense<1> : tensor<i32>\n  %after = stablehlo.add %i, %next : tensor<i32>\n"
				   "  stablehlo.return %after, %y, %t : tensor<i32>, tensor<3x$>, tensor<#x3x$>\n  }\n"
				   "  return %r#0, %r#2 : tensor<i32>, tensor<#x3x$>\n}\n";
	written.size = 0;
	put_step(head, type);
	put_step(step->text, type);
	put_step(tail, type);
}

static bool has_loads(const struct model *model)
{
	static const char text[] = "; load ";
	for (size_t i = 0; i + sizeof text <= model->byte_count; i++)
		if (memcmp(model->bytes + i, text, sizeof text - 1) == 0)
			return true;
	return false;
}

/* A value from before an update is not in memory any more: such a loop has a function as body, unless its arrays are small enough to be
 * split. */
static void same_bits_of_scans(void)
{
	static const char *const types[] = { "f32", "f64", "i32", "i64", "bf16", "i8" };
	static const unsigned sizes[] = { 100, 20 };
	runner_init(&runner, 0);
	for (size_t t = 0; t < 2 * sizeof types / sizeof *types; t++) {
		rows = sizes[t % 2];
		for (size_t i = 0; i < sizeof scans / sizeof *scans; i++) {
			struct model models[2];
			write_scan(&scans[i], types[t / 2]);
			open_text(written.text, false, &models[0]);
			open_text(written.text, true, &models[1]);
			if (models[0].file && models[1].file) {
				const bool older = strncmp(scans[i].name, "older", 5) == 0;
				compare_models(&scans[i], types[t / 2], models, 3 * rows);
				CHECK_INT(has_loads(&models[1]), !older && (rows != 20 || !strstr(scans[i].text, "while"))); /* split if loops inside use them */
				CHECK_INT(model_contains(&models[1], "hlo.while_scalars"), rows == 20 || !older);
			}
			model_close(&models[0]);
			model_close(&models[1]);
		}
	}
	runner_finish(&runner);
}

/* Arrays with more elements stay arrays, and so do loops whose functions take longer one by one. */
static void stay_arrays(void)
{
	static const char *const shapes[] = { "256xf32", "257xf32" };
	static const char *const operations[] = { "add %x, %x", "tanh %x" };
	runner_init(&runner, 0);
	for (unsigned k = 0; k < 4; k++) {
		struct model model;
		const char *shape = shapes[k % 2];
		written.size = 0;
		put("func.func @main() -> tensor<%s> {\n  %%z = stablehlo.constant dense<0> : tensor<i32>\n"
		    "  %%o = stablehlo.constant dense<0.5> : tensor<%s>\n  %%r:2 = stablehlo.while(%%i = %%z, %%x = %%o) : tensor<i32>, tensor<%s>\n"
		    "  cond {\n  %%n = stablehlo.constant dense<6> : tensor<i32>\n"
		    "  %%p = stablehlo.compare LE, %%i, %%n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %%p : tensor<i1>\n"
		    "  } do {\n  %%one = stablehlo.constant dense<1> : tensor<i32>\n  %%j = stablehlo.add %%i, %%one : tensor<i32>\n"
		    "  %%y = stablehlo.%s : tensor<%s>\n  stablehlo.return %%j, %%y : tensor<i32>, tensor<%s>\n  }\n  return %%r#1 : tensor<%s>\n}\n",
			shape, shape, shape, operations[k / 2], shape, shape, shape);
		open_text(written.text, true, &model);
		if (model.file)
			CHECK_INT(model_contains(&model, "hlo.while_scalars"), k == 0);
		model_close(&model);
	}
	runner_finish(&runner);
}

/* Functions with more look-ups in tables than an expression may have steps stay separate kernels, wherever the last step is. */
static void many_tables(void)
{
	runner_init(&runner, 0);
	for (unsigned count = 24; count <= 27; count++) {
		struct model model;
		written.size = 0;
		put("func.func @main(%%x: tensor<%uxi32>) -> tensor<%uxf32> {\n  %%i = stablehlo.reshape %%x : (tensor<%uxi32>) -> tensor<%ux1xi32>\n"
		    "  %%a0 = stablehlo.constant dense<0.5> : tensor<%uxf32>\n", count, count, count, count, count);
		for (unsigned i = 0; i < 30; i++)
			put("  %%t%u = stablehlo.constant dense<[%u.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0]> : "
			    "tensor<16xf32>\n"
			    "  %%g%u = \"stablehlo.gather\"(%%t%u, %%i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map "
			    "= [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<16xf32>, tensor<%ux1xi32>) -> tensor<%uxf32>\n"
			    "  %%b%u = stablehlo.multiply %%a%u, %%g%u : tensor<%uxf32>\n  %%a%u = stablehlo.tanh %%b%u : tensor<%uxf32>\n",
				i, i + 1, i, i, count, count, i, i, i, count, i + 1, i, count);
		put("  return %%a30 : tensor<%uxf32>\n}\n", count);
		open_text(written.text, true, &model);
		if (model.file)
			CHECK_INT(model_contains(&model, "hlo.while_scalars"), 0);
		model_close(&model);
	}
	runner_finish(&runner);
}

/* The place of the first or the last text in the file; -1: none. */
static long place_of(const struct model *model, const char *text, bool last)
{
	long place = -1;
	for (size_t i = 0; i + strlen(text) <= model->byte_count; i++)
		if (memcmp(model->bytes + i, text, strlen(text)) == 0 && (last || place < 0))
			place = (long)i;
	return place;
}

/* The operations on a few elements come before those on the next ones, and what no result needs is not there. */
static void few_elements_at_a_time(void)
{
	static const char text[] =
		"func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {\n  %z = stablehlo.constant dense<0> : tensor<i32>\n"
		"  %r:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<64xf32>\n  cond {\n"
		"  %n = stablehlo.constant dense<6> : tensor<i32>\n  %p = stablehlo.compare LE, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		"  stablehlo.return %p : tensor<i1>\n  } do {\n  %one = stablehlo.constant dense<1> : tensor<i32>\n"
		"  %j = stablehlo.add %i, %one : tensor<i32>\n  %q = stablehlo.multiply %x, %x : tensor<64xf32>\n"
		"  %s = stablehlo.sqrt %q : tensor<64xf32>\n  %h = stablehlo.slice %s [0:1] : (tensor<64xf32>) -> tensor<1xf32>\n"
		"  %b = stablehlo.broadcast_in_dim %h, dims = [0] : (tensor<1xf32>) -> tensor<64xf32>\n"
		"  %y = stablehlo.subtract %q, %b : tensor<64xf32>\n"
		"  stablehlo.return %j, %y : tensor<i32>, tensor<64xf32>\n  }\n  return %r#1 : tensor<64xf32>\n}\n";
	struct model model;
	runner_init(&runner, 0);
	open_text(text, true, &model);
	if (model.file) {
		CHECK(place_of(&model, " subtract ", false) < place_of(&model, " multiply ", true));
		CHECK_INT(place_of(&model, " sqrt ", false), place_of(&model, " sqrt ", true));
		CHECK(place_of(&model, " sqrt ", false) >= 0);
	}
	model_close(&model);
	runner_finish(&runner);
}

/* A loop inside takes elements of an array that the outer loop moves: it is a kernel of its own, which loads them, since a choice among all
 * elements in each of its iterations takes longer. */
static void inner_loops_keep_their_arrays(void)
{
	static const char text[] =
		"func.func @main(%a: tensor<100xf32>) -> tensor<100xf32> {\n  %z = stablehlo.constant dense<0> : tensor<i32>\n"
		"  %one = stablehlo.constant dense<1> : tensor<i32>\n  %r:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i32>, tensor<100xf32>\n"
		"  cond {\n  %n = stablehlo.constant dense<9> : tensor<i32>\n"
		"  %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n"
		"  } do {\n  %y = stablehlo.reverse %x, dims = [0] : tensor<100xf32>\n"
		"  %q:2 = stablehlo.while(%k = %z, %m = %y) : tensor<i32>, tensor<100xf32>\n  cond {\n"
		"  %n = stablehlo.constant dense<100> : tensor<i32>\n"
		"  %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n"
		"  } do {\n  %v = stablehlo.dynamic_slice %y, %k, sizes = [1] : (tensor<100xf32>, tensor<i32>) -> tensor<1xf32>\n"
		"  %w = stablehlo.add %v, %v : tensor<1xf32>\n"
		"  %t = stablehlo.dynamic_update_slice %m, %w, %k : (tensor<100xf32>, tensor<1xf32>, tensor<i32>) -> tensor<100xf32>\n"
		"  %l = stablehlo.add %k, %one : tensor<i32>\n  stablehlo.return %l, %t : tensor<i32>, tensor<100xf32>\n  }\n"
		"  %j = stablehlo.add %i, %one : tensor<i32>\n  stablehlo.return %j, %q#1 : tensor<i32>, tensor<100xf32>\n  }\n"
		"  return %r#1 : tensor<100xf32>\n}\n";
	struct model model;
	runner_init(&runner, 0);
	open_text(text, true, &model);
	if (model.file) {
		CHECK(model_contains(&model, "hlo.while_condition"));
		CHECK(model_contains(&model, "hlo.while_scalars"));
	}
	model_close(&model);
	runner_finish(&runner);
}

/* A loop without calls reads rows of an invariant array where they are; rows that it returns, or reshaped ones, are copies. */
static void rows_of_invariant_arrays(void)
{
	static const char text[] =
		"func.func @main() -> (tensor<i32>, tensor<900xf32>) {\n  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		"  %s = stablehlo.constant dense<-2> : tensor<i32>\n  %z = stablehlo.constant dense<0.5> : tensor<300xf32>\n"
		"  %n = stablehlo.iota dim = 0 : tensor<6000xf32>\n  %m = stablehlo.sine %n : tensor<6000xf32>\n"
		"  %w = stablehlo.reshape %m : (tensor<6000xf32>) -> tensor<20x300xf32>\n  %f = stablehlo.reshape %z : (tensor<300xf32>) -> tensor<1x300xf32>\n"
		"  %r:4 = stablehlo.while(%i = %s, %x = %z, %l = %f, %v = %z) : tensor<i32>, tensor<300xf32>, tensor<1x300xf32>, tensor<300xf32>\n"
		"  cond {\n  %e = stablehlo.constant dense<23> : tensor<i32>\n"
		"  %p = stablehlo.compare LT, %i, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>\n  stablehlo.return %p : tensor<i1>\n  } do {\n"
		"  %one = stablehlo.constant dense<1> : tensor<i32>\n  %j = stablehlo.add %i, %one : tensor<i32>\n"
		"  %a = stablehlo.dynamic_slice %w, %i, %zero, sizes = [1, 300] : (tensor<20x300xf32>, tensor<i32>, tensor<i32>) -> tensor<1x300xf32>\n"
		"  %b = stablehlo.dynamic_slice %w, %j, %zero, sizes = [1, 300] : (tensor<20x300xf32>, tensor<i32>, tensor<i32>) -> tensor<1x300xf32>\n"
		"  %c = stablehlo.dynamic_slice %m, %i, sizes = [300] : (tensor<6000xf32>, tensor<i32>) -> tensor<300xf32>\n"
		"  %d = stablehlo.reshape %b : (tensor<1x300xf32>) -> tensor<300xf32>\n  %y = stablehlo.subtract %c, %x : tensor<300xf32>\n"
		"  stablehlo.return %j, %y, %a, %d : tensor<i32>, tensor<300xf32>, tensor<1x300xf32>, tensor<300xf32>\n  }\n"
		"  %q = stablehlo.reshape %r#2 : (tensor<1x300xf32>) -> tensor<300xf32>\n"
		"  %o = stablehlo.concatenate %r#1, %q, %r#3, dim = 0 : (tensor<300xf32>, tensor<300xf32>, tensor<300xf32>) -> tensor<900xf32>\n"
		"  return %r#0, %o : tensor<i32>, tensor<900xf32>\n}\n";
	static const struct step step = { "rows of invariant arrays", text };
	struct model models[2];
	runner_init(&runner, 0);
	open_text(text, false, &models[0]);
	open_text(text, true, &models[1]);
	if (models[0].file && models[1].file) {
		CHECK(model_contains(&models[1], "hlo.while_condition"));
		compare_models(&step, "f32", models, 900);
	}
	model_close(&models[0]);
	model_close(&models[1]);
	runner_finish(&runner);
}

/* Many steps on many elements are kernels; few elements, or steps, which are packs in machine code, are not. */
static void many_steps(void)
{
	static const struct { unsigned elements, steps; bool small; } loops[] = { { 16, 60, true }, { 64, 10, true }, { 256, 2, true },
		{ 256, 6, true }, { 128, 40, false }, { 250, 20, false } };
#if defined(__x86_64__) && defined(__linux__)
	const bool code = true; /* as the lowering assumes */
#else
	const bool code = false;
#endif
	runner_init(&runner, 0);
	for (size_t i = 0; i < sizeof loops / sizeof *loops && code; i++) {
		struct model model;
		const unsigned n = loops[i].elements;
		written.size = 0;
		put("func.func @main() -> tensor<%uxf32> {\n  %%zero = stablehlo.constant dense<0> : tensor<i32>\n"
		    "  %%start = stablehlo.iota dim = 0 : tensor<%uxf32>\n  %%r:2 = stablehlo.while(%%i = %%zero, %%x0 = %%start) : tensor<i32>, "
		    "tensor<%uxf32>\n  cond {\n    %%many = stablehlo.constant dense<9> : tensor<i32>\n"
		    "    %%p = stablehlo.compare LT, %%i, %%many : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %%p : tensor<i1>\n"
		    "  } do {\n    %%one = stablehlo.constant dense<1> : tensor<i32>\n    %%j = stablehlo.add %%i, %%one : tensor<i32>\n", n, n, n);
		for (unsigned k = 0; k < loops[i].steps; k++)
			put("    %%x%u = stablehlo.%s %%x%u, %%x0 : tensor<%uxf32>\n", k + 1, k % 2 ? "multiply" : "subtract", k, n);
		put("    stablehlo.return %%j, %%x%u : tensor<i32>, tensor<%uxf32>\n  }\n  return %%r#1 : tensor<%uxf32>\n}\n", loops[i].steps, n, n);
		open_text(written.text, true, &model);
		if (model.file && model_contains(&model, "hlo.while_scalars") != loops[i].small)
			check_report(__FILE__, __LINE__, "%u steps on %u elements have the wrong kernel", loops[i].steps, n);
		model_close(&model);
	}
	runner_finish(&runner);
}

/* A function of small arrays, which is one kernel too, with a result of any float type: the kernel's results begin as zeros. */
static void write_function(const char *type)
{
	written.size = 0;
	put("func.func @main() -> (tensor<i32>, tensor<2x3x%s>) {\n  %%i = stablehlo.constant dense<7> : tensor<i32>\n"
	    "  %%y0 = stablehlo.iota dim = 1 : tensor<2x3xf32>\n",
		type);
	for (int i = 0; i < 20; i++)
		put("  %%a%d = stablehlo.slice %%y%d [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x2xf32>\n"
		    "  %%b%d = stablehlo.slice %%y%d [0:2, 0:1] : (tensor<2x3xf32>) -> tensor<2x1xf32>\n"
		    "  %%c%d = stablehlo.concatenate %%a%d, %%b%d, dim = 1 : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>\n"
		    "  %%y%d = stablehlo.subtract %%c%d, %%y%d : tensor<2x3xf32>\n",
			i, i, i, i, i, i, i, i + 1, i, i);
	put("  %%y = stablehlo.convert %%y20 : (tensor<2x3xf32>) -> tensor<2x3x%s>\n"
	    "  return %%i, %%y : tensor<i32>, tensor<2x3x%s>\n}\n",
		type, type);
}

static void functions_of_any_type(void)
{
	static const char *const types[] = { "f64", "f32", "f16", "bf16", "f8E5M2", "f8E4M3", "f8E3M4", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ",
		"f8E5M2FNUZ", "f8E8M0FNU", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN" };
	const struct step step = { "a function", "" };
	runner_init(&runner, 0);
	for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
		struct model models[2];
		write_function(types[t]);
		open_text(written.text, false, &models[0]);
		open_text(written.text, true, &models[1]);
		if (models[0].file && models[1].file) {
			CHECK(model_contains(&models[1], "hlo.while_scalars"));
			compare_models(&step, types[t], models, 6);
		}
		model_close(&models[0]);
		model_close(&models[1]);
	}
	runner_finish(&runner);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(same_bits), CHECK_CASE(same_bits_of_scans), CHECK_CASE(stay_arrays),
		CHECK_CASE(many_tables), CHECK_CASE(few_elements_at_a_time), CHECK_CASE(inner_loops_keep_their_arrays),
		CHECK_CASE(rows_of_invariant_arrays), CHECK_CASE(many_steps),
		CHECK_CASE(functions_of_any_type) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
