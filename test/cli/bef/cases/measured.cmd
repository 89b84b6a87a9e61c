# kernels that print numbers which differ from run to run
cat > measured.mlir << 'END'
func.func @benchmark() -> !tfrt.chain {
  %one = tfrt.constant.i32 1
  %c = tfrt_test.benchmark "add"(%one : i32) duration_secs = 10, max_count = 25, num_warmup_runs = 3 {
    %two = tfrt.add.i32 %one, %one
    tfrt.return %two : i32
  }
  tfrt.return %c : !tfrt.chain
}
func.func @buffer() -> !tfrt.chain {
  %c = tfrt.new.chain
  %size = tfrt.constant.i64 16
  %b = tfrt_dht.allocate_buffer %size, %size
  %d = tfrt_dht.print_buffer %b, %c
  tfrt.return %d : !tfrt.chain
}
END
bef run measured.mlir | sed -E '/Count/!s/: [0-9]+$/: N/; s/0x[0-9a-f]+/P/'
