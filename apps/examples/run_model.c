/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libbef-model: runs the model that digits_export.c writes on pictures from a .npy file, and prints the digits on them:
 *
 *	run_model digits.mlirbc pictures.npy */
#include <bef/model.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	static float pixels[6][144];
	int32_t digits[6];
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = NULL;
	FILE *pictures = argc == 3 ? fopen(argv[2], "rb") : NULL;
	if (argc != 3)
		return fprintf(stderr, "usage: run_model digits.mlirbc pictures.npy\n"), 2;
	/* The elements are the last bytes of the file. */
	if (!pictures || fseek(pictures, -(long)sizeof pixels, SEEK_END) != 0 ||
		fread(pixels, sizeof pixels, 1, pictures) != 1)
		return fprintf(stderr, "%s: cannot read 6 x 144 elements of f32\n", argv[2]), 3;
	fclose(pictures);
	struct kernels_registry *registry = kernels_registry_create(NULL);
	if (!registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		return 3;

	const struct bef_model_tensor argument = {
		.dtype = KERNELS_F32, .rank = 2, .dims = { 6, 144 }, .data = pixels, .size = sizeof pixels
	};
	struct bef_model_tensor result = { .data = digits, .size = sizeof digits };
	enum bef_status status = bef_model_open_path(argv[1], registry, NULL, &model, &diag);
	if (status == BEF_OK)
		status = bef_model_run(model, bef_model_find(model, "main"), &argument, 1, &result, 1, NULL, &diag);
	if (status == BEF_OK)
		printf("%d %d %d %d %d %d\n", digits[0], digits[1], digits[2], digits[3], digits[4], digits[5]);
	else
		fprintf(stderr, "%s: %s\n", argv[1], diag.message);
	bef_model_close(model);
	kernels_registry_destroy(registry);
	return status == BEF_OK ? 0 : 1;
}
