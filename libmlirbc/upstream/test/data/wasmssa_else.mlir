module {
  wasmssa.func @f() -> i32 {
    %0 = wasmssa.const 1 : i32
    wasmssa.if %0 : {
      %2 = wasmssa.const 2 : i32
      wasmssa.block_return %2 : i32
    } "else "{
      %2 = wasmssa.const 3 : i32
      wasmssa.block_return %2 : i32
    }> ^bb1
  ^bb1(%1: i32):  // pred: ^bb0
    wasmssa.return %1 : i32
  }
}
