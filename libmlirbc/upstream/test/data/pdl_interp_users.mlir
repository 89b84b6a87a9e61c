module {
  pdl_interp.func @matcher(%arg0: !pdl.operation) {
    pdl_interp.check_operation_name of %arg0 is "foo.op" -> ^bb2, ^bb1
  ^bb1:  // 6 preds: ^bb0, ^bb2, ^bb3, ^bb4, ^bb4, ^bb6
    pdl_interp.finalize
  ^bb2:  // pred: ^bb0
    %0 = pdl_interp.get_operand 0 of %arg0
    %1 = pdl_interp.get_operands 1 of %arg0 : !pdl.range<value>
    %2 = pdl_interp.get_attribute "a" of %arg0
    %3 = pdl_interp.get_value_type of %0 : !pdl.type
    pdl_interp.is_not_null %0 : !pdl.value -> ^bb3, ^bb1
  ^bb3:  // pred: ^bb2
    pdl_interp.check_type %3 is i32 -> ^bb4, ^bb1
  ^bb4:  // pred: ^bb3
    pdl_interp.switch_operation_name of %arg0 to ["a", "b"](^bb1, ^bb5) -> ^bb1
  ^bb5:  // pred: ^bb4
    pdl_interp.record_match @rewriters::@r(%arg0 : !pdl.operation) : benefit(1), generatedOps(["x"]), loc([%arg0]), root("foo.op") -> ^bb6
  ^bb6:  // pred: ^bb5
    %4 = pdl_interp.get_users of %0 : !pdl.value
    pdl_interp.foreach %arg1 : !pdl.operation in %4 {
      pdl_interp.continue
    } -> ^bb1
  }
  module @rewriters {
    pdl_interp.func @r(%arg0: !pdl.operation) {
      %0 = pdl_interp.create_type i32
      %1 = pdl_interp.create_operation "y"  -> (%0 : !pdl.type)
      %2 = pdl_interp.apply_rewrite "f"(%arg0 : !pdl.operation) : !pdl.value
      pdl_interp.replace %arg0 with (%2 : !pdl.value)
      pdl_interp.finalize
    }
  }
}
