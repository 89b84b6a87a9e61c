sigmangle check 'I1!R1!' 'I8!B5!d007R1!' 'I17!D13!K2!b_0K2!a_1R1!' 'I3!_0R1!' || exit
sigmangle check --json 'I1!R1!' 'I3!_0R1!' 'I17!D13!K2!a_0K2!a_1R1!'
sigmangle check --canonical 'I8!B5!d007R1!' && exit 1
sigmangle check --raw 'I3!_0R1!' && exit 1
sigmangle check --lax 'R1!I1!' 'I1!R1!x'
sigmangle check --attributes 'f=I13!B4!d-1B4!d-1R10!B4!d-1O1!' fv=1 fbr=make abi=sip abiv=1 'sip=I12!S9!k0_0k1_1R3!_0' sipv=1 other=x || exit
sigmangle check --json -a 'f=I4!B1!R1!' fv=1
sigmangle check --json -a 'f=I4!B1!R1!' fv=2
sigmangle check -a 'f=I4!B1!R1!' fv=1 abi=sip 'sip=I3!_1R1!' && exit 1
sigmangle check -a 'f=I4!B1!' fv=1 && exit 1
sigmangle check -a fv=1
