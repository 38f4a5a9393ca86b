import { readFileSync } from 'node:fs'
import { errorMessage, UserError } from '../../runtime/failure.ts'
import { pastedKindOf, readPasted, trimPasted } from '../../runtime/text/pasted.ts'
import { WrongUse } from '../terminal/command-line.ts'

type Given = Readonly<Record<string, unknown>>

/**
 * Reads `--NAME-file`, standard input (`-`, one per line in the order of `variables`), the
 * environment, or the argument itself, with a warning. Throws a UserError for a secret given twice.
 */
export const readSecrets = (
  given: Given,
  {
    variables,
    environment,
    readInput,
    warn,
  }: {
    variables: Readonly<Record<string, string>>
    environment: NodeJS.ProcessEnv
    readInput: () => string
    warn: (line: string) => void
  },
): Record<string, string> => {
  const secrets: Record<string, string> = {}
  const fromInput: string[] = []
  const visible: string[] = []
  for (const [name, variable] of Object.entries(variables)) {
    const [argument, file] = [given[name], given[`${name}-file`]]
    const inherited = environment[variable]
    if (argument !== undefined && file !== undefined) {
      throw new WrongUse(`--${name}: use the option itself or --${name}-file, not both`)
    }
    if (typeof file === 'string') secrets[name] = readSecretFile(name, file)
    else if (argument === '-') fromInput.push(name)
    else if (typeof argument === 'string') {
      secrets[name] = argument
      visible.push(`--${name}`)
    } else if (inherited) secrets[name] = inherited
  }
  if (fromInput.length > 0) Object.assign(secrets, readLines(fromInput, readInput()))
  if (visible.length > 0) warn(warningOf(visible))
  return Object.fromEntries(
    Object.entries(secrets).map(([name, secret]) => [name, pastedOption(name, secret)]),
  )
}

/** Strips invisible characters; throws a UserError on an invalid one inside. */
export const pastedOption = (name: string, text: string): string => {
  const read = readPasted(text, pastedKindOf(name) ?? 'secret')
  if (read.outcome === 'clean') return read.text
  throw new UserError(`--${name}: ${read.reason.en}`)
}

export const readSecretFile = (name: string, path: string): string =>
  pastedOption(name, textOfFile(name, path))

const textOfFile = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UserError(`--${name}-file: cannot read the file (${errorMessage(error)})`)
  }
}

const readLines = (names: readonly string[], input: string): Record<string, string> => {
  const lines = input.split(/\r?\n/).map(trimPasted)
  const missing = names.filter((_, at) => !lines[at])
  if (missing.length > 0) {
    throw new UserError(
      `Standard input: expected ${names.length === 1 ? 'a line' : `${names.length} lines`}, for ${names.map((name) => `--${name}`).join(', ')} in this order`,
    )
  }
  return Object.fromEntries(names.map((name, at) => [name, lines[at] ?? '']))
}

const warningOf = (flags: readonly string[]): string =>
  `Warning: ${flags.join(', ')} ${flags.length === 1 ? 'is' : 'are'} visible in the process list and in the shell history. Pass secrets in a file (${flags[0]}-file PATH), on standard input (${flags[0]} -), or in the environment ("puente stores add --help" lists the variables).`
