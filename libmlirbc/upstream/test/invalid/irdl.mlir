// 1:65 custom op 'irdl.parameters' expected valid keyword
irdl.dialect @d { irdl.type @t { %0 = irdl.is 3 irdl.parameters(%0) } }
// -----
// 1:56 'irdl.operands' op name of operand #1 is a duplicate of the name of operand #0
irdl.dialect @d { irdl.operation @t { %0 = irdl.is i32 irdl.operands(a: %0, a: %0) } }
// -----
// 1:39 'irdl.base' op the base type or attribute name should start with '!' or '#'
irdl.dialect @d { irdl.type @t { %0 = irdl.base "foo" } }
// -----
// 1:1 'irdl.type' op expects parent op 'irdl.dialect'
irdl.type @t { }
// -----
// 1:1 'irdl.dialect' op invalid dialect name
irdl.dialect @"d.e" { }
