/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of C in the place of Python's, for the plugin that load_plugin() has loaded. */
#ifndef PJRT_TEST_PYTHON_H
#define PJRT_TEST_PYTHON_H

#include "../src/callbacks.h"
#include "client.h"

static PJRT_FFI_Extension *ffi;

/* Also finds `ffi`. */
static bool install_python(const struct pjrt__python *python)
{
	void *library = dlopen(getenv("PJRT_PLUGIN"), RTLD_NOW | RTLD_LOCAL);
	void *symbol = library ? dlsym(library, "befkit_pjrt_set_python") : NULL;
	void (*install)(const struct pjrt__python *) = NULL;
	memcpy(&install, &symbol, sizeof install);
	ffi = (void *)find_extension(PJRT_Extension_Type_FFI);
	if (!install || !ffi)
		return false;
	install(python);
	return true;
}

#endif
