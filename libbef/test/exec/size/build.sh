#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# build.sh CC ROOT OUT [FLAG...]: the size test's program: executor, pack basic and fib.c for the least size, stripped, linked
# to the libc only. FLAGs choose what is left out.
set -eu
cc=$1 root=$2 out=$3
shift 3
"$cc" -std=c11 -D_GNU_SOURCE -DNDEBUG -DBEF_STATIC -DASYNC_STATIC -DKERNELS_STATIC '-DKERNELS_PACK_DIR=""' "$@" \
	-Oz -flto -flto-partition=one -fvisibility=hidden -ffunction-sections -fdata-sections \
	-fno-asynchronous-unwind-tables -fno-unwind-tables -fno-pie -fno-plt \
	-I"$root/libbef/include" -I"$root/libasync/include" -I"$root/libkernels/include" \
	-I"$root/libkernels/packs/basic/include" -I"$root/subprojects/bytecursor/include" \
	"$root"/libbef/test/exec/size/fib.c "$root"/libbef/exec/*.c "$root"/libbef/format/*.c "$root"/libasync/src/*.c \
	"$root"/libkernels/src/*.c "$root"/libkernels/packs/basic/src/*.c \
	-no-pie -Wl,--gc-sections,--build-id=none,--hash-style=gnu,-z,noseparate-code,-z,norelro -lpthread -ldl -lm -o "$out"
strip -s -R .comment -R .note.gnu.property -R .note.ABI-tag "$out"
