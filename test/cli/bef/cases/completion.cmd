# completions: commands, options, values, names of functions and kernels, files
bef completion bash >bef.bash
cp "$DATA/small.mlir" .
cat >try.bash <<'END'
. ./bef.bash
try() {
	COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
	_bef
	echo "$*: ${COMPREPLY[*]}"
}
try bef ver
try bef help bt
try bef run --ti
try bef run --queue ""
try bef run --allocator fi
try bef run small.mlir --functions ""
try bef run small.mlir --init h
try bef run --timeout ""
try bef run sma
try bef run small.mlir -o sma
try bef btf c
try bef bench small.mlir th
try bef kernels tfrt.add.i
try bef embed --machine ""
END
bash try.bash
bef completion zsh | head -2
bef completion fish | grep -- ' run.*\(queue\|trace\|timeout\|stats\)'
bef completion tcsh; echo $? >&2
bef help verify | head -1
bef help | head -1
bef help verfy; echo $? >&2
bef help run x; echo $? >&2
bef -V | cut -d ' ' -f 1
