/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/place.h"

enum { MOST_NESTED = 512 };

const struct mlirbc_attr *shlo__place_of(const struct mlirbc_attr *location)
{
	for (unsigned depth = 0; location && depth < MOST_NESTED; depth++) {
		switch ((int)location->kind) {
		case MLIRBC_LOC_FILE: return location;
		case MLIRBC_LOC_NAME: location = location->u.name.child; break;
		case MLIRBC_LOC_CALLSITE: location = location->u.callsite.callee; break;
		case MLIRBC_LOC_FUSED:
			location = location->u.fused.parts.count ? location->u.fused.parts.data[0] : NULL;
			break;
		default: return NULL;
		}
	}
	return NULL;
}
