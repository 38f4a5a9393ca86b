import { parseArgs } from 'node:util'
import { FAULT_PRESETS, type FaultPresetName, isFaultPreset } from '../chaos/presets.ts'
import type { GatewayOptions } from '../start-gateway.ts'

export const HELP = `The payment gateway in memory, for tests. It moves no money.

  npx @puente/simulator                    serves on http://localhost:4010 until Ctrl-C
  npx @puente/simulator -- npm test        serves while the command runs, and exits with its code

  --port PORT             default 4010; with a command, a free one
  --host ADDRESS          default 127.0.0.1
  --webhook-url URL       receives the events of the test environment
  --webhook-secret TEXT   signs them; default whsec_test_sandbox
  --control-key TEXT      opens control routes and portal to other machines, 16 characters or more
  --chaos NAME            a preset, more than once for several:
${Object.entries(FAULT_PRESETS)
  .map(([name, { proves }]) => `                            ${name.padEnd(18)}${proves}`)
  .join('\n')}
  --seed NUMBER           the same seed and requests give the same faults
  --help

The command gets SIMULATOR_URL, SIMULATOR_SECRET_KEY, SIMULATOR_PUBLISHABLE_KEY and
SIMULATOR_WEBHOOK_SECRET, and the addresses by the names of Puente's settings (GATEWAY_BASE_URL, …).
`

export type CommandLine =
  | { kind: 'help' }
  | { kind: 'wrong'; reason: string }
  | { kind: 'run'; options: GatewayOptions; command: string[] }

const DEFAULT_PORT = 4010
const LARGEST_PORT = 65_535

/** Reads the arguments after the program's name. */
export const readCommandLine = (args: readonly string[]): CommandLine => {
  const split = args.includes('--') ? args.indexOf('--') : args.length
  const command = args.slice(split + 1)
  const given = valuesOf(args.slice(0, split))
  if (!given.ok) return { kind: 'wrong', reason: given.reason }
  const { values } = given
  if (values.help) return { kind: 'help' }
  if (split < args.length && command.length === 0) {
    return { kind: 'wrong', reason: 'Give a command after --, such as: -- npm test' }
  }
  const port = Number(values.port ?? (command.length > 0 ? 0 : DEFAULT_PORT))
  if (!Number.isInteger(port) || port < 0 || port > LARGEST_PORT) {
    return { kind: 'wrong', reason: `--port is ${values.port}; give 0 to ${LARGEST_PORT}.` }
  }
  const chaos: FaultPresetName[] = []
  for (const name of values.chaos ?? []) {
    if (name === 'portal-refund') {
      const reason = `--chaos ${name} is an action on a paid order. Call POST /sandbox/portal/refund, or gateway.chaos('${name}') in a test.`
      return { kind: 'wrong', reason }
    }
    if (!isFaultPreset(name)) {
      const known = Object.keys(FAULT_PRESETS).join(', ')
      return { kind: 'wrong', reason: `--chaos ${name}: there is no such preset. Give ${known}.` }
    }
    chaos.push(name)
  }
  const { host, seed } = values
  const webhookUrl = values['webhook-url']
  const webhookSecret = values['webhook-secret']
  const controlKey = values['control-key']
  return {
    kind: 'run',
    command,
    options: {
      port,
      chaos,
      ...(host !== undefined && { host }),
      ...(seed !== undefined && { seed }),
      ...(webhookUrl !== undefined && { webhook: webhookUrl }),
      ...(webhookSecret !== undefined && { keys: { webhookSecret } }),
      ...(controlKey !== undefined && { controlKey }),
    },
  }
}

const valuesOf = (args: string[]) => {
  try {
    const { values } = parseArgs({
      args,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'webhook-url': { type: 'string' },
        'webhook-secret': { type: 'string' },
        'control-key': { type: 'string' },
        chaos: { type: 'string', multiple: true },
        seed: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    return { ok: true as const, values }
  } catch (error) {
    return { ok: false as const, reason: (error as Error).message }
  }
}
