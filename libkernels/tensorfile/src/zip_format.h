/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Records of ZIP archives: signatures and sizes without what varies. */
#ifndef CLI_ZIP_FORMAT_H
#define CLI_ZIP_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define ZIP_LOCAL UINT32_C(0x04034B50)
#define ZIP_CENTRAL UINT32_C(0x02014B50)
#define ZIP_END UINT32_C(0x06054B50)
#define ZIP_END64 UINT32_C(0x06064B50)
#define ZIP_LOCATOR UINT32_C(0x07064B50)
#define ZIP_FULL UINT32_C(0xFFFFFFFF) /* the number is in the extra field */
enum {
	ZIP_LOCAL_SIZE = 30,
	ZIP_CENTRAL_SIZE = 46,
	ZIP_END_SIZE = 22,
	ZIP_END64_SIZE = 56,
	ZIP_LOCATOR_SIZE = 20,
	ZIP_EXTRA64 = 1,
	ZIP_STORED = 0,
	ZIP_DEFLATED = 8
};

/* The checksum of more bytes; that of none is 0. */
uint32_t tensorfile__zip_crc(uint32_t crc, const void *data, size_t size);

#endif
