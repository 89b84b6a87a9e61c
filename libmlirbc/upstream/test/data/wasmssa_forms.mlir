module {
  wasmssa.import_func "foo" from "mod" as @foo {type = (i32) -> i32}
  wasmssa.import_global "g" from "mod" as @g mutable : i32
  wasmssa.import_global "g" from "mod" as @g2 : i32
  wasmssa.global exported @g3 i32 mutable : {
    %0 = wasmssa.const 1 : i32
    wasmssa.return %0 : i32
  }
  wasmssa.global @g4 i32 : {
    %0 = wasmssa.const 1 : i32
    wasmssa.return %0 : i32
  }
  wasmssa.func exported @h(%arg0: !wasmssa<local ref to i32>, %arg1: !wasmssa<local ref to f32>) -> (i32, i32) {
    %0 = wasmssa.const 1 : i32
    wasmssa.return %0, %0 : i32, i32
  }
}
