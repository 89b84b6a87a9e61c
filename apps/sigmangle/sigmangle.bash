# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completions of sigmangle for bash.
_sigmangle()
{
	local current=${COMP_WORDS[COMP_CWORD]} words=
	COMPREPLY=()
	if ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W 'demangle mangle check match --help --version' -- "$current")
		return
	fi
	[[ $current == -* ]] || return
	case ${COMP_WORDS[1]} in
	demangle) words='--raw --sip --lax --tree --json --echo' ;;
	mangle) words='--json' ;;
	check) words='--raw --sip --lax --canonical --attributes --json' ;;
	match) words='--json' ;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words --show-source --help" -- "$current")
}
complete -F _sigmangle sigmangle
