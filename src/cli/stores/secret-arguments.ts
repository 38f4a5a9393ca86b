import { readFileSync } from 'node:fs'
import { STORE_SECRET_VARIABLES } from '../../../config/settings.ts'
import { errorMessage, UserError } from '../../runtime/failure.ts'

export type SecretName = keyof typeof STORE_SECRET_VARIABLES
type Given = { readonly [name: string]: string | boolean | undefined }

const SECRET_NAMES = Object.keys(STORE_SECRET_VARIABLES).filter(
  (name): name is SecretName => name in STORE_SECRET_VARIABLES,
)

/** `--secret-key-file` and so on, for the options of a command. */
export const SECRET_FILE_OPTIONS = {
  'secret-key-file': { type: 'string' },
  'webhook-secret-file': { type: 'string' },
  'consumer-key-file': { type: 'string' },
  'consumer-secret-file': { type: 'string' },
  'client-secret-file': { type: 'string' },
} as const satisfies Record<`${SecretName}-file`, { type: 'string' }>

/**
 * The secrets of a command: from the file that `--NAME-file` names, from standard input where the
 * argument is `-` (a line each, in the order of `SECRET_NAMES`), from the environment, or from the
 * argument itself, which `warn` is told of. A secret is asked for in one way only (`UserError`).
 */
export const readSecrets = (
  given: Given,
  {
    environment,
    readInput,
    warn,
  }: {
    environment: NodeJS.ProcessEnv
    readInput: () => string
    warn: (line: string) => void
  },
): Partial<Record<SecretName, string>> => {
  const secrets: Partial<Record<SecretName, string>> = {}
  const fromInput: SecretName[] = []
  const visible: string[] = []
  for (const name of SECRET_NAMES) {
    const [argument, file] = [given[name], given[`${name}-file`]]
    const inherited = environment[STORE_SECRET_VARIABLES[name]]
    if (argument !== undefined && file !== undefined) {
      throw new UserError(`--${name}: give it as an argument or as --${name}-file, not both`)
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
  return secrets
}

/** A secret in a file, without the end of its line. */
export const readSecretFile = (name: SecretName, path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new UserError(`--${name}-file: cannot read it (${errorMessage(error)})`)
  }
}

const readLines = (
  names: readonly SecretName[],
  input: string,
): Partial<Record<SecretName, string>> => {
  const lines = input.split(/\r?\n/).map((line) => line.trim())
  const missing = names.filter((_, at) => !lines[at])
  if (missing.length > 0) {
    throw new UserError(
      `Standard input: expected ${names.length === 1 ? 'a line' : `${names.length} lines`}, for ${names.map((name) => `--${name}`).join(', ')} in this order`,
    )
  }
  return Object.fromEntries(names.map((name, at) => [name, lines[at]]))
}

const warningOf = (flags: readonly string[]): string =>
  `Warning: ${flags.join(', ')} ${flags.length === 1 ? 'is' : 'are'} visible in the list of processes and in the history of this terminal. Give secrets as a file (${flags[0]}-file PATH), by standard input (${flags[0]} -), or by the environment (npm run stores -- help).`
