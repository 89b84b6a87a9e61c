sigmangle demangle --json 'I23!B11!d-1d128d64B6!t6d10R12!B9!d-1d1000' 'I31!S27!k0D17!K4!bar_1K4!foo_0k1_2R3!_0' I4!U1!R7!O1!S1! I1!R1! |
	tee objects || exit
# there and back
sigmangle mangle <objects
# bytes that are no UTF-8
printf 'I12!D9!K4!a\377\001_0R14!D10!K5!\303\251"\\_0\n' >bytes
sigmangle demangle --json <bytes | sigmangle mangle | cmp - bytes && echo same
sigmangle demangle <bytes || exit
sigmangle demangle <bytes | sigmangle mangle | cmp - bytes && echo same
