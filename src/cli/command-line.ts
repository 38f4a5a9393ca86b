import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CARD_NUMBER_HERE, withoutCardNumbers } from '../runtime/caller-texts.ts'
import { UserError } from '../runtime/failure.ts'
import { nearestName } from '../runtime/nearest-name.ts'

/** A command, as npm runs it. */
export type CommandName = 'stores' | 'tasks' | 'reconcile' | 'keys' | 'migrate' | 'alerts:test'

const isCalledAsPuente = (): boolean => process.argv[1]?.endsWith('/src/cli/puente.ts') ?? false

/** A text that names commands as npm runs them, in the words of who called: `puente stores list`. */
export const inWordsOfCaller = (text: string): string =>
  isCalledAsPuente() ? text.replaceAll(/\bnpm run (\w+)(?: --)?/g, 'puente $1') : text

/** A command that was called in a way that it is not made for: why, and where the rest is said. */
export const wrongUse = (command: CommandName, reason: string): UserError =>
  new UserError(inWordsOfCaller(`${reason}\n"npm run ${command} -- --help" shows how it is used.`))

/** The end of a sentence about a name that there is not. */
export const didYouMean = (name: string, known: readonly string[]): string => {
  const meant = nearestName(name, known, name.length > 4 ? 2 : 1)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

/** Reads options; a wrong one ends the command with the reason alone. */
export const readOptions = <Config extends ParseArgsConfig>(
  command: CommandName,
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  try {
    const read = parseArgs(config)
    const refusal = cardNumberIn(read.values)
    if (refusal) throw new UserError(refusal)
    return read
  } catch (error) {
    if (error instanceof UserError) throw error
    const message = error instanceof Error ? error.message : String(error)
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? []
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`)
    throw wrongUse(
      command,
      unknown === undefined
        ? // The first sentence: the others are about how Node reads options.
          (message.split(/\. |\n/, 1)[0] ?? message)
        : `There is no option ${unknown}${didYouMean(unknown, known)}`,
    )
  }
}

/** Returns why an option that Puente would store is refused: it holds a card number. */
export const cardNumberIn = (options: object): string | undefined => {
  const named = Object.entries(options).map(([name, value]) => [underscored(name), value])
  const [issue] = withoutCardNumbers(Object.fromEntries(named)).issues
  return issue && `--${String(issue.path[0]).replaceAll('_', '-')}: ${CARD_NUMBER_HERE.en}`
}

const underscored = (name: string): string =>
  name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a table of commands has for a name; `what` is what such a name is of, as `stores rotate`. */
export const chosenFrom = <Chosen>(
  choices: Readonly<Record<string, Chosen>>,
  name: string,
  { command, what = command }: { command: CommandName; what?: string },
): Chosen => {
  const chosen = Object.hasOwn(choices, name) ? choices[name] : undefined
  if (chosen !== undefined) return chosen
  const known = Object.keys(choices)
  throw wrongUse(
    command,
    name === ''
      ? `"${what}" needs a command: ${known.join(', ')}`
      : `Unknown command "${what} ${name}"${didYouMean(name, known) || `. Commands: ${known.join(', ')}`}`,
  )
}
