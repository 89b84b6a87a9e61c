// Eager operations: op handlers, control flow on tensor handles, composite operations, attributes.
// The handlers of the first function are those of all.
func.func @register_handlers() -> !tfrt.chain {
  %null = "corert.create_null_op_handler"() : () -> !corert.ophandler
  %cpu = "corert.create_cpu_op_handler"(%null) : (!corert.ophandler) -> !corert.ophandler
  %c1 = corert.register_op_handler %cpu "cpu"
  %log = "corert.create_logging_op_handler"(%cpu) {sync_log_results = 1 : i1} : (!corert.ophandler) -> !corert.ophandler
  %c2 = corert.register_op_handler %log "logging"
  %c3 = tfrt.merge.chains %c1, %c2 : !tfrt.chain, !tfrt.chain
  tfrt.return %c3 : !tfrt.chain
}
func.func @operations() -> !tfrt.chain {
  %c0 = tfrt.new.chain
  %cpu = corert.get_op_handler %c0 "cpu"
  %a = corert.executeop(%cpu) "tfrt_test.create_dense_tensor"() {shape = [2, 3], values = [1.0 : f32]} : 1
  %b = corert.executeop(%cpu) "tfrt_test.create_from_scalar"() {shape = [3, 2], value = 2.0 : f32} : 1
  %m = corert.executeop(%cpu) "tfrt_test.matmul"(%a, %b) {transpose_a = false, transpose_b = false} : 1
  %c1 = corert.executeop.seq(%cpu, %c0) "tfrt_test.print"(%m) : 0
  %n = corert.create_dense_tensor.i32 {shape = [5], value = [1 : i32, 2 : i32, 3 : i32, 4 : i32, 5 : i32]}
  %o = corert.executeop(%cpu) "tfrt_test.odd_collector"(%n) : 1
  %c2, %p = corert.executeop.seq(%cpu, %c1) "tfrt_test.async.noop"(%o) : 1
  %c3 = "corert.print_tensorhandle"(%p, %c2) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %s = "corert.tensorhandle_to_shape"(%p) : (!corert.tensorhandle) -> !ts.shape
  %c4 = ts.print_shape %s, %c3
  tfrt.return %c4 : !tfrt.chain
}
func.func @logged() -> !tfrt.chain {
  %c0 = tfrt.new.chain
  %log = corert.get_op_handler %c0 "logging"
  %s = corert.const_string_tensor {shape = [2, 2], value = ["x"]}
  %c1 = corert.executeop.seq(%log, %c0) "tfrt_test.print"(%s) : 0
  tfrt.return %c1 : !tfrt.chain
}
func.func @unknown_effect() -> (!tfrt.chain, !tfrt.chain) {
  %c0 = tfrt.new.chain
  %cpu = corert.get_op_handler %c0 "cpu"
  %a = corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>
  %c1 = corert.executeop.seq(%cpu, %c0) "tf.Unknown"(%a) : 0
  %c2 = corert.executeop.seq(%cpu, %c0) "tfrt_test.print"(%a, %a) : 0
  %c3 = corert.executeop.seq(%cpu, %c1) "tfrt_test.print"(%a) : 0
  tfrt.return %c2, %c3 : !tfrt.chain, !tfrt.chain
}
func.func @unknown() -> !corert.tensorhandle {
  %c0 = tfrt.new.chain
  %cpu = corert.get_op_handler %c0 "cpu"
  %t = corert.executeop(%cpu) "tf.Unknown"() : 1
  tfrt.return %t : !corert.tensorhandle
}
func.func @fails() -> !corert.tensorhandle {
  %c0 = tfrt.new.chain
  %cpu = corert.get_op_handler %c0 "cpu"
  %a = corert.const_dense_tensor dense<[1, 2]> : tensor<2xi32>
  %b = corert.const_dense_tensor dense<[1, 2, 3]> : tensor<3xi32>
  %t = corert.executeop(%cpu) "tfrt_test.add"(%a, %b) : 1
  %u = corert.executeop(%cpu) "tfrt_test.add"(%t, %b) : 1
  tfrt.return %u : !corert.tensorhandle
}
func.func @less(%c: !tfrt.chain, %left: !corert.tensorhandle, %sum: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  tfrt.return %c, %left : !tfrt.chain, !corert.tensorhandle
}
func.func @step(%c: !tfrt.chain, %left: !corert.tensorhandle, %sum: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle, !corert.tensorhandle) {
  %cpu = corert.get_op_handler %c "cpu"
  %minus = corert.const_dense_tensor dense<-1> : tensor<i32>
  %sum1 = corert.executeop(%cpu) "tfrt_test.add"(%sum, %left) : 1
  %left1 = corert.executeop(%cpu) "tfrt_test.add"(%left, %minus) : 1
  tfrt.return %c, %left1, %sum1 : !tfrt.chain, !corert.tensorhandle, !corert.tensorhandle
}
func.func @loop() -> (!tfrt.chain, i32) {
  %c0 = tfrt.new.chain
  %n = corert.const_dense_tensor dense<1000> : tensor<i32>
  %zero = corert.const_dense_tensor dense<0> : tensor<i32>
  %c1, %left, %sum = "corert.while"(%c0, %n, %zero) {a_cond_fn = @less, b_body_fn = @step} : (!tfrt.chain, !corert.tensorhandle, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle, !corert.tensorhandle)
  %i = corert.tensorhandle_to_int32 %sum
  tfrt.return %c1, %i : !tfrt.chain, i32
}
func.func @branches() -> !tfrt.chain {
  %c0 = tfrt.new.chain
  %yes = corert.const_string_tensor {shape = [], value = ["yes"]}
  %no = corert.const_dense_tensor dense<-0.0> : tensor<1xf64>
  %c1, %a = "corert.cond"(%yes, %c0, %yes) {a_true_fn = @say, b_false_fn = @same} : (!corert.tensorhandle, !tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  %c2, %b = "corert.cond"(%no, %c1, %no) {a_true_fn = @say, b_false_fn = @same} : (!corert.tensorhandle, !tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  tfrt.return %c2 : !tfrt.chain
}
func.func @no_branch() -> !tfrt.chain {
  %c0 = tfrt.new.chain
  %two = corert.const_dense_tensor dense<[1, 1]> : tensor<2xi32>
  %c1, %a = "corert.cond"(%two, %c0, %two) {a_true_fn = @say, b_false_fn = @same} : (!corert.tensorhandle, !tfrt.chain, !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle)
  tfrt.return %c1 : !tfrt.chain
}
func.func @same(%c: !tfrt.chain, %t: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  tfrt.return %c, %t : !tfrt.chain, !corert.tensorhandle
}
func.func @say(%c: !tfrt.chain, %t: !corert.tensorhandle) -> (!tfrt.chain, !corert.tensorhandle) {
  %c1 = "corert.print_tensorhandle"(%t, %c) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c1, %t : !tfrt.chain, !corert.tensorhandle
}
func.func @composite() -> !corert.tensorhandle {
  %op = "corert.make_composite_op"() {fn = @say} : () -> !corert.op
  %t = corert.const_dense_tensor dense<[true, false]> : tensor<2xi1>
  %u = "corert.execute_crt_op"(%op, %t) {op_attrs = [], op_func_attrs = []} : (!corert.op, !corert.tensorhandle) -> !corert.tensorhandle
  tfrt.return %u : !corert.tensorhandle
}
func.func @other_handlers() -> !tfrt.chain {
  %c0 = tfrt.new.chain
  %cpu = corert.get_op_handler %c0 "cpu"
  %seven = tfrt.constant.i32 7
  %other = "corert.create_cpu_op_handler_with_ordinal"(%cpu, %seven) : (!corert.ophandler, i32) -> !corert.ophandler
  %t = "corert.executeop"(%other) {op_attrs = [["shape", [1]], ["values", [true]]], op_func_attrs = [["f", "same"]], op_name = "tfrt_test.create_dense_tensor"} : (!corert.ophandler) -> !corert.tensorhandle
  %device = "tfrt.get_device"(%c0) {device_name = "CPU:0"} : (!tfrt.chain) -> !tfrt.device
  %type = corert.get_dst_tensor_type %t, %device
  %u = corert.transfer %t, %device, %type
  %ht = "corert.tensorhandle_to_ht"(%u) : (!corert.tensorhandle) -> !tfrt_tensor.tensor
  %v = "corert.ht_to_tensorhandle"(%ht, %c0) : (!tfrt_tensor.tensor, !tfrt.chain) -> !corert.tensorhandle
  %c1 = "corert.print_tensorhandle"(%v, %c0) : (!corert.tensorhandle, !tfrt.chain) -> !tfrt.chain
  %c2 = corert.register_op_handler %other "cpu"
  tfrt.return %c2 : !tfrt.chain
}
func.func @not_computed() -> !corert.tensorhandle {
  %c0 = tfrt.new.chain
  %cpu = corert.get_op_handler %c0 "cpu"
  %bad = "tfrt_test.error_tensorhandle"() : () -> !corert.tensorhandle
  %t = corert.executeop(%cpu) "tfrt_test.add"(%bad, %bad) : 1
  tfrt.return %t : !corert.tensorhandle
}
func.func @attributes() -> !tfrt.chain {
  %c0 = tfrt.new.chain
  %a = "corert.create_op_attrs"() : () -> !corert.opattrs
  %c1 = "corert.op_attrs_set.i32"(%a, %c0) {key = "i", value = -4 : i32} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c2 = "corert.op_attrs_set.str"(%a, %c1) {key = "s", value = "text"} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c3 = "corert.op_attrs_set_array.f32"(%a, %c2) {key = "f", value = [1.0 : f32, 2.5 : f32]} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c4 = "corert.op_attrs_set.dtype"(%a, %c3) {key = "t", value = f32} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c5 = "corert.op_attrs_set.dense"(%a, %c4) {key = "d", value = dense<[[1, 2]]> : tensor<1x2xi32>} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c6 = "corert.op_attrs_set.bool"(%a, %c5) {key = "b", value = true} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c7 = "corert.op_attrs_set.shape"(%a, %c6) {key = "z", value = #corert.shape<2x?>} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %c8 = "corert.op_attrs_set.aggregate"(%a, %c7) {key = "g", value = [1 : i32, "two"]} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  %f, %c9 = "tfrt_test.corert.op_attrs_freeze"(%a, %c8) : (!corert.opattrs, !tfrt.chain) -> (!corert.opattrsref, !tfrt.chain)
  %c10 = "tfrt_test.corert.op_attrs_ref_print"(%f, %c9) : (!corert.opattrsref, !tfrt.chain) -> !tfrt.chain
  %c11 = "corert.op_attrs_set.i32"(%a, %c10) {key = "i", value = 5 : i32} : (!corert.opattrs, !tfrt.chain) -> !tfrt.chain
  tfrt.return %c11 : !tfrt.chain
}
