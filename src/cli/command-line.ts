import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CARD_NUMBER_HERE, withoutCardNumbers } from '../runtime/caller-texts.ts'
import { UserError } from '../runtime/failure.ts'
import { nearestName } from '../runtime/nearest-name.ts'

export type CommandName = 'stores' | 'tasks' | 'reconcile' | 'keys' | 'migrate' | 'alerts:test'

const isCalledAsPuente = (): boolean => process.argv[1]?.endsWith('/src/cli/puente.ts') ?? false

/** Rewrites "npm run x" to "puente x" for users of `puente`. */
export const inWordsOfCaller = (text: string): string =>
  isCalledAsPuente() ? text.replaceAll(/\bnpm run (\w+)(?: --)?/g, 'puente $1') : text

/** Builds the error for wrong usage, with a hint at `--help`. */
export const wrongUse = (command: CommandName, reason: string): UserError =>
  new UserError(inWordsOfCaller(`${reason}\n"npm run ${command} -- --help" shows how it is used.`))

/** Suggests the nearest known name; '' without any. */
export const didYouMean = (name: string, known: readonly string[]): string => {
  const meant = nearestName(name, known, name.length > 4 ? 2 : 1)
  return meant === undefined ? '' : `; did you mean ${meant}?`
}

/** Parses options; throws a UserError with the bare reason. */
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
        ? // The other sentences explain Node's option parser.
          (message.split(/\. |\n/, 1)[0] ?? message)
        : `There is no option ${unknown}${didYouMean(unknown, known)}`,
    )
  }
}

/** Returns an error if an option that Puente would store holds a card number. */
export const cardNumberIn = (options: object): string | undefined => {
  const named = Object.entries(options).map(([name, value]) => [underscored(name), value])
  const [issue] = withoutCardNumbers(Object.fromEntries(named)).issues
  return issue && `--${String(issue.path[0]).replaceAll('_', '-')}: ${CARD_NUMBER_HERE.en}`
}

const underscored = (name: string): string =>
  name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Finds a command by name; `what` is the command so far, such as `stores rotate`. */
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
