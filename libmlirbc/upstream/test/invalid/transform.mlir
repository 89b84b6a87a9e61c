// 1:29 custom op 'transform.sequence' expected string or keyword containing one of the following enum value
transform.sequence failures(foo) { ^bb0(%a: !transform.any_op): }
// -----
// 1:1 'transform.sequence' op expects the first entry block argument to be of type implementing TransformH
transform.sequence failures(propagate) { ^bb0(%a: i32): }
// -----
// 1:1 'transform.sequence' op expected children ops to implement TransformOpInterface
transform.sequence failures(propagate) { ^bb0(%a: !transform.any_op): arith.constant 1 : i32 }
// -----
// 1:76 'transform.structured.match' op result #0 must be TransformHandleTypeInterface instance, but got 'i3
transform.sequence failures(propagate) { ^bb0(%a: !transform.any_op): %0 = transform.structured.match ops{["x"]} in %a : (!transform.any_op) -> i32 }
// -----
// 1:76 'transform.structured.vectorize_children_and_apply_patterns' op result #0 must be TransformHandleTyp
transform.sequence failures(propagate) { ^bb0(%a: !transform.any_op): %0 = transform.structured.vectorize_children_and_apply_patterns %a : (!transform.any_op) -> i32 }
// -----
// 1:31 custom op 'transform.named_sequence' expected non-empty function body
transform.named_sequence @f() { }
// -----
// 1:71 'transform.sequence' op expects operands to be provided for a nested op
transform.sequence failures(propagate) { ^bb0(%a: !transform.any_op): transform.sequence failures(propagate) { ^bb0(%b: !transform.any_op): } }
// -----
// 1:145 'transform.alternatives' op expects the entry block to have at least one argument
transform.sequence failures(propagate) { ^bb0(%a: !transform.any_op): transform.foreach %a : !transform.any_op { ^bb1(%b: !transform.any_op): } transform.alternatives { } }
// -----
// 1:71 'transform.alternatives' op expects the entry block to have at least one argument
transform.sequence failures(propagate) { ^bb0(%a: !transform.any_op): transform.alternatives { ^bb1: } }
