printf 'func.func @f() { tfrt.return }\n' > f.mlir
bef assemble f.mlir -o f.bef || exit
bef embed --c f.bef
echo '=== objects'
for machine in x86_64 s390x; do
	bef embed --obj --name prog --machine $machine f.bef -o prog.o || exit
	od -A x -t x1 -N 64 prog.o
done
echo '=== wrong'
bef embed f.bef; echo $?
bef embed --c --obj f.bef; echo $?
bef embed --c --name 3x f.bef; echo $?
bef embed --obj --machine z80 f.bef; echo $?
