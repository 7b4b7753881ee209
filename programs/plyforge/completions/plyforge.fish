# Completion of the plyforge command line for fish. Commands, options and the words that an option takes come from the
# help texts and refusals of the program itself.

# The lines "word<tab>description" for the word at the cursor.
function __plyforge_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set words[1] (string replace -r '^~' $HOME -- $words[1])
    set -l commands ($words[1] --help </dev/null | sed -nE '/^Commands:/,/^$/s/^  ([a-z]+) +(.*)/\1\t\2/p')
    if test (count $words) -eq 1
        printf '%s\n' $commands help\t'print help'
        string match -q -- '-*' $word; and printf '%s\n' --help\t'print help' --version\t'print the version'
        return
    end
    if test $words[2] = help
        test (count $words) -eq 2; and printf '%s\n' $commands
        return
    end
    set -l help ($words[1] $words[2] --help </dev/null 2>/dev/null)
    set -l operands (string replace -r '^Usage: plyforge [a-z]+ (.*)\[OPTION\].*' '$1' -- $help[1])
    set -l choices (string match -r '[a-z]+(?:\|[a-z]+)+' -- $operands)
    set -l argument
    if string match -q -- '--*' $words[-1]
        set argument (string replace -rf -- "^  $words[-1] ([A-Z/-]+)  .*" '$1' $help)
    end
    switch "$argument"
        case FILE
            __fish_complete_path $word
        case DIR
            __fish_complete_directories $word
        case COMMAND
            __fish_complete_command
        case '?*'
            $words[1] $words[2] $words[-1] '?' </dev/null 2>&1 |
                string replace -rf -- ".*--\S+ takes ([a-z0-9-]+(?:, [a-z0-9-]+)* or [a-z0-9-]+), not '\?'.*" '$1' |
                string replace -a ', ' \n | string replace ' or ' \n
        case ''
            if string match -q -- '-*' $word
                string replace -rf -- '^  (--[a-z0-9-]+)(?: [A-Z/-]+)?  +(.*)' '$1'\t'$2' $help
            else if test -n "$choices" -a (count $words) -eq 2
                string split '|' $choices
            else if string match -q '*FILE*' -- $operands
                __fish_complete_path $word
            else if string match -q '*DIR*' -- $operands
                __fish_complete_directories $word
            end
    end
end

complete -c plyforge -f -a '(__plyforge_complete)'
