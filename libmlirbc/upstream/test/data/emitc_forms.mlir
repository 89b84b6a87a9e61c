module {
  emitc.include "test.h"
  emitc.include <"test.h">
  emitc.func @f(%arg0: i32, %arg1: i1, %arg2: index) -> i32 attributes {specifiers = ["static"]} {
    for %arg3 = %arg2 to %arg2 step %arg2 {
      verbatim "x"
    }
    for %arg3 = %arg0 to %arg0 step %arg0  : i32 {
    } {foo}
    if %arg1 {
    }
    if %arg1 {
      verbatim "q"
    } else {
      verbatim "x"
    } {foo}
    %0 = expression %arg0 : (i32) -> i32 {
      %4 = add %arg0, %arg0 : (i32, i32) -> i32
      yield %4 : i32
    }
    %1 = add %0, %arg0 : (i32, i32) -> i32
    %2 = expression %1, %arg0 : (i32, i32) -> i32 {
      %4 = add %1, %arg0 : (i32, i32) -> i32
      yield %4 : i32
    }
    %3 = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.lvalue<i1>
    do {
      verbatim "r"
    } while {
      %4 = expression %3 : (!emitc.lvalue<i1>) -> i1 {
        %5 = load %3 : <i1>
        yield %5 : i1
      }
      yield %4 : i1
    }
    return %0 : i32
  }
  emitc.func private @d(i32)
}
