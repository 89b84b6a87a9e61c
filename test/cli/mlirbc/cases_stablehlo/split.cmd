cat > model.mlir <<'END'
module @m {
  func.func public @main(%arg0: tensor<2x3xf32>) -> (tensor<2x4xf32>, tensor<4xbf16>, tensor<4xi4>, tensor<3xi1>, tensor<2xcomplex<f64>>) {
    %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 1.0, 2.0, 3.0]]> : tensor<3x4xf32> loc("p['Dense_0']['kernel']")
    %1 = stablehlo.constant dense<[1.0, 2.0, 3.0, -0.0]> : tensor<4xbf16>
    %2 = stablehlo.constant dense<[1, -2, 3, -8]> : tensor<4xi4>
    %3 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %4 = stablehlo.constant BIAS : tensor<4xf32>
    %5 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    %6 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
    %7 = stablehlo.add %5, %6 : tensor<2x4xf32>
    %8 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>> loc("../w")
    %9 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>> loc("again")
    %10 = stablehlo.add %8, %9 : tensor<2xcomplex<f64>>
    return %7, %1, %2, %3, %10 : tensor<2x4xf32>, tensor<4xbf16>, tensor<4xi4>, tensor<3xi1>, tensor<2xcomplex<f64>>
  }
}
END
echo '{-# dialect_resources: { builtin: { bias: "0x400000000000803F000000400000404000008040" } } #-}' > blob
sed 's/BIAS/dense_resource<bias>/' model.mlir | cat - blob > with_blob.mlir
sed 's/BIAS/dense<[1.0, 2.0, 3.0, 4.0]>/' model.mlir > text.mlir
mlirbc convert text.mlir -o bytecode
mlirbc convert with_blob.mlir -o resource
mlirbc convert --version 4 text.mlir -o old
mlirbc convert --to vhlo:1.3.0 text.mlir -o artifact
# the digest stays: every bit of the constants is the same
for file in text.mlir with_blob.mlir bytecode resource old artifact; do
	mlirbc split "$file" --weights w.npz --larger-than 0 -o small && mlirbc join small --weights w.npz -o back
	mlirbc hash "$file" | cut -c1-64 > before; mlirbc hash back | cut -c1-64 | cmp - before && mlirbc info back | head -1
	mlirbc print small | mlirbc join --weights w.npz -o back && mlirbc diff "$file" back && echo "and from text"
done
mlirbc info old | head -1; mlirbc split old --weights w.npz --larger-than 0 | mlirbc info | head -1
mlirbc resources back
mlirbc split resource --weights w.npz --larger-than 0 | mlirbc print -p
# larger ones only
mlirbc split text.mlir --weights w.npz --larger-than 32 | mlirbc print -p | grep 'stablehlo.constant'
mlirbc split text.mlir --weights w.npz --larger-than 32 --compress -o small && mlirbc join small --weights w.npz | mlirbc diff text.mlir - && echo same
mlirbc split text.mlir --weights none.npz -o none; echo "$?"; ls none none.npz 2>/dev/null
# other values are other values, and wrong files are refused
sed 's/3.0, 4.0]/3.0, 5.0]/' text.mlir > other.mlir
mlirbc split other.mlir --weights other.npz --larger-than 0 -o other && mlirbc split text.mlir --weights w.npz --larger-than 0 -o small
mlirbc join small --weights other.npz -o trained && mlirbc diff trained other.mlir && echo trained
mlirbc split small --weights x.npz --larger-than 0; echo "$?"
mlirbc join text.mlir --weights w.npz; echo "$?"
sed -e 's/3x4xf32/4x3xf32/' -e 's/\[\[1.0.*3.0\]\]/[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [1.0, 2.0, 3.0]]/' -e 's/, tensor<3x4/, tensor<4x3/' \
	-e 's/\[1\] x \[0\]/[1] x [1]/' text.mlir > turned.mlir
mlirbc split turned.mlir --weights turned.npz --larger-than 0 -o turned
cp text.mlir kept; mlirbc join small --weights turned.npz -o kept; echo "$?"; cmp text.mlir kept && echo kept
sed -e "s/\['kernel'\]/.kernel/" text.mlir > renamed.mlir
mlirbc split renamed.mlir --weights renamed.npz --larger-than 0 -o renamed; mlirbc join small --weights renamed.npz -o kept; echo "$?"
sed -e "s/4xbf16/4xf16/g" text.mlir > type.mlir
mlirbc split type.mlir --weights type.npz --larger-than 0 -o type; mlirbc join small --weights type.npz -o kept; echo "$?"
mlirbc join small --weights text.mlir -o kept; echo "$?"
# notes that are damaged
mlirbc print small > small.mlir
for change in 's/"dense weights\/main"/"dense"/' 's/"dense weights\/main"/"sparse weights\/main"/' 's/"dense weights\/main"/"resource:3 weights\/main"/' \
	's/"dense weights\/main"/"dense nothing"/' 's/"dense weights\/main"/"dense weights\/main.1"/' 's/main: "dense weights\/main"/main: true/'; do
	sed "$change" small.mlir | mlirbc join --weights w.npz -o kept; echo "$?"
done
sed 's/"1.3.0"/"9.3.0"/' small.mlir > /dev/null; mlirbc split artifact --weights w.npz --larger-than 0 | mlirbc print | sed 's/"1.3.0"/"9.3.0"/' | mlirbc join --weights w.npz -o kept; echo "$?"
mlirbc split text.mlir; echo "$?"
mlirbc join small; echo "$?"
mlirbc split text.mlir --weights w.npz --larger-than many; echo "$?"
