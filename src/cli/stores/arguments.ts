import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Locale } from '../../db/tables/stores.ts'
import { type GivenPolicy, readGivenPolicy } from '../../payments/policy.ts'
import type { StoreField, StoreRefusal } from '../../payments/stores/store-fields.ts'
import { UserError } from '../../runtime/failure.ts'
import { readOptions, wrongUse } from '../command-line.ts'
import { readSecrets, SECRET_FILE_OPTIONS } from './secret-arguments.ts'

const OPTIONS = {
  id: { type: 'string' },
  name: { type: 'string' },
  platform: { type: 'string' },
  site: { type: 'string' },
  'consumer-key': { type: 'string' },
  'consumer-secret': { type: 'string' },
  shop: { type: 'string' },
  fleet: { type: 'string' },
  out: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  ...SECRET_FILE_OPTIONS,
  'secret-key': { type: 'string' },
  'publishable-key': { type: 'string' },
  'webhook-secret': { type: 'string' },
  'notify-url': { type: 'string' },
  'orders-url': { type: 'string' },
  locale: { type: 'string' },
  policy: { type: 'string' },
  'add-payment-method': { type: 'string' },
  'previous-secret-until': { type: 'string' },
  until: { type: 'string' },
  expires: { type: 'string' },
  key: { type: 'string' },
  replace: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  yes: { type: 'boolean', short: 'y', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export const readArguments = () => {
  const { positionals, values: given } = parse()
  const { values, files } = apart(given)
  const secrets = readSecrets(
    { ...values, ...files },
    {
      environment: TAKES_WHAT_IS_INHERITED.includes(positionals.join(' ')) ? process.env : {},
      readInput: () => readFileSync(0, 'utf8'),
      warn: (line) => process.stderr.write(`${line}\n`),
    },
  )
  return { positionals, values: { ...values, ...secrets } }
}

/** What these need, the environment may have. A change of one thing only is named in full. */
const TAKES_WHAT_IS_INHERITED: readonly string[] = ['add', 'rotate webhook-secret']

/** From here on a secret is a secret, whichever way it was given. */
const apart = ({
  'secret-key-file': secretKey,
  'webhook-secret-file': webhookSecret,
  'consumer-key-file': consumerKey,
  'consumer-secret-file': consumerSecret,
  'client-secret-file': clientSecret,
  ...values
}: ReturnType<typeof parse>['values']) => ({
  values,
  files: {
    'secret-key-file': secretKey,
    'webhook-secret-file': webhookSecret,
    'consumer-key-file': consumerKey,
    'consumer-secret-file': consumerSecret,
    'client-secret-file': clientSecret,
  },
})

const parse = () => readOptions('stores', { allowPositionals: true, options: OPTIONS })

export type Values = ReturnType<typeof readArguments>['values']

export type OptionName = Exclude<keyof typeof OPTIONS, keyof typeof SECRET_FILE_OPTIONS>

/** An option that does nothing for a command is a misunderstanding, and not passed over. */
export const refuseOthers = (
  values: Values,
  { command, options }: { command: string; options: readonly OptionName[] },
): void => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== false)
  for (const [name] of given) {
    if (!options.some((option) => option === name)) {
      throw wrongUse('stores', `"${command}" takes no --${name}`)
    }
  }
}

type Needed =
  | 'id'
  | 'name'
  | 'secret-key'
  | 'webhook-secret'
  | 'site'
  | 'consumer-key'
  | 'consumer-secret'
  | 'shop'
  | 'client-id'
  | 'client-secret'

export const required = (values: Values, name: Needed): string => {
  const value = values[name]
  if (!value) throw wrongUse('stores', `--${name} is missing`)
  return value
}

/** What shops of every platform are connected with. */
export const sharedArguments = (values: Values) => {
  const id = required(values, 'id')
  return {
    id,
    name: values.name ?? id,
    locale: readLocale(values.locale ?? 'es'),
    secretKey: required(values, 'secret-key'),
    publishableKey: values['publishable-key'] ?? null,
    webhookSecret: required(values, 'webhook-secret'),
    policy: readPolicy(values.policy),
    previousSecretUntil: readTime(values, 'previous-secret-until'),
  }
}

export const readLocale = (text: string): Locale => {
  if (text === 'es' || text === 'en') return text
  throw new UserError('--locale: es or en')
}

/** `undefined` where it is not given. */
export const readTime = (
  values: Values,
  name: 'previous-secret-until' | 'until' | 'expires',
): Date | undefined => {
  const text = values[name]
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new UserError(`--${name}: a time, ISO 8601`)
  return time
}

export const readPolicy = (text: string | undefined): GivenPolicy | undefined => {
  if (text === undefined) return undefined
  const read = readGivenPolicy(jsonOf(text))
  if (read.ok) return read.policy
  throw new UserError(`--policy: ${read.problems.join('; ')}`)
}

/** Decisions of a policy, each of which may be `null`: back to its default. */
export const readPolicyChanges = (
  text: string | undefined,
): Record<string, unknown> | undefined => {
  if (text === undefined) return undefined
  const { data } = z.record(z.string(), z.unknown()).safeParse(jsonOf(text))
  if (!data) throw new UserError('--policy: expected a JSON object')
  return data
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UserError('--policy: expected a JSON object')
  }
}

const FLAG_OF: Record<StoreField, string> = {
  id: '--id',
  name: '--name',
  secretKey: '--secret-key',
  notifyUrl: '--notify-url',
  ordersUrl: '--orders-url',
  siteUrl: '--site',
  publishableKey: '--publishable-key',
  webhookSecret: '--webhook-secret',
  policy: '--policy',
  previousSecretUntil: '--previous-secret-until',
}

/** The message for a connection that was refused, by the flag that has to be changed. */
export const refusedBy = ({ field, reason }: StoreRefusal): UserError =>
  new UserError(`${FLAG_OF[field]}: ${reason}`)
