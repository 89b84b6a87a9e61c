cp "$DATA/small.mlir" . && bef assemble small.mlir -o a.bef || exit
bef disassemble a.bef
echo '=== generic'
bef disassemble --generic < a.bef
echo '=== what comes of it is the same text'
bef disassemble a.bef -o a.mlir && bef assemble a.mlir | bef disassemble | cmp - a.mlir && echo same
echo '=== and with locations the same bytes'
bef disassemble --locations a.bef | bef assemble | cmp - a.bef && echo same
echo '=== straight from text'
echo 'func.func @f() { tfrt.return }' | bef disassemble
echo '=== without the sections that only tools read: a warning'
bef assemble --no-optional-sections small.mlir -o bare.bef && bef disassemble bare.bef | grep -c '#bef.unknown'
echo '=== no BEF'
printf '\013\357\000\001' | bef disassemble
