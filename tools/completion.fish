# SPDX-License-Identifier: MIT
# Completion of gpuocc(1) for fish: gpuocc complete prints the candidates, each with its meaning.

function __gpuocc_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l found (gpuocc complete $words[2..-1] 2>/dev/null)
    if test "$found[1]" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $found
    end
end

complete -c gpuocc -f -a '(__gpuocc_complete)'
