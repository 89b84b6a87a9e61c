# shapes of any rank; tensors of rank 16, 17 is an error
for rank in 10 16 17 1000; do
	awk -v rank=$rank 'BEGIN {
		for (i = 1; i <= rank; i++) {
			shape = shape (i > 1 ? ", " : "") (i == rank ? 2 : 1) " : i64"
			partial = partial (i > 1 ? ", " : "") (i % 500 == 0 ? -1 : 1) " : i64"
			attribute = attribute (i > 1 ? "x" : "") (i == rank ? 2 : 1)
		}
		print "func.func @shapes() -> (i1, i1, i64, i64) {"
		print "  %c = tfrt.new.chain"
		print "  %s = ts.build_shape [" shape "]"
		print "  %p = ts.to_partial_shape %s"
		print "  %c1 = ts.print_partial_shape %p, %c"
		print "  %t = ts.to_shape %p"
		print "  %q = ts.build_partial_shape [" partial "]"
		print "  %u = ts.build_shape [" shape ", 1 : i64]"
		print "  %same = ts.equal_shape %s, %t"
		print "  %other = ts.equal_shape %s, %u"
		print "  %n = ts.get_num_elements %s"
		print "  %i = tfrt.constant.i32 " rank - 1
		print "  %d = ts.get_dimension %s, %i"
		print "  \"befkit.use\"() {shape = #corert.shape<" attribute ">} : () -> ()" > "attribute.mlir"
		print "  tfrt.return %same, %other, %n, %d : i1, i1, i64, i64"
		print "}"
		print "func.func @unknown() -> !ts.shape {"
		print "  %q = ts.build_partial_shape [" partial "]"
		print "  %t = ts.to_shape %q"
		print "  tfrt.return %t : !ts.shape"
		print "}"
		print "func.func @tensor() -> !tfrt_tensor.tensor {"
		print "  %c = tfrt.new.chain"
		print "  %size = tfrt.constant.i64 8"
		print "  %align = tfrt.constant.i64 64"
		print "  %buffer = tfrt_dht.allocate_buffer %size, %align"
		print "  %s = ts.build_shape [" shape "]"
		print "  %t, %c1 = tfrt_dht.make_tensor.i32 %buffer, %s, %c"
		print "  %c2 = tfrt_dht.fill_tensor_with_constant.i32 %t, %c1 5 : i32"
		print "  %c3 = tfrt_dht.print_tensor %t, %c2"
		print "  tfrt.return %t : !tfrt_tensor.tensor"
		print "}"
	}' > $rank.mlir
	echo "=== $rank"
	bef run --allocator counting $rank.mlir 2>&1 | sed 's/1, 1, 1, 1, 1, 1, 1, 1, //g'
	bef assemble $rank.mlir -o $rank.bef && bef disassemble --locations $rank.bef | bef assemble | cmp - $rank.bef && echo same bytes
	(echo 'func.func @f() {'; cat attribute.mlir; echo '  tfrt.return'; echo '}') > shape.mlir
	bef assemble shape.mlir -o shape.bef && bef disassemble --locations shape.bef | bef assemble | cmp - shape.bef && echo same bytes
done
echo === file
echo 'f32 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2] = 0.5 1' >text
bef btf make -o ranks.btf text && bef btf list ranks.btf && bef btf check ranks.btf && bef btf print ranks.btf | cmp - text && echo same text
