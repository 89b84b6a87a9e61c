# StableHLO models: the same bits on one thread, on workers, from a file, and in a second run
cat > model.mlir << 'END'
func.func @main() -> (tensor<96x80xf32>, tensor<80xf32>, tensor<96x80xf32>, tensor<3000xf64>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %i = stablehlo.iota dim = 0 : tensor<96x128xf32>
  %j = stablehlo.iota dim = 1 : tensor<96x128xf32>
  %ij = stablehlo.multiply %i, %j : tensor<96x128xf32>
  %x = stablehlo.sine %ij : tensor<96x128xf32>
  %w = stablehlo.slice %x [0:80, 0:128] : (tensor<96x128xf32>) -> tensor<80x128xf32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<96x128xf32>, tensor<80x128xf32>) -> tensor<96x80xf32>
  %e = stablehlo.exponential %p : tensor<96x80xf32>
  %l = stablehlo.logistic %e : tensor<96x80xf32>
  %s = stablehlo.reduce(%l init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<96x80xf32>, tensor<f32>) -> tensor<80xf32>
  %o = "stablehlo.sort"(%p) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) {dimension = 1 : i64, is_stable = true} : (tensor<96x80xf32>) -> tensor<96x80xf32>
  %low = stablehlo.constant dense<0.0> : tensor<f64>
  %high = stablehlo.constant dense<2.0> : tensor<f64>
  %count = stablehlo.constant dense<3000> : tensor<1xi64>
  %r = stablehlo.rng %low, %high, %count, distribution = NORMAL : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<3000xf64>
  return %l, %s, %o, %r : tensor<96x80xf32>, tensor<80xf32>, tensor<96x80xf32>, tensor<3000xf64>
}
END
bef assemble model.mlir -o model.bef
run() { name=$1; shift; mkdir "$name"; bef run "$@" -o "$name" > "$name.out"; echo "$name: status $?"; }
same() { run "$@"; diff -r first "$1" && diff first.out "$1.out" && echo "$1: the same"; }
run first model.mlir
ls first
same again model.mlir
same single model.mlir --queue single
same workers model.mlir --queue threads:2
same file model.bef --queue threads:2
same file_single model.bef --queue single
sed 's/sine/cosine/' model.mlir > other.mlir
run other other.mlir
diff -rq first other || true
