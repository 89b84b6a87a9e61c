// 1:33 'pdl.operand' op expected a bindable user when defined in the matcher body of a `pdl.pattern`
pdl.pattern : benefit(1) { %0 = operand }
// -----
// 1:33 'pdl.type' op expected a bindable user when defined in the matcher body of a `pdl.pattern`
pdl.pattern : benefit(1) { %t = type %0 = operation "foo.bar" rewrite %0 { } }
// -----
// 1:1 'pdl.pattern' op attribute 'benefit' failed to satisfy constraint: 16-bit signless integer attribute
pdl.pattern : benefit(-1) { %0 = operation rewrite %0 { } }
// -----
// 1:33 'pdl.operation' op expected a bindable user when defined in the matcher body of a `pdl.pattern`
pdl.pattern : benefit(1) { %0 = operation %1 = result 0 of %0 rewrite { } }
// -----
// 1:68 'pdl.attribute' op expected a bindable user when defined in the matcher body of a `pdl.pattern`
pdl.pattern : benefit(1) { %a = attribute = 1 : i32 %t = type %b = attribute : %t rewrite with "y" }
// -----
// 1:56 'pdl.replace' op operand #1 must be variadic of single element or range of PDL handle for an `mlir::
pdl.pattern : benefit(1) { %0 = operation rewrite %0 { replace %0 with (%0 : !pdl.operation) } }
