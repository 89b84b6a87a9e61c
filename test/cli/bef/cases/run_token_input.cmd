# The empty array of booleans that JAX passes for a token may be among the inputs; another array is not taken for it.
cat > token.mlir <<'END'
func.func @main(%t: !stablehlo.token, %x: tensor<2xi8>) -> (!stablehlo.token, tensor<2xi8>) {
  %0 = stablehlo.negate %x : tensor<2xi8>
  return %t, %0 : !stablehlo.token, tensor<2xi8>
}
END
npy() { printf '\223NUMPY\1\0v\0%-117s\n' "{'descr': '$1', 'fortran_order': False, 'shape': ($2,), }"; printf "$3"; }
npy '|b1' 0 '' > token.npy
npy '|i1' 2 '\1\2' > x.npy
bef run token.mlir --input token.npy --input x.npy; echo "$?"
bef run token.mlir --input x.npy; echo "$?"
bef run token.mlir --input x.npy --input token.npy; echo "$?"
