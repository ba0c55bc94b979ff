# Completion of commlab for fish: the program itself says how a line can go on.
function __commlab_offers
    set -l words (commandline --current-process --tokenize --cut-at-cursor)
    $words[1] complete -- $words[2..] (commandline --current-token --cut-at-cursor) 2>/dev/null
end
complete --command commlab --arguments '(__commlab_offers)'
