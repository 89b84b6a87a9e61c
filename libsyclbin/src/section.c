/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of the sections in which compilers store device code. */
#include "containers.h"

#include <string.h>

static bool begins(struct syclbin_string name, const char *with)
{
	const size_t size = strlen(with);
	return name.size >= size && memcmp(name.data, with, size) == 0;
}

enum syclbin__section_kind syclbin__section_kind(struct syclbin_string name)
{
	static const char *const images[] = { ".llvm.offloading", ".hip_fatbin", ".nv_fatbin", "__nv_fatbin", "__nv_relfatbin" };
	static const char *const references[] = { ".hipFatBinSegment", ".nvFatBinSegment", "__hipFatBinSeg", "__nvFatBinSeg" };
	/* Windows orders sections by what follows $ */
	const char *dollar = name.size ? memchr(name.data, '$', name.size) : NULL;
	const struct syclbin_string plain = { name.data, dollar ? (size_t)(dollar - name.data) : name.size };
	for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
		if (syclbin_string_is(plain, images[i]))
			return SYCLBIN__SECTION_IMAGES;
	}
	for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
		if (syclbin_string_is(plain, references[i]))
			return SYCLBIN__SECTION_REFERENCES;
	}
	return begins(name, SYCLBIN__BUNDLE_PREFIX) ? SYCLBIN__SECTION_BUNDLED : SYCLBIN__SECTION_OTHER;
}
