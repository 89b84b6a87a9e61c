# files of tensors: lists, and other formats
T="$DATA/../../../../libkernels/tensorfile/test/corpus"
cp $T/* .
bef tensors weights.safetensors parts.safetensors.index.json two.btf
bef tensors --json two.btf
echo === other formats, and back
bef tensors blocks.gguf -o blocks.safetensors && bef tensors blocks.safetensors
bef tensors blocks.gguf -o same.gguf && bef tensors same.gguf | grep q4_k
bef tensors parts.safetensors.index.json -o whole.npz && bef tensors whole.npz -o whole.safetensors && bef tensors whole.npz whole.safetensors
bef tensors two.btf -o again.btf && cmp two.btf again.btf && echo same
echo === refused
for call in "weights.safetensors -o none.gguf" "two.btf -o none.npy" "two.btf -o none.txt" "two.btf two.btf -o none.npz" "" "make.py" "--json two.btf -o none.npz"; do
	bef tensors $call; echo "$?"
done
ls none.* 2> /dev/null
