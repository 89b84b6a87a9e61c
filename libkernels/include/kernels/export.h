/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Marks what libkernels and its packs export. Define KERNELS_STATIC when linking the static library on Windows. */
#ifndef KERNELS_EXPORT_H
#define KERNELS_EXPORT_H

#if defined(_WIN32) && !defined(KERNELS_STATIC)
#ifdef KERNELS_BUILDING
#define KERNELS_API __declspec(dllexport)
#else
#define KERNELS_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define KERNELS_API __attribute__((visibility("default")))
#else
#define KERNELS_API
#endif

#if defined(__GNUC__)
#define KERNELS_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define KERNELS_NODISCARD __attribute__((warn_unused_result))
#else
#define KERNELS_PRINTF(text, first)
#define KERNELS_NODISCARD
#endif

#endif
