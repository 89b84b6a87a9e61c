// Values are created, shared and destroyed; who holds the only reference.
func.func @tracked() -> !tfrt.chain {
  %a = "vt.constant"() {value = 1 : i32} : () -> !vt.value
  %b = "vt.constant"() {value = 2 : i32} : () -> !vt.value
  %s = "vt.add"(%a, %b) : (!vt.value, !vt.value) -> !vt.value
  %c = tfrt.new.chain
  %p = "vt.print"(%s, %c) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  tfrt.return %p : !tfrt.chain
}
func.func @shared() -> !tfrt.chain {
  %a = "vt.constant"() {value = 5 : i32} : () -> !vt.value
  %x, %y = "tfrt_test.share_to_two"(%a) : (!vt.value) -> (!vt.value, !vt.value)
  %s = "vt.add"(%x, %y) : (!vt.value, !vt.value) -> !vt.value
  %c = tfrt.new.chain
  %p = "vt.print"(%s, %c) : (!vt.value, !tfrt.chain) -> !tfrt.chain
  tfrt.return %p : !tfrt.chain
}
func.func @unique() -> (i1, i1, i1) {
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i32 2
  %u = "tfrt_test.get_uniqueness"(%a) : (i32) -> i1
  %v, %w = "tfrt_test.get_uniqueness"(%b, %b) : (i32, i32) -> (i1, i1)
  tfrt.return %u, %v, %w : i1, i1, i1
}
func.func @indirect() -> (i1, i32) {
  %a = tfrt.constant.i32 3
  %i = "tfrt_test.make_indirect"(%a) : (i32) -> i32
  %u = "tfrt_test.get_uniqueness"(%i) : (i32) -> i1
  %b = tfrt.constant.i32 4
  %j = "tfrt_test.make_indirect"(%b) : (i32) -> i32
  tfrt.return %u, %j : i1, i32
}
func.func @passed_on() -> (i32, i64, f32) {
  %a = tfrt.constant.i32 1
  %b = tfrt.constant.i64 2
  %c = tfrt.constant.f32 3.0
  %ch = tfrt.new.chain
  %x:2 = "tfrt_test.identity"(%ch, %a, %b) : (!tfrt.chain, i32, i64) -> (i32, i64)
  %y:3 = "tfrt_test.multi_arg_result"(%x#0, %x#1, %c) : (i32, i64, f32) -> (i32, i64, f32)
  tfrt.return %y#0, %y#1, %y#2 : i32, i64, f32
}
func.func @resource() -> !tfrt.chain {
  %c = tfrt.new.chain
  %r, %c1 = "tfrt_test.allocate_resource"(%c) : (!tfrt.chain) -> (!test.resource, !tfrt.chain)
  %c2 = "tfrt_test.deallocate_resource"(%r, %c1) : (!test.resource, !tfrt.chain) -> !tfrt.chain
  %i = tfrt.constant.i32 1
  %p = tfrt.print.i32 %i, %c2
  tfrt.return %p : !tfrt.chain
}
func.func @printed() -> !tfrt.chain {
  %c = tfrt.new.chain
  %t = tfrt.constant.i1 true
  %f = tfrt.constant.i1 false
  %c1 = "tfrt_test.print_bool"(%c, %t) : (!tfrt.chain, i1) -> !tfrt.chain
  %c2 = "tfrt_test.print_bool"(%c1, %f) : (!tfrt.chain, i1) -> !tfrt.chain
  tfrt.return %c2 : !tfrt.chain
}
