# asynchronous tasks run in other threads than the one that awaits their results, which TFRT's tests tell by numbers of threads. The only
# worker is busy with the first of eight tasks of at least 1 ms each when the main thread begins to wait, so it would find others.
cat > threads.mlir << 'EOF'
func.func @main() -> (i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %c = tfrt.new.chain
  %main = "tfrt_test.get_thread_id"(%c) : (!tfrt.chain) -> i32
  %0 = "tfrt_test.do.async"(%c, %main) ({
  ^bb0(%d: !tfrt.chain, %m: i32):
    %t = "tfrt_test.get_thread_id"(%d) : (!tfrt.chain) -> i32
    %r = "tfrt_test.copy.with_delay.i32"(%t) : (i32) -> i32
    tfrt.return %r : i32
  }) : (!tfrt.chain, i32) -> i32
  %1 = "tfrt_test.do.async"(%c, %main) ({
  ^bb0(%d: !tfrt.chain, %m: i32):
    %t = "tfrt_test.get_thread_id"(%d) : (!tfrt.chain) -> i32
    %r = "tfrt_test.copy.with_delay.i32"(%t) : (i32) -> i32
    tfrt.return %r : i32
  }) : (!tfrt.chain, i32) -> i32
  %2 = "tfrt_test.do.async"(%c, %main) ({
  ^bb0(%d: !tfrt.chain, %m: i32):
    %t = "tfrt_test.get_thread_id"(%d) : (!tfrt.chain) -> i32
    %r = "tfrt_test.copy.with_delay.i32"(%t) : (i32) -> i32
    tfrt.return %r : i32
  }) : (!tfrt.chain, i32) -> i32
  %3 = "tfrt_test.do.async"(%c, %main) ({
  ^bb0(%d: !tfrt.chain, %m: i32):
    %t = "tfrt_test.get_thread_id"(%d) : (!tfrt.chain) -> i32
    %r = "tfrt_test.copy.with_delay.i32"(%t) : (i32) -> i32
    tfrt.return %r : i32
  }) : (!tfrt.chain, i32) -> i32
  %4 = "tfrt_test.do.async"(%c, %main) ({
  ^bb0(%d: !tfrt.chain, %m: i32):
    %t = "tfrt_test.get_thread_id"(%d) : (!tfrt.chain) -> i32
    %r = "tfrt_test.copy.with_delay.i32"(%t) : (i32) -> i32
    tfrt.return %r : i32
  }) : (!tfrt.chain, i32) -> i32
  %5 = "tfrt_test.do.async"(%c, %main) ({
  ^bb0(%d: !tfrt.chain, %m: i32):
    %t = "tfrt_test.get_thread_id"(%d) : (!tfrt.chain) -> i32
    %r = "tfrt_test.copy.with_delay.i32"(%t) : (i32) -> i32
    tfrt.return %r : i32
  }) : (!tfrt.chain, i32) -> i32
  %6 = "tfrt_test.do.async"(%c, %main) ({
  ^bb0(%d: !tfrt.chain, %m: i32):
    %t = "tfrt_test.get_thread_id"(%d) : (!tfrt.chain) -> i32
    %r = "tfrt_test.copy.with_delay.i32"(%t) : (i32) -> i32
    tfrt.return %r : i32
  }) : (!tfrt.chain, i32) -> i32
  %7 = "tfrt_test.do.async"(%c, %main) ({
  ^bb0(%d: !tfrt.chain, %m: i32):
    %t = "tfrt_test.get_thread_id"(%d) : (!tfrt.chain) -> i32
    %r = "tfrt_test.copy.with_delay.i32"(%t) : (i32) -> i32
    tfrt.return %r : i32
  }) : (!tfrt.chain, i32) -> i32
  tfrt.return %main, %0, %1, %2, %3, %4, %5, %6, %7 : i32, i32, i32, i32, i32, i32, i32, i32, i32
}
EOF
bef run --queue threads:1 --functions main threads.mlir
bef run --queue threads:1 --verify-diagnostics --functions main threads.mlir
# unless the host has one thread only
bef run --queue single --functions main threads.mlir
