/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How StableHLO models are lowered, and what the programs say about the functions of the model: the part of
 * bef/stablehlo.h that does not need the IR of mlirbc.
 *
 * Thread class: safe. */
#ifndef BEF_LOWERING_H
#define BEF_LOWERING_H

#include <bef/export.h>
#include <bef/format.h>
#include <bef/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mlirbc_op; /* mlirbc/ir.h */

/* ---- options */

/* Selects the results of operations for which XLA (on a CPU), the target of most models, and the specification of
 * StableHLO differ. README.md of libbef-stablehlo lists these operations. */
enum bef_semantics {
	BEF_SEMANTICS_XLA,
	BEF_SEMANTICS_SPEC /* results of the specification; where it does not define them, of its interpreter */
};

/* How an operation of a model runs. The library fills in the structure, which may grow at its end. */
enum bef_stablehlo_how {
	BEF_STABLEHLO_KERNEL = 1, /* it has a kernel, or several, the last of which is named */
	BEF_STABLEHLO_FUSED,      /* a group of operations is one kernel */
	BEF_STABLEHLO_EPILOGUE,   /* the group continues a product in the kernel of that */
	BEF_STABLEHLO_READ,       /* no kernel: others read the elements where they are, or contain the constant */
	BEF_STABLEHLO_NOTHING     /* no kernel: its values are those of its operands, or nothing uses them */
};
struct bef_stablehlo_way {
	enum bef_stablehlo_how how;
	uint32_t kernels;           /* of this operation or group */
	struct bef_string kernel;   /* "hlo.loop_fusion"; empty: none. Valid as long as the context of the module */
	uint32_t group, group_size; /* number of the group, from 1, and of its operations; 0: none */
};

struct bef_stablehlo_options {
	size_t size; /* sizeof(struct bef_stablehlo_options) */
	/* Optional. Called for each operation that cannot run, with the reason (BEF_E_UNSUPPORTED) and its line and
	 * column; both arguments are valid during the call. */
	void (*report)(void *ctx, const struct mlirbc_op *op, const struct bef_diag *diag);
	void *report_ctx;
	size_t max_reports; /* 0: 20 */
	bool no_folding; /* operations on constants are computed when the program runs, not now */
	/* Optional. True: the host has a kernel "hlo.custom_call.NAME" for custom calls of this name; other unknown
	 * custom calls cannot run. The kernel gets the operands and the attributes `backend_config` (string; the
	 * text of a dictionary, also of mhlo.backend_config if backend_config is empty) and `types`. A custom call
	 * with side effects has a chain as its last operand and last result. */
	bool (*custom_call)(void *ctx, const char *name, size_t name_size);
	void *custom_call_ctx;
	/* The program has the signatures of all functions (bef_stablehlo_signatures_read()), but no functions: for
	 * models with dynamic shapes, which cannot be lowered before the shapes are known. */
	bool signatures_only;
	/* each operation has a kernel, and each region of a loop is a function; results have the same bits */
	bool no_fusing;
	/* Optional. A device that compiles OpenCL C, "opencl:0" (kernels/device.h). Operations that devices support
	 * become kernels hlo.device_* of this device. The others run on the host, and values are copied between host
	 * and device as needed. A program with such kernels can be opened only where this device exists. The text
	 * must stay valid during the call. */
	const char *device;
	bool device_without_f64; /* the device has no f64: operations with f64 run on the host */
	uint32_t unused;         /* 0; keeps the next member out of the padding of older versions */
	enum bef_semantics semantics; /* other values: BEF_E_ARG. A program keeps it */
	/* For bef_stablehlo_assemble(): limit in bytes of the memory in which the module is read, simplified and
	 * lowered. 0: BEF_STABLEHLO_MEMORY_TIMES the size of the model and BEF_STABLEHLO_MEMORY_SMALL. */
	size_t max_memory;
	/* For bef_stablehlo_assemble(), optional: called every few milliseconds, in the same thread. Once it returns
	 * true, the function fails with BEF_E_LIMIT. For bef_stablehlo_lower(), the caller sets both limits in the
	 * context (mlirbc_context_limit(), mlirbc_context_stop()). */
	bool (*stop)(void *ctx);
	void *stop_ctx;
	/* Operations that cannot run are reported in branches of if and case too, and in gradients of an export of JAX
	 * (MLIRBC_JAX_VJP_ATTR). Else such an operation is an error when it runs. Branches that a constant never takes
	 * are removed. */
	bool every_branch;
	/* Optional. Called with report_ctx, once for each kind, for what a model says and a program has no use for:
	 * memories of values, layouts of arrays. `op` is the first such operation; the status of the diagnostic is
	 * BEF_OK. */
	void (*note)(void *ctx, const struct mlirbc_op *op, const struct bef_diag *diag);
	/* Optional. Called for each operation of the simplified module that has been lowered, in no particular order:
	 * how it runs. Operations of regions that are expressions of a kernel, as in a reduction, are steps of that
	 * kernel, for which it is not called. A device may take the kernel afterwards. Both arguments are valid during
	 * the call. */
	void (*explain)(void *ctx, const struct mlirbc_op *op, const struct bef_stablehlo_way *way);
	void *explain_ctx;
	/* The host has no machine code for loops over small arrays (kernels_hlo_code_missing() of kernels/pack_hlo.h):
	 * those that are slower without it become kernels. Results have the same bits. */
	bool no_code;
};
#define BEF_STABLEHLO_MEMORY_TIMES 256u
#define BEF_STABLEHLO_MEMORY_SMALL ((size_t)256 << 20)

/* ---- a model as bytes */

/* Converts a whole model in one step: text, bytecode or a portable artifact, as the content decides, to the bytes of a
 * BEF file.
 * @param name       of the file, for locations of text
 * @param allocator  for the result and temporary memory; NULL: malloc
 * @param out_data   freed with bef_assemble_free(); NULL after a failure
 * @return as bef_stablehlo_lower() and bef_assemble(); BEF_E_SYNTAX the text is not valid MLIR */
BEF_API BEF_NODISCARD enum bef_status bef_stablehlo_assemble(const void *data, size_t size, const char *name,
	const struct bef_allocator *allocator, const struct bef_stablehlo_options *options, uint8_t **out_data,
	size_t *out_size, struct bef_diag *diag);

/* ---- functions of a program that was a model */

/* An argument or result. */
struct bef_stablehlo_value {
	struct bef_string name; /* from the model, else "arg0" ..., "result0" ... */
	unsigned dtype;         /* of bef/format.h; 0: a token, which is a chain */
	uint32_t rank;
	const int64_t *dims;    /* -1: any size */
};
struct bef_stablehlo_function {
	struct bef_string name;
	const struct bef_stablehlo_value *arguments, *results;
	uint32_t argument_count, result_count;
	bool effects; /* the function has one more result at the end, a chain; see above */
};
struct bef_stablehlo_signatures {
	const struct bef_stablehlo_function *functions; /* those that are not private, in the order of the model */
	size_t count;
	uint32_t replicas, partitions; /* mhlo.num_replicas, mhlo.num_partitions; 0: not in the model */
	struct bef_string device;      /* `device` of the options with which the model was lowered; empty: the host */
};

/* Reads the signatures of a BEF file. Programs that were not made by bef_stablehlo_lower() have none: count 0.
 * @param data            of bef_assemble(); names point into it
 * @param allocator       for the result; NULL: malloc
 * @param out_signatures  freed with bef_stablehlo_signatures_free(); NULL after a failure
 * @return BEF_OK · BEF_E_CORRUPT the description is damaged · what bef_reader_open() returns · BEF_E_NOMEM. Thread
 *         class: safe */
BEF_API BEF_NODISCARD enum bef_status bef_stablehlo_signatures_read(const void *data, size_t size,
	const struct bef_allocator *allocator, struct bef_stablehlo_signatures **out_signatures, struct bef_diag *diag);
/* Finds an argument by its name; by "argN"; or by the last words of its name, which separators of Python or of files of
 * arrays divide: "Conv_0.bias" and "Conv_0/bias" are params['Conv_0']['bias']. An earlier rule wins.
 * @param out_index  UINT32_MAX after a failure
 * @return BEF_OK · BEF_E_NOT_FOUND there is no such argument · BEF_E_ARG several ones fit; diag names two of them.
 *         Thread class: safe */
BEF_API BEF_NODISCARD enum bef_status bef_stablehlo_find_argument(const struct bef_stablehlo_function *function,
	const char *name, size_t size, uint32_t *out_index, struct bef_diag *diag);
BEF_API void bef_stablehlo_signatures_free(struct bef_stablehlo_signatures *signatures); /* NULL is ignored */

/* What a model says about an argument or result besides its name and type, in attributes of its function. A program
 * does not depend on it: it is for hosts that give memory away, or have several memories or devices. */
struct bef_stablehlo_traits {
	size_t size; /* sizeof(struct bef_stablehlo_traits), set by the caller */
	/* Of an argument: the caller may give its memory to the call (tf.aliasing_output, jax.buffer_donor). */
	bool donated;
	/* Of an argument, tf.aliasing_output: the number of the result that may have its memory. -1: the model does not
	 * say */
	int64_t aliased_result;
	struct bef_string memory; /* mhlo.memory_kind, as "pinned_host"; empty: the model does not say */
	/* sdy.sharding as text, "#sdy.sharding<@mesh, [{\"x\"}, {}]>"; without it mhlo.sharding, as
	 * "{devices=[2,1]<=[2]}". Empty: none, or a binary one */
	struct bef_string sharding;
	struct bef_string mesh; /* that the sharding names, "#sdy.mesh<[\"x\"=2]>"; empty: none */
};
/* Fills the members of *out that it has. Texts point into the bytes of the file.
 * @param value  an argument or result of a function of `signatures`
 * @return false, and *out is unchanged: its size is not set, or the value is not one of these signatures. Thread
 *         class: safe */
BEF_API BEF_NODISCARD bool bef_stablehlo_value_traits(const struct bef_stablehlo_signatures *signatures,
	const struct bef_stablehlo_value *value, struct bef_stablehlo_traits *out);

#ifdef __cplusplus
}
#endif

#endif
