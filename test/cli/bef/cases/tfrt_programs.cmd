# programs of the kinds of TFRT's own tests: attributes without sign for unsigned ones, and types under names of the program
cat > pool.mlir << 'EOF'
func.func @pool() -> !tfrt.chain {
  %c = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 4 : i64, 4 : i64, 1 : i64]
  %b = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 2 : i64, 2 : i64, 1 : i64]
  %d = tfrt_dht.fill_tensor_with_constant.f32 %a, %c 1.0 : f32
  %e = "tfrt_test.max_pooling_2d.f32"(%a, %b, %d) { padding = "valid", pool_size = [2 : i32, 2 : i32], strides = [2 : i32, 2 : i32] } : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %g = tfrt_dht.print_tensor %b, %e
  tfrt.return %g : !tfrt.chain
}
func.func @pad() -> !tfrt.chain {
  %c = tfrt.new.chain
  %a = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 1 : i64, 1 : i64, 1 : i64]
  %b = tfrt_dht.create_uninitialized_tensor.f32.4 [1 : i64, 3 : i64, 3 : i64, 1 : i64]
  %d = tfrt_dht.fill_tensor_with_constant.f32 %a, %c 2.0 : f32
  %e = "tfrt_test.zero_padding.f32"(%a, %b, %d) { padding = [1 : i32, 1 : i32] } : (!tfrt_tensor.tensor, !tfrt_tensor.tensor, !tfrt.chain) -> !tfrt.chain
  %g = tfrt_dht.print_tensor %b, %e
  tfrt.return %g : !tfrt.chain
}
EOF
bef run pool.mlir
sed 's/pool_size = \[2 : i32, 2 : i32\]/pool_size = [2 : i64, 2 : i64]/' pool.mlir | bef run -

cat > user.mlir << 'EOF'
func.func @f() -> !tutorial.point {
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i32 2
  %p = "tfrt_tutorial.create_coordinate"(%a, %b) : (i32, i32) -> !tutorial.point
  %r = tfrt.call @g(%p) : (!tutorial.point) -> (!tutorial.point)
  tfrt.return %r : !tutorial.point
}
func.func @g(%p: !tutorial.point) -> !tutorial.point {
  %d = "tfrt_tutorial.print_coordinate"(%p) : (!tutorial.point) -> !tfrt.chain
  tfrt.return %p : !tutorial.point
}
func.func @other_payload() -> !tutorial.point {
  %p = "tfrt_test.atomic.create.i32"() : () -> !tutorial.point
  %d = tfrt.call @g(%p) : (!tutorial.point) -> (!tutorial.point)
  tfrt.return %d : !tutorial.point
}
EOF
bef run user.mlir
sed 's/!tutorial.point/!test.resource/g' user.mlir | bef run --functions f -

# a function returns after all its kernels, in every order of streams; --verify-diagnostics has the order of TFRT's driver
cat > double.mlir << 'EOF'
func.func @double_and_print() -> i32 {
  %c = tfrt.new.chain
  %x = tfrt.constant.i32 42
  %y = tfrt.add.i32 %x, %x
  tfrt.print.i32 %y, %c
  tfrt.return %y : i32
}
func.func @nested() -> i32 {
  %y = tfrt.call @double_and_print() : () -> (i32)
  %z = tfrt.mul.i32 %y, %y
  %c = tfrt.new.chain
  tfrt.print.i32 %z, %c
  tfrt.return %z : i32
}
func.func @late() -> i32 {
  %c = tfrt.new.chain
  %x = "tfrt_test.async_constant.i32"() {value = 5 : i32} : () -> i32
  tfrt.print.i32 %x, %c
  tfrt.return %x : i32
}
EOF
bef run double.mlir | tee double.txt
for i in 1 2 3 4 5 6 7 8; do bef run --queue threads:2 double.mlir | cmp - double.txt; done
bef run --verify-diagnostics --functions double_and_print double.mlir
