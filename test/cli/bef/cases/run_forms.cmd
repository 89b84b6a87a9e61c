# text, BEF with and without what is optional, from a file and from stdin: one and the same
bef run "$DATA/small.mlir" || exit
bef assemble "$DATA/small.mlir" -o all.bef || exit
bef assemble --no-optional-sections -o less.bef -- "$DATA/small.mlir" || exit
bef assemble <"$DATA/small.mlir" >piped.bef || exit
[ $(wc -c <less.bef) -lt $(wc -c <all.bef) ] && echo "less is less"
bef run "$DATA/small.mlir" >expected
for way in "bef run all.bef" "bef run less.bef" "bef run piped.bef" "bef run - <all.bef" "bef run <$DATA/small.mlir" \
	"bef run --queue threads all.bef" "bef run --queue=threads:2 all.bef" "bef run --queue threads:2:1 less.bef" \
	"bef run --allocator system all.bef" "bef run --allocator counting all.bef" "bef run --allocator fixed:1000000 all.bef"; do
	eval "$way" >actual && cmp expected actual || echo "$way differs"
done
