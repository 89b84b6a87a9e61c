// Shapes, partial shapes and shapes of a rank that the type names.
func.func @fixed() -> !tfrt.chain {
  %c = tfrt.new.chain
  %s0 = ts.build_shape []
  %s1 = ts.build_shape [4 : i64]
  %s2 = ts.build_shape [4 : i64, 0 : i64]
  %s3 = ts.build_shape [4 : i64, 5 : i64, 6 : i64]
  %f0 = "ts.as_fixed_rank_shape.0"(%s0) : (!ts.shape) -> !ts.fixed_rank_shape.0
  %f1 = "ts.as_fixed_rank_shape.1"(%s1) : (!ts.shape) -> !ts.fixed_rank_shape.1
  %f2 = "ts.as_fixed_rank_shape.2"(%s2) : (!ts.shape) -> !ts.fixed_rank_shape.2
  %f3 = "ts.as_fixed_rank_shape.3"(%s3) : (!ts.shape) -> !ts.fixed_rank_shape.3
  %c0 = "ts.print_fixed_rank_shape.0"(%f0, %c) : (!ts.fixed_rank_shape.0, !tfrt.chain) -> !tfrt.chain
  %c1 = "ts.print_fixed_rank_shape.1"(%f1, %c0) : (!ts.fixed_rank_shape.1, !tfrt.chain) -> !tfrt.chain
  %c2 = "ts.print_fixed_rank_shape.2"(%f2, %c1) : (!ts.fixed_rank_shape.2, !tfrt.chain) -> !tfrt.chain
  %c3 = "ts.print_fixed_rank_shape.3"(%f3, %c2) : (!ts.fixed_rank_shape.3, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c3 : !tfrt.chain
}
func.func @wrong_rank() -> !ts.fixed_rank_shape.3 {
  %s = ts.build_shape [1 : i64, 2 : i64]
  %f = "ts.as_fixed_rank_shape.3"(%s) : (!ts.shape) -> !ts.fixed_rank_shape.3
  tfrt.return %f : !ts.fixed_rank_shape.3
}
func.func @partial() -> (!tfrt.chain, i1, i64) {
  %c = tfrt.new.chain
  %p = ts.build_partial_shape [2 : i64, -1 : i64, 3 : i64]
  %u = ts.build_unranked_partial_shape
  %c1 = ts.print_partial_shape %p, %c
  %c2 = ts.print_partial_shape %u, %c1
  %s = ts.build_shape [2 : i64, 7 : i64, 3 : i64]
  %q = ts.to_partial_shape %s
  %t = ts.to_shape %q
  %e = ts.equal_shape %s, %t
  %c3 = ts.print_shape %t, %c2
  %one = tfrt.constant.i32 1
  %d = ts.get_dimension %t, %one
  tfrt.return %c3, %e, %d : !tfrt.chain, i1, i64
}
func.func @unknown_dimensions() -> !ts.shape {
  %p = ts.build_partial_shape [2 : i64, -1 : i64, -1 : i64]
  %s = ts.to_shape %p
  tfrt.return %s : !ts.shape
}
func.func @unknown_rank() -> !ts.shape {
  %u = ts.build_unranked_partial_shape
  %t = ts.to_shape %u
  tfrt.return %t : !ts.shape
}
func.func @ten_dimensions() -> (!tfrt.chain, i64, i1) {
  %c = tfrt.new.chain
  %s = ts.build_shape [1 : i64, 2 : i64, 3 : i64, 4 : i64, 5 : i64, 6 : i64, 7 : i64, 8 : i64, 9 : i64, 10 : i64]
  %t = ts.build_shape [1 : i64, 2 : i64, 3 : i64, 4 : i64, 5 : i64, 6 : i64, 7 : i64, 8 : i64, 9 : i64, 11 : i64]
  %n = ts.get_num_elements %s
  %e = ts.equal_shape %s, %t
  %c1 = ts.print_shape %s, %c
  tfrt.return %c1, %n, %e : !tfrt.chain, i64, i1
}
