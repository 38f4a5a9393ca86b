import {
  type AddHelpTextContext,
  type Argument,
  type Command,
  Help,
  type HelpConfiguration,
} from 'commander'

const DEFAULT_WIDTH = 80

const help = new Help()

const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`

const placeholder = (argument: Argument): string => {
  const name = argument.variadic ? `${argument.name()}...` : argument.name()
  return argument.required ? `<${name}>` : `[${name}]`
}

/** How every command shows its help; subcommands inherit it. */
export const HELP_STYLE: HelpConfiguration = {
  commandDescription: (command) => sentence(command.description()),
  subcommandTerm: (command) =>
    [command.name(), ...command.registeredArguments.map(placeholder)].join(' '),
  // A flag is off by default.
  optionDescription: (option) =>
    option.defaultValue === false ? option.description : help.optionDescription(option),
}

/** Fits paragraphs to the terminal. Keeps indented lines; exit codes begin a paragraph. */
export const notes =
  (text: string) =>
  ({ command, error }: AddHelpTextContext): string => {
    const { getOutHelpWidth, getErrHelpWidth } = command.configureOutput()
    const width = (error ? getErrHelpWidth?.() : getOutHelpWidth?.()) ?? DEFAULT_WIDTH
    const wrapped = text
      .replaceAll(/^\n+|\n+$/g, '')
      .replaceAll(/\s(?=Exit codes:)/g, '\n')
      .replaceAll(/\n(?! {2}|Exit codes:)/g, ' ')
      .split('\n')
      .map((line) => (line.startsWith('  ') ? line : help.boxWrap(line, width)))
    return `\n${wrapped.join('\n')}`
  }

/** Makes `help stores add` print what `stores add --help` prints. */
export const addHelpCommands = (group: Command): void => {
  if (group.commands.length === 0) return
  for (const each of group.commands) addHelpCommands(each)
  group
    .helpCommand(false)
    .command('help')
    .description('show the help of a command')
    .argument('[command...]', 'command, such as "stores add"')
    .action((names: readonly string[]) => commandAt(group, names).help())
}

const commandAt = (group: Command, [name, ...rest]: readonly string[]): Command => {
  if (name === undefined) return group
  const found = group.commands.find((each) => each.name() === name || each.aliases().includes(name))
  return found ? commandAt(found, rest) : group.error(`error: unknown command '${name}'`)
}
