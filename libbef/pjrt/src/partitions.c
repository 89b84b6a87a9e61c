/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of several partitions: what one of them runs. */
#include "program.h"

#include <bef/source.h>
#include <bytecursor/memory.h>
#include <mlirbc/edit.h>
#include <mlirbc/print.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdlib.h>
#include <string.h>

PJRT_Error *pjrt__localise(struct mlirbc_module *module, uint32_t partitions, struct mlirbc_stablehlo_divisions *out)
{
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	enum mlirbc_status status =
		mlirbc_stablehlo_run(module, MLIRBC_STABLEHLO_COMPOSITES | MLIRBC_STABLEHLO_INLINE | MLIRBC_STABLEHLO_DCE, NULL, NULL, &why);
	if (status == MLIRBC_OK)
		status = mlirbc_stablehlo_global_to_local(module, partitions, out, &why);
	if (status == MLIRBC_E_UNSUPPORTED)
		return pjrt__fail(PJRT_Error_Code_UNIMPLEMENTED, "befkit cannot divide the program among %u partitions: %s",
			partitions, why.message);
	return status == MLIRBC_OK ? NULL : pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "%s", why.message);
}

/* ---- text */

static int put(void *ctx, const char *data, size_t size)
{
	const struct bytecursor_allocator allocator = BYTECURSOR_MALLOC;
	struct bytecursor_buffer *text = ctx;
	if (!bytecursor_buffer_reserve(text, allocator, size + 1))
		return 1;
	memcpy(text->data + text->size, data, size);
	text->size += size;
	return 0;
}

static PJRT_Error *print(struct mlirbc_module *module, uint32_t partitions, struct bytecursor_buffer *out)
{
	struct mlirbc_diag why = MLIRBC_DIAG_INIT;
	if (mlirbc_stablehlo_from_vhlo(module, NULL, &why) != MLIRBC_OK)
		return pjrt__fail(PJRT_Error_Code_INVALID_ARGUMENT, "%s", why.message);
	PJRT_Error *error = pjrt__localise(module, partitions, NULL);
	if (error)
		return error;
	if (mlirbc_stablehlo_run(module, MLIRBC_STABLEHLO_SHARDY, NULL, NULL, &why) != MLIRBC_OK ||
		mlirbc_print(module, NULL, put, out) != MLIRBC_OK || put(out, "", 0) != 0)
		return pjrt__no_memory();
	out->data[out->size] = 0;
	return NULL;
}

/* Compiling does not keep the module, since few clients look at it: it is made once more. */
PJRT_Error *pjrt__local_text(struct pjrt__program *program, const char **out)
{
	const struct bef_source_options reading = { .size = sizeof reading, .name = "program" };
	struct bytecursor_buffer text = { NULL, 0, 0 };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_source *source;
	*out = __atomic_load_n(&program->local_text, __ATOMIC_ACQUIRE); /* pairs with the exchange below */
	if (*out)
		return NULL;
	const enum bef_status status = bef_source_open(program->source, program->source_size, &reading, &source, &diag);
	if (status != BEF_OK)
		return pjrt__fail_diag(status, &diag);
	PJRT_Error *error = print(bef_source_module(source), program->options.partitions, &text);
	bef_source_close(source);
	if (error) {
		free(text.data);
		return error;
	}
	char *none = NULL, *made = (char *)text.data;
	/* another thread may have been faster; pairs with the load above */
	if (__atomic_compare_exchange_n(&program->local_text, &none, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		*out = made;
	} else {
		free(made);
		*out = none;
	}
	return NULL;
}
