// 1:41 'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 
func.func @f(%a: index, %f: f32) { %0 = scf.for %i = %a to %a step %a iter_args(%x = %f) -> (f32) { } return }
// -----
// 1:41 'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 
func.func @f(%a: index, %f: f32) { %0 = scf.for %i = %a to %a step %a iter_args(%x = %f) -> (f32) { scf.yield } return }
// -----
// 1:41 custom op 'scf.for' mismatch in number of loop-carried values and defined values
func.func @f(%a: index, %f: f32) { %0 = scf.for %i = %a to %a step %a iter_args(%x = %f) -> (f32, f32) { scf.yield %x : f32 } return }
// -----
// 1:36 'scf.for' op operand #0 must be signless integer or index, but got 'f32'
func.func @f(%a: index, %f: f32) { scf.for %i = %f to %f step %f : f32 { } return }
// -----
// 1:36 'scf.for' op different number of inits and region iter_args: 0 != 18446744073709551615
func.func @f(%a: index, %f: f32) { "scf.for"(%a, %a, %a) ({ ^bb0: scf.yield }) : (index, index, index) -> () return }
// -----
// 1:36 'scf.for' op expected induction variable to be same type as bounds and step
func.func @f(%a: index, %f: f32) { "scf.for"(%a, %a, %a) ({ ^bb0(%i: f32): "scf.yield"() : () -> () }) : (index, index, index) -> () return }
// -----
// 1:38 'scf.if' op must have an else block if defining values
func.func @f(%a: i1, %f: f32) { %0 = scf.if %a -> f32 { scf.yield %f : f32 } return }
// -----
// 1:38 'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 op
func.func @f(%a: i1, %f: f32) { %0 = scf.if %a -> f32 { scf.yield %f : f32 } else { } return }
// -----
// 1:38 'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i
func.func @f(%a: i1, %f: f32) { %0 = scf.if %a -> f32 { scf.yield %f : f32 } else { scf.yield %a : i1 } return }
// -----
// 1:33 'scf.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks
func.func @f(%a: i1, %f: f32) { "scf.if"(%a) ({ }, {}) : (i1) -> () return }
// -----
// 1:64 custom op 'scf.parallel' expected 1 operands
func.func @f(%a: index, %f: f32) { scf.parallel (%i) = (%a) to (%a, %a) step (%a) { } return }
// -----
// 1:41 'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0
func.func @f(%a: index, %f: f32) { %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce } return }
// -----
// 1:36 'scf.parallel' op expects body to terminate with 'scf.reduce'
func.func @f(%a: index, %f: f32) { scf.parallel (%i) = (%a) to (%a) step (%a) { scf.yield } return }
// -----
// 1:103 'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region
func.func @f(%a: index, %f: f32) { %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%x: f32, %y: i32): scf.reduce.return %x : f32 } } return }
// -----
// 1:150 'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)
func.func @f(%a: index, %f: f32) { %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%x: f32, %y: f32): scf.reduce.return %a : index } } return }
// -----
// 1:36 'scf.reduce' op expects parent op 'scf.parallel'
func.func @f(%a: index, %f: f32) { scf.reduce(%f : f32) { ^bb0(%x: f32, %y: f32): scf.reduce.return %x : f32 } return }
// -----
// 1:36 'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step
func.func @f(%a: index, %f: f32) { scf.parallel () = () to () step () { } return }
// -----
// 1:41 'scf.while' op expects the 'before' region to terminate with 'scf.condition'
func.func @f(%a: index, %f: f32) { %0 = scf.while (%x = %f) : (f32) -> (f32) { scf.yield %x : f32 } do { ^bb0(%y: f32): scf.yield %y : f32 } return }
// -----
// 1:49 'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand 
func.func @f(%a: index, %f: f32, %c: i1) { %0 = scf.while (%x = %f) : (f32) -> (f32) { scf.condition(%c) %x : f32 } do { ^bb0(%y: i32): scf.yield %f : f32 } return }
// -----
// 1:49 'scf.while' op along control flow edge from Operation scf.condition to parent: successor operand typ
func.func @f(%a: index, %f: f32, %c: i1) { %0 = scf.while (%x = %f) : (f32) -> (i32) { scf.condition(%c) %x : f32 } do { ^bb0(%y: i32): scf.yield %f : f32 } return }
// -----
// 1:49 'scf.while' op along control flow edge from Operation scf.yield to Region #0: region branch point ha
func.func @f(%a: index, %f: f32, %c: i1) { %0 = scf.while (%x = %f) : (f32) -> (f32) { scf.condition(%c) %x : f32 } do { ^bb0(%y: f32): scf.yield } return }
// -----
// 1:27 'scf.index_switch' op region #1 ('caseRegions') failed to verify constraint: region with 1 blocks
func.func @f(%a: index) { scf.index_switch %a case 1 { } case 1 { } default { } return }
// -----
// 1:32 'scf.index_switch' op expected each region to return 1 values, but default region returns 0
func.func @f(%a: index) { %0 = scf.index_switch %a -> i32 default { } return }
// -----
// 1:58 custom op 'scf.index_switch' expected 'default'
func.func @f(%a: index) { scf.index_switch %a case 1 { } return }
// -----
// 1:27 'scf.execute_region' op region needs to have at least one block
func.func @f(%a: index) { scf.execute_region { } return }
// -----
// 1:32 'scf.execute_region' op along control flow edge from Operation scf.yield to parent: successor operan
func.func @f(%a: index) { %0 = scf.execute_region -> i32 { scf.yield %a : index } return }
// -----
// 1:46 'scf.forall' op mapping attribute size must match op rank
func.func @f(%a: index, %t: tensor<4xf32>) { scf.forall (%i) in (2) { } {mapping = [#gpu.thread<x>, #gpu.thread<y>]} return }
// -----
// 1:36 'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch
func.func @f(%a: index, %f: f32) { scf.yield return }
