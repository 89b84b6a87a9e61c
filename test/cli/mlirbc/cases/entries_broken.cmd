# A file of $1 attributes, each an array of the next one; number $2 has a code that there is not, the last is a unit.
chain() {
	printf '%b' "$(awk -v n="$1" -v bad="$2" '
		function put(value) { bytes = bytes sprintf("\\0%03o", value); size++ }
		function number(value) {
			if (value < 128) { put(value * 2 + 1) } else { value = value * 4 + 2; put(value % 256); put(int(value / 256)) }
		}
		function section(id, contents, count) {
			bytes = ""; size = 0; put(id); number(count); all = all bytes contents; bytes = ""; size = 0
		}
		BEGIN {
			all = "ML\\0357R\\0001MLIR22\\0000"
			number(1); number(8); section(0, bytes "builtin\\0000", size + 8)
			number(1); number(0); section(1, bytes, size)
			for (i = 0; i < n; i++) {
				from = size
				if (i == bad) { number(99) } else if (i == n - 1) { number(7) }
				else { number(0); number(1); number(i + 1) }
				sizes[i] = size - from
			}
			section(2, bytes, size)
			number(n); number(0); number(0); number(n)
			for (i = 0; i < n; i++) number(sizes[i] * 2 + 1)
			section(3, bytes, size)
			number(0); section(4, bytes, size)
			printf "%s", all
		}')"
}
# What is broken is shown as such, with the rest, and the first is told.
chain 5 1 > some
mlirbc attrs some; echo "$?"
# Asked for again and again, what waits for the broken one ends as work that is too much.
chain 2000 1999 > again
mlirbc attrs again > out; echo "$?"
test "$(wc -l < out)" -lt 1000 && tail -n 1 out
# What comes after a broken one, but is refused for another reason, is told.
chain 600 0 > deep
mlirbc attrs deep; echo "$?"
