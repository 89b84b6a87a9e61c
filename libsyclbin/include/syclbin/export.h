/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Marks what libsyclbin exports. Define SYCLBIN_STATIC when linking the static library on Windows. */
#ifndef SYCLBIN_EXPORT_H
#define SYCLBIN_EXPORT_H

#if defined(_WIN32) && !defined(SYCLBIN_STATIC)
#ifdef SYCLBIN_BUILDING
#define SYCLBIN_API __declspec(dllexport)
#else
#define SYCLBIN_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define SYCLBIN_API __attribute__((visibility("default")))
#else
#define SYCLBIN_API
#endif

#if defined(__GNUC__)
#define SYCLBIN_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define SYCLBIN_NODISCARD __attribute__((warn_unused_result))
#else
#define SYCLBIN_PRINTF(text, first)
#define SYCLBIN_NODISCARD
#endif

#endif
