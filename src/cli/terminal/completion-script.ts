import type { Argument, Command } from 'commander'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** Words that may follow a command path such as `/stores/list`; '' is the root. */
interface Place {
  path: string
  words: { word: string; description: string }[]
  values: { flag: string; choices: readonly string[] }[]
}

export const completionScript = (root: Command, shell: Shell): string =>
  SCRIPTS[shell](root.name(), placesOf(root))

const placesOf = (command: Command, path = ''): Place[] => {
  const help = command.createHelp()
  const options = help.visibleOptions(command)
  const commands = help.visibleCommands(command)
  const own: Place = {
    path,
    words: [
      ...commands.map((each) => ({ word: each.name(), description: each.description() })),
      ...command.registeredArguments.flatMap(({ argChoices = [] }: Argument) =>
        argChoices.map((word) => ({ word, description: '' })),
      ),
      ...options.flatMap(({ long, description }) => (long ? [{ word: long, description }] : [])),
    ],
    values: options.flatMap(({ long, argChoices }) =>
      long && argChoices ? [{ flag: long, choices: argChoices }] : [],
    ),
  }
  return [own, ...commands.flatMap((each) => placesOf(each, `${path}/${each.name()}`))]
}

const pathsBelow = (places: readonly Place[]): string =>
  places.flatMap(({ path }) => (path ? [path] : [])).join('|')

/** A POSIX `case` takes the first match: option values precede words. */
const branches = (places: readonly Place[], render: (words: readonly string[]) => string): string =>
  [
    ...places.flatMap(({ path, values }) =>
      values.map(({ flag, choices }) => `    '${path} ${flag}') ${render(choices)} ;;`),
    ),
    ...places.map(
      ({ path, words }) => `    '${path} '*) ${render(words.map(({ word }) => word))} ;;`,
    ),
  ].join('\n')

const bash = (name: string, places: readonly Place[]): string => `_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path/$word" in
    ${pathsBelow(places)}) path="$path/$word" ;;
    esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${branches(places, (words) => `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current"))`)}
  esac
}
complete -o default -F _${name} ${name}
`

const zsh = (name: string, places: readonly Place[]): string => `#compdef ${name}
_${name}() {
  local path_so_far='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$path_so_far/$word" in
    ${pathsBelow(places)}) path_so_far="$path_so_far/$word" ;;
    esac
  done
  case "$path_so_far \${words[CURRENT-1]}" in
${branches(places, (words) => `compadd -- ${words.join(' ')}`)}
  esac
}
if [ "$funcstack[1]" = _${name} ]; then _${name} "$@"; else compdef _${name} ${name}; fi
`

const fish = (name: string, places: readonly Place[]): string => `function __${name}_path
    set -l path ''
    for word in (commandline -opc)[2..]
        switch "$path/$word"
            case ${places.flatMap(({ path }) => (path ? [`'${path}'`] : [])).join(' ')}
                set path "$path/$word"
        end
    end
    echo "$path"
end
${places
  .flatMap(({ path, words, values }) => {
    const here = `complete -c ${name} -n 'test (__${name}_path) = "${path}"'`
    const choicesOf = (flag: string) => values.find((value) => value.flag === flag)?.choices
    return words.map(({ word, description }) => {
      const descriptionPart = description ? ` -d ${fishWord(description)}` : ''
      if (!word.startsWith('--')) return `${here} -f -a '${word}'${descriptionPart}`
      const choices = choicesOf(word)
      return `${here} -l ${word.slice(2)}${choices ? ` -x -a '${choices.join(' ')}'` : ''}${descriptionPart}`
    })
  })
  .join('\n')}
`

const fishWord = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const SCRIPTS: Record<Shell, (name: string, places: readonly Place[]) => string> = {
  bash,
  zsh,
  fish,
}
