#compdef gpuocc
# SPDX-License-Identifier: MIT
# Completion of gpuocc(1) for zsh: gpuocc complete prints the candidates.

_gpuocc() {
    local -a found
    found=(${(f)"$(gpuocc complete "${(@)words[2,CURRENT]}" 2>/dev/null | cut -f1)"})
    if [[ ${found[1]} == :files ]]; then
        _files
    elif (( ${#found} )); then
        compadd -- ${(u)found}
    fi
}

_gpuocc "$@"
