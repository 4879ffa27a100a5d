# SPDX-License-Identifier: MIT
# Completion of gpuocc(1) for bash: gpuocc complete prints the candidates.

_gpuocc()
{
    local word=${COMP_WORDS[COMP_CWORD]} found name shown

    COMPREPLY=()
    mapfile -t found < <(gpuocc complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1)
    if [[ ${found[0]} == :files ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
    fi
    # Blanks are quoted if the word has no quote.
    for name in "${found[@]}"; do
        printf -v shown %q "$name"
        [[ $word == [\"\']* ]] && shown=$name
        [[ $shown == "${word#[\"\']}"* ]] && COMPREPLY+=("$shown")
    done
}

complete -F _gpuocc gpuocc
