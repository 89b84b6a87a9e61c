printf 'f = "I4!U1!R4!U1!", sip=I31!S27!k0D17!K4!bar_1K4!foo_0k1_2R3!_0 I99!xx HI1!R1! I1!R1! I1! end\nno newline I1!R' | sigmangle demangle || exit
echo
# a key with newlines, and one that is cut short
printf 'a I14!D10!K5!\n\nxy_0R1! b I40!D1\nc\n' | sigmangle demangle || exit
# other text is not touched
head -c 100000 /dev/zero | tr '\0' 'I' | sigmangle demangle | wc -c
printf 'I9999999!\001\377\000 bytes\n' >in
sigmangle demangle <in | cmp in - && echo same
printf 'x I1!R1!\n' | sigmangle demangle --json
# without a command
printf 'x I1!R1! y\n' | sigmangle && printf 'x I1!R1! y\n' | sigmangle --json
