# Commands that look at bytecode take text as well.
mlirbc print "$DATA/branches.mlirbc" > a.mlir
mlirbc assemble a.mlir -o a.mlirbc
for command in info ops verify size dot; do mlirbc $command a.mlir > text.out; echo "$?"; mlirbc $command a.mlirbc | cmp - text.out && echo same; done
mlirbc info - < a.mlir | head -1
echo 'bad.op' | mlirbc ops -; echo "$?"
printf 'bytes\0' | mlirbc ops -; echo "$?"
# A property that is no attribute, in a version that holds attributes only.
printf '%s\n' '"t.f"() ({' '^bb0(%%a: i32):' '  %%0 = "llvm.add"(%%a, %%a) <{overflowFlags = 1 : i32}> : (i32, i32) -> i32' '}) : () -> ()' | sed 's/%%/%/g' > flags.mlir
mlirbc convert --version 3 flags.mlir -o flags.mlirbc; echo "$?"; mlirbc print flags.mlirbc | grep overflow
mlirbc convert --version 5 flags.mlir -o flags.mlirbc; echo "$?"
# The same string in text and in bytecode, where it cannot have a byte 0 in it.
printf '"t.x"() {v = #foo.bar<"a\000b">} : () -> ()\n' > nul.mlir; mlirbc assemble nul.mlir -o nul.mlirbc
mlirbc hash nul.mlir nul.mlirbc | sed 's/ .*//' | sort -u | wc -l; mlirbc diff nul.mlir nul.mlirbc && echo same
