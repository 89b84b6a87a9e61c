/* shared.spv is made of it by
 *	clang-15 -c -O2 -target spir64 -cl-std=CL1.2 -emit-llvm -Xclang -finclude-default-header shared.cl -o shared.bc
 *	llvm-spirv-15 shared.bc -o shared.spv */
kernel void share(global int *p, local int *t, int k)
{
	t[get_local_id(0)] = k;
	p[get_global_id(0)] = t[get_local_id(0)] + 1;
}
