cat >tensors.txt <<'END'
# each type, and what is hard to print
f32 [2, 3] = 1 2 3 4 5 6.5
f64 [] = 0.1
f32 [3] = nan inf -inf
i8 [2] = -128 127
i16 [1] = -32768

u8 [0, 2] =
u16 [1] = 65535
u32 [1] = 4294967295
u64 [1] = 18446744073709551615
i64 [1, 1, 1, 2] = -9223372036854775808 3
i32 [3, 4] : 0,0 = 10 1,3 = 20 2,1 = 30
END
bef btf make -o made.btf tensors.txt
bef btf list made.btf
bef btf check made.btf
grep -v '^#' tensors.txt | grep . >plain.txt
bef btf print made.btf | diff plain.txt - && echo the same text
bef btf align --align 8 -o tight.btf made.btf
bef btf list tight.btf | head -4
bef btf make -a 8 <tensors.txt | cmp - tight.btf && echo the same bytes
bef btf align tight.btf | cmp - made.btf && echo the same bytes again

# elements out of a file, and a program that reads what was made
printf '\001\000\000\000\002\000\000\000' >two.bin
printf 'i32 [2] < two.bin\n' | bef btf make -o two.btf
cat >read.mlir <<'END'
func.func @read() -> !tfrt.chain {
  %ready = tfrt.new.chain
  %a = tfrt_test.get_string {value = "made.btf"}
  %b = tfrt_test.get_string {value = "two.btf"}
  %0 = tfrt.constant.i32 0
  %10 = tfrt.constant.i32 10
  %f = "btf.read_dense_tensor.f32.2"(%a, %0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %s = "btf.read_coo_tensor.i32.2"(%a, %10) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %i = "btf.read_dense_tensor.i32.1"(%b, %0) : (!tfrt.string, i32) -> !tfrt_tensor.tensor
  %c1 = tfrt_dht.print_tensor %f, %ready
  %c2 = tfrt_dht.print_tensor %s, %c1
  %c3 = tfrt_dht.print_tensor %i, %c2
  tfrt.return %c3 : !tfrt.chain
}
END
bef run read.mlir

echo --- wrong >&2
head -c 100 made.btf >short.btf
bef btf check short.btf
head -c 300 made.btf >cut.btf
bef btf list cut.btf | tail -1
bef btf check cut.btf
for line in 'f16 [1] = 1' 'f32 2 = 1' 'f32 [2] = 1' 'f32 [1] = 1 2' 'f32 [1] = one' 'i8 [1] = 128' 'u8 [1] = -1' 'i8 [1] = 1.5' \
	'f32 [-1] =' 'f32 [1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1] = 1' 'i32 [2] : 2 = 1' 'i32 [2, 2] : 1 = 1' 'f32 [9223372036854775807, 4] = 1' 'f32 [1]' \
	'i32 [3] < two.bin' 'i32 [1] < none.bin'; do
	echo "$line" | bef btf make -o no.btf
done
test -e no.btf || echo nothing was written
bef btf mend made.btf 2>&1 | head -1
bef btf align --align 24 made.btf 2>&1 | head -1
bef btf 2>&1 | head -1
