// 1:48 custom op 'omp.parallel' invalid clause value: 'foo'
func.func @f(%c: i32) { omp.parallel proc_bind(foo) { omp.terminator } return }
// -----
// 1:42 custom op 'omp.wsloop' invalid clause value: 'foo'
func.func @f(%c: i32) { omp.wsloop order(foo) { omp.loop_nest (%i) : i32 = (%c) to (%c) step (%c) { omp.yield } } return }
// -----
// 1:25 'omp.loop_nest' op expects parent op to be a loop wrapper
func.func @f(%c: i32) { omp.loop_nest (%i) : i32 = (%c) to (%c) step (%c) { omp.yield } return }
// -----
// 1:25 'omp.wsloop' op nested in loop wrapper is not another loop wrapper or `omp.loop_nest`
func.func @f(%c: i32) { omp.wsloop { omp.terminator } return }
// -----
// 1:40 'omp.critical' op expected symbol reference @x to point to a critical declaration
func.func @f(%c: !llvm.ptr, %i: i32) { omp.critical(@x) { omp.terminator } return }
// -----
// 1:40 'omp.section' op expects parent op 'omp.sections'
func.func @f(%c: !llvm.ptr, %i: i32) { omp.section { omp.terminator } return }
// -----
// 1:24 custom op 'omp.parallel' `if` clause can appear at most once in the expansion of the oilist directiv
func.func @f(%c: i1) { omp.parallel if(%c) if(%c) { omp.terminator } return }
// -----
// 1:25 custom op 'omp.wsloop'  expected schedule kind
func.func @f(%c: i32) { omp.wsloop schedule(foo) { omp.loop_nest (%i) : i32 = (%c) to (%c) step (%c) { omp.yield } } return }
// -----
// 1:25 custom op 'omp.wsloop'  unknown modifier type: foo
func.func @f(%c: i32) { omp.wsloop schedule(static, foo) { omp.loop_nest (%i) : i32 = (%c) to (%c) step (%c) { omp.yield } } return }
// -----
// 1:69 custom op 'omp.loop_nest' expected 2 operands
func.func @f(%c: i32) { omp.wsloop { omp.loop_nest (%i, %j) : i32 = (%c) to (%c) step (%c) { omp.yield } } return }
