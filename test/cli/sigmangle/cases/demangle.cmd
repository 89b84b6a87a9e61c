sigmangle demangle 'I23!B11!d-1d128d64B6!t6d10R12!B9!d-1d1000' 'I31!S27!k0D17!K4!bar_1K4!foo_0k1_2R3!_0' I4!U1!R4!U1! I1!R1! || exit
sigmangle demangle --sip 'I8!S5!k5_0R1!' 'I4!S1!R4!D1!' 'I1!R1!' || exit
sigmangle demangle --raw 'I4!S1!R4!O1!' || exit
sigmangle demangle --tree 'I31!S27!k0D17!K4!bar_1K4!foo_0k1_2R3!_0' 'I1!R1!' || exit
sigmangle demangle --lax 'I1!R9!' 'xI5!_0_1R1!' 'X1!I5!_0_1R1!' || true
sigmangle demangle --echo 'not one' 'I4!O1!R1!'
