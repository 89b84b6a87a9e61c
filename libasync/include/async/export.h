/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Marks what libasync exports. Define ASYNC_STATIC when linking the static library on Windows. */
#ifndef ASYNC_EXPORT_H
#define ASYNC_EXPORT_H

#if defined(_WIN32) && !defined(ASYNC_STATIC)
#ifdef ASYNC_BUILDING
#define ASYNC_API __declspec(dllexport)
#else
#define ASYNC_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define ASYNC_API __attribute__((visibility("default")))
#else
#define ASYNC_API
#endif

#if defined(__GNUC__)
#define ASYNC_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define ASYNC_NODISCARD __attribute__((warn_unused_result))
#else
#define ASYNC_PRINTF(text, first)
#define ASYNC_NODISCARD
#endif

/* Marks each atomic operation of the inline functions. The library's own tests define ASYNC__SHAKE, which delays the
 * thread there so that other threads interleave; otherwise it expands to nothing. Private. */
#ifdef ASYNC__SHAKE
void async__shake(void);
#define ASYNC_POINT_() async__shake()
#else
#define ASYNC_POINT_() ((void)0)
#endif

#endif
