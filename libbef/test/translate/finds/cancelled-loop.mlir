func.func @region_body() -> i32 {
  %start = tfrt.constant.i32 0
  %end = tfrt.constant.i32 201326612
  %block = tfrt.constant.i32 3
  %sum = "tfrt_test.atomic.create.i32"() : () -> !test.atomic.i32
  %done = tfrt.parallel_for.i32 %start to %end fixed %block, %sum : !test.atomic.i32 {
    %size = "tfrt.minus.i32"(%end, %start) : (i32, i32) -> i32
    %added = "tfrt_test.atomic.add.i32"(%sum, %size) : (!test.atomic.i32, i32) -> !tfrt.chain
    tfrt.return %added : !tfrt.chain
  }
  %all:2 = "tfrt_test.atomic.get.i32"(%sum, %done) : (!test.atomic.i32, !tfrt.chain) -> (i32, !tfrt.chain)
  tfrt.return %all#0 : i32
}
