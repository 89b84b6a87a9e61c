# an op in custom form that is unknown: the nearest op, the kernel that has only a generic form, or how that is written
op() {
	printf 'func.func @main() -> i32 {\n  %%a = tfrt.constant.i32 5\n  %%b = %s %%a, %%a\n  tfrt.return %%a : i32\n}\n' "$1" >op.mlir
	bef "${2:-assemble}" op.mlir; echo "status $?" >&2
}
# kernels without a custom form
op tfrt.minus.i32
op tfrt.minus.i32 run
op btf.read_dense_tensor.i32.2
# a name that is nearly right, without the suffix, with one that the op does not have; short names
op tfrt.addd.i32
op tfrt.add
op tfrt.add.i16
op tfrt.ad.i32
op tfrt.repat.i32
op tfrt_dht.create_uninitialised_tensor.i32.2
op tfrt.minis.i32
op tfrt_test.asyncadd.i32 run
# names that resemble nothing
op tfrt.sub.i32
op tfrt.x
op demo.nothing
