import { parseArgs } from 'node:util'
import type { LocalPuenteOptions } from '../start-puente.ts'

export const HELP = `A whole Puente with the simulated gateway on this machine. It moves no money, and forgets everything when it ends.

  npx puente-local                    serves on http://localhost:3000 until Ctrl-C
  npx puente-local -- npm test        serves while the command runs, and exits with its code
  npx puente-local --notify-path /puente -- node shop.mjs
                                      the same for a shop, which listens on PORT

  --notify-path PATH      of the shop, receives its notifications; sets PORT: 8080, or the next free one
  --notify-url URL        receives the notifications of a shop that runs already
  --port PORT             of Puente; default 3000, with a command a free one
  --gateway-port PORT     of the gateway; default 4010, with a command a free one
  --name TEXT             name of the shop on the pages of the payment
  --language es|en        default en
  --log LEVEL             silent, error (default) or info: log of Puente on standard error
  --quiet                 prints no addresses
  --help

The command gets PUENTE_URL, PUENTE_API_KEY and PUENTE_NOTIFY_SECRET, and SIMULATOR_URL of the gateway.
In its arguments, {PORT} stands for the port of the shop.
`

export interface Run {
  kind: 'run'
  options: LocalPuenteOptions
  gatewayPort: number
  /** Path of the command's shop that receives notifications. */
  notifyPath: string | undefined
  isQuiet: boolean
  command: string[]
}

export type CommandLine = { kind: 'help' } | { kind: 'wrong'; reason: string } | Run

const DEFAULT_PORT = 3000
const DEFAULT_GATEWAY_PORT = 4010
const LARGEST_PORT = 65_535
const LANGUAGES = ['es', 'en'] as const
const LOG_LEVELS = ['silent', 'error', 'info'] as const

/** Reads the arguments after the program's name. */
export const readCommandLine = (args: readonly string[]): CommandLine => {
  const split = args.includes('--') ? args.indexOf('--') : args.length
  const command = args.slice(split + 1)
  if (split < args.length && command.length === 0) {
    return { kind: 'wrong', reason: 'Give a command after --, such as: -- npm test' }
  }
  try {
    return runOf(valuesOf(args.slice(0, split)), command)
  } catch (error) {
    return { kind: 'wrong', reason: (error as Error).message }
  }
}

const valuesOf = (args: string[]) =>
  parseArgs({
    args,
    options: {
      'notify-url': { type: 'string' },
      'notify-path': { type: 'string' },
      port: { type: 'string' },
      'gateway-port': { type: 'string' },
      name: { type: 'string' },
      language: { type: 'string' },
      log: { type: 'string' },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  }).values

const runOf = (values: ReturnType<typeof valuesOf>, command: string[]): CommandLine => {
  if (values.help) return { kind: 'help' }
  const isAlone = command.length === 0
  const port = values.port ?? (isAlone ? String(DEFAULT_PORT) : undefined)
  const gatewayPort = values['gateway-port'] ?? (isAlone ? String(DEFAULT_GATEWAY_PORT) : '0')
  const { name: storeName, 'notify-path': notifyPath, 'notify-url': notifyUrl } = values
  if (notifyPath !== undefined && (isAlone || notifyUrl !== undefined)) {
    throw new Error('--notify-path needs a command, and no --notify-url.')
  }
  if (notifyPath?.startsWith('/') === false) throw new Error('--notify-path starts with /.')
  return {
    kind: 'run',
    command,
    notifyPath,
    isQuiet: values.quiet,
    gatewayPort: portOf('--gateway-port', gatewayPort),
    options: {
      notifyUrl,
      port: port === undefined ? undefined : portOf('--port', port),
      storeName,
      language: oneOf('--language', values.language, LANGUAGES),
      logLevel: oneOf('--log', values.log, LOG_LEVELS),
    },
  }
}

const portOf = (option: string, text: string): number => {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= LARGEST_PORT) return port
  throw new Error(`${option} is ${text}; give 0 to ${LARGEST_PORT}.`)
}

const oneOf = <T extends string>(
  option: string,
  given: string | undefined,
  known: readonly T[],
): T | undefined => {
  const found = known.find((each) => each === given)
  if (given === undefined || found) return found
  throw new Error(`${option} is ${given}; give ${known.join(', ')}.`)
}
