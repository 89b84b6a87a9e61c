# where outputs go: access, symbolic links, inputs that are not replaced; named pipes are read once
try() { "$@"; echo "status $?" >&2; }
umask 022
bef assemble "$DATA/small.mlir" -o new.bef && stat -c '%a new' new.bef
echo old >private.bef && chmod 600 private.bef && bef assemble "$DATA/small.mlir" -o private.bef
stat -c '%a private' private.bef && bef verify private.bef
mkdir far && echo old >far/model.bef && chmod 640 far/model.bef && ln -s far/model.bef link.bef && ln -s link.bef chain.bef
bef assemble "$DATA/small.mlir" -o chain.bef && readlink chain.bef link.bef && stat -c '%a linked' far/model.bef
bef verify far/model.bef
ln -s far/none.bef dangling.bef && bef disassemble new.bef -o dangling.bef && ls far
ln -s loop loop && try bef assemble "$DATA/small.mlir" -o loop
cp "$DATA/small.mlir" x.mlir && ln x.mlir hard.mlir && ln -s x.mlir soft.mlir
try bef assemble x.mlir -o x.mlir
try bef assemble x.mlir -o hard.mlir
try bef assemble x.mlir -o ./soft.mlir
try bef assemble -o x.mlir <x.mlir
try bef embed --c x.mlir -o x.mlir
try bef run x.mlir --trace x.mlir >ran
cmp x.mlir "$DATA/small.mlir"
try bef disassemble new.bef -o new.bef && bef verify new.bef
echo 'f32 [2] = 1 2' >t.txt && try bef btf make t.txt -o t.txt
bef btf make t.txt -o t.btf && try bef btf align -a 8 t.btf -o t.btf
# a pipe gives its bytes to the first that opens it
fed() { rm -f p; mkfifo p; cat "$1" >p & shift; timeout 20 bef "$@" p; echo "status $?" >&2; wait; }
fed x.mlir run
fed x.mlir verify
fed new.bef run
fed t.btf btf list
printf 'func.func @main() {\n  "no.kernel"() : () -> ()\n  tfrt.return\n}\n' >bad.mlir
fed bad.mlir run
fed bad.mlir run --verify-diagnostics
ls
