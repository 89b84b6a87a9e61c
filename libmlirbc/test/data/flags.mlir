// Properties that are no attributes: the same name in {...} is a discardable attribute. What <{...}> says of an attribute wins.
"llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<i32 (i32, i32)>, linkage = #llvm.linkage<external>, sym_name = "flags", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
^bb0(%a: i32, %b: i32):
  %0 = "llvm.add"(%a, %b) <{overflowFlags = 0 : i32}> {overflowFlags = 1 : i32} : (i32, i32) -> i32
  %1 = "llvm.sub"(%a, %0) {overflowFlags = 2 : i32} : (i32, i32) -> i32
  %2 = "llvm.or"(%1, %0) <{isDisjoint}> {isDisjoint, other} : (i32, i32) -> i32
  "llvm.return"(%1) : (i32) -> ()
}) : () -> ()
"func.func"() <{sym_name = "f", function_type = () -> ()}> ({}) {sym_visibility = "private", sym_name = "g"} : () -> ()
