# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completions of bef for bash.
_bef()
{
	local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=
	COMPREPLY=()
	if ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W 'run bench assemble disassemble verify dump stats dot embed diff btf kernels --help --version' -- "$current")
		return
	fi
	case $previous in
	--queue) words='single threads' ;;
	--allocator) words='system cached mimalloc counting fixed:' ;;
	--math) words='builtin blas xnnpack auto' ;;
	--machine) words='x86_64 aarch64 riscv64 ppc64le s390x' ;;
	--functions | --init | --name | --batch-ms) return ;;
	esac
	if ((COMP_CWORD == 2)) && [[ ${COMP_WORDS[1]} == btf && $current != -* ]]; then
		words='list check print make align'
	fi
	if [[ -z $words && $current == -* ]]; then
		case ${COMP_WORDS[1]} in
		run) words='--functions --init --queue --allocator --math --pack --call --input --output --full --timeout --print-error-code --verify-diagnostics --trace --stats' ;;
		bench) words='--queue --allocator --pack --batch-ms' ;;
		assemble) words='--output --no-optional-sections --force' ;;
		disassemble) words='--output --generic --locations' ;;
		verify) words='--kernels --pack' ;;
		btf) words='--align --output --force' ;;
		kernels) words='--pack' ;;
		dump) words='--all --json' ;;
		dot) words='--trace' ;;
		embed) words='--c --obj --name --machine --output --force' ;;
		esac
		words+=' --show-source --help'
	fi
	if [[ -n $words ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$current")
	fi
}
complete -o filenames -F _bef bef
