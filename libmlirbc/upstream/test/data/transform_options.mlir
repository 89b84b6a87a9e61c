module attributes {transform.with_named_sequence} {
  transform.named_sequence @m0(%arg0: !transform.any_op) {
    %0 = transform.param.constant 4 : i64 -> !transform.any_param
    %1 = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = %0, "top-down" = false} to %arg0 : (!transform.any_op, !transform.any_param) -> !transform.any_op
    %2 = transform.apply_registered_pass "cse" with options = {"x" = [1 : i64, %0]} to %1 : (!transform.any_op, !transform.any_param) -> !transform.any_op
    transform.yield 
  }
  transform.named_sequence @m1(%arg0: !transform.any_op) {
    %0 = transform.param.constant 4 : i64 -> !transform.any_param
    %1 = transform.apply_registered_pass "a" with options = {"b-c" = "s", "u" = 3 : i8, "x" = [1 : i64, 2 : i64], "y" = %0, "z" = [[1 : i64, %0], [%0]]} to %arg0 : (!transform.any_op, !transform.any_param, !transform.any_param, !transform.any_param) -> !transform.any_op
    transform.yield 
  }
  transform.named_sequence @m2(%arg0: !transform.any_op) {
    %0 = transform.tune.knob<"k"> options = [1, 2] -> !transform.any_param
    %1 = transform.tune.alternatives<"x"> selected_region = 0 -> !transform.any_op {
      transform.yield %arg0 : !transform.any_op
    }, {
      transform.yield %arg0 : !transform.any_op
    }
    transform.tune.alternatives<"y"> selected_region = %0 : !transform.any_param {
    }, {
    }
    transform.tune.alternatives<"z"> {
    }
    transform.yield 
  }
}
