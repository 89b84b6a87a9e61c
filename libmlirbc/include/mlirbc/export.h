/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Marks the exported symbols of libmlirbc. Define MLIRBC_STATIC when linking the static library on Windows. */
#ifndef MLIRBC_EXPORT_H
#define MLIRBC_EXPORT_H

#if defined(_WIN32) && !defined(MLIRBC_STATIC)
#ifdef MLIRBC_BUILDING
#define MLIRBC_API __declspec(dllexport)
#else
#define MLIRBC_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define MLIRBC_API __attribute__((visibility("default")))
#else
#define MLIRBC_API
#endif

#if defined(__GNUC__)
#define MLIRBC_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define MLIRBC_NODISCARD __attribute__((warn_unused_result))
#else
#define MLIRBC_PRINTF(text, first)
#define MLIRBC_NODISCARD
#endif

#endif
