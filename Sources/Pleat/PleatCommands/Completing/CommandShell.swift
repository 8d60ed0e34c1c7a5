/// A shell that pleat has completions for.
enum CommandShell: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// The script that makes the shell ask pleat for completions.
  ///
  /// No shell evaluates pleat's answer: each line is a word and its meaning, separated by a tab. The line `files` asks
  /// for the names of files.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static let bashScript = #"""
    # Completions of pleat for bash.
    _pleat() {
      local line
      COMPREPLY=()
      while IFS= read -r line; do
        case $line in
          *$'\t'*) COMPREPLY+=("${line%%$'\t'*}") ;;
          files) compopt -o default ;;
        esac
      done < <(command pleat completions bash -- "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null </dev/null)
    }
    complete -o nosort -F _pleat pleat

    """#

  private static let zshScript = #"""
    #compdef pleat
    # Completions of pleat for zsh.
    _pleat() {
      local line
      local -a found meanings
      while IFS= read -r line; do
        case $line in
          (*$'\t'*) found+=("${line%%$'\t'*}"); meanings+=("${line%%$'\t'*}  -- ${line#*$'\t'}") ;;
          (files) [[ $PREFIX == --*=* ]] && compset -P '*='; _files; return ;;
        esac
      done < <(command pleat completions zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)
      compadd -U -l -V pleat -d meanings -a found
    }
    if [[ $funcstack[1] == _pleat ]]; then _pleat "$@"; else compdef _pleat pleat; fi

    """#

  private static let fishScript = #"""
    # Completions of pleat for fish.
    function __pleat_complete
        set -l words (commandline -opc)
        set -e words[1]
        set -l typed (commandline -ct)
        for line in (command pleat completions fish -- $words "$typed" 2>/dev/null </dev/null)
            if test "$line" = files
                set -l option (string match -r -- '^--[^=]*=' "$typed")
                for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$typed"))
                    printf '%s%s\n' "$option" "$path"
                end
            else
                printf '%s\n' "$line"
            end
        end
    end
    complete -c pleat -f -k -a '(__pleat_complete)'

    """#
}
