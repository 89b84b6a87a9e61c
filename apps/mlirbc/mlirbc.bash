# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Completions of mlirbc for bash.
_mlirbc()
{
	local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=
	COMPREPLY=()
	if ((COMP_CWORD == 1)); then
		mapfile -t COMPREPLY < <(compgen -W 'info print verify ops strings attrs types resources size dot convert assemble cat strip gc merge extract hash diff hexdump --help --version' -- "$current")
		return
	fi
	case $previous in
	--extract | --group | --elide-attrs-larger-than | --version | --symbol | --remove | --align | --max-output | --max-depth | --max-work | --max-memory) return ;;
	esac
	if [[ $current == -* ]]; then
		case ${COMP_WORDS[1]} in
		info) words='--json' ;;
		print) words='--pretty --debug-info --value-users --elide-attrs-larger-than --max-output --max-depth --max-work --max-memory --skip-regions --output' ;;
		verify) words='--decode-only --max-depth --max-work --max-memory' ;;
		attrs) words='--max-output' ;;
		types) words='--max-output' ;;
		resources) words='--list --extract --extract-all --replace --add --remove --external --align --force --group --raw --npy --max-output --output' ;;
		size) words='--json --html --output' ;;
		dot) words='--output' ;;
		convert) words='--version --producer --drop-use-lists --output' ;;
		assemble) words='--version --producer --output' ;;
		cat) words='--debug-info --output' ;;
		strip) words='--debug-info --keep-resources --output' ;;
		merge) words='--rename --output' ;;
		extract) words='--symbol --output' ;;
		gc) words='--keep-resources --output' ;;
		diff) words='--quiet' ;;
		esac
		words+=' --show-source --help'
		mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$current")
	fi
}
complete -o filenames -F _mlirbc mlirbc
