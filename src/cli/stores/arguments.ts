import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { storeSecretVariables } from '../../../config/settings.ts'
import type { Locale } from '../../db/tables/stores.ts'
import { StoreId } from '../../domain/ids.ts'
import type { PlatformAdapter } from '../../payments/ports/platform.ts'
import type { GivenOptions, SharedOptions } from '../../payments/ports/platform-commands.ts'
import { type GivenPolicy, readGivenPolicy } from '../../payments/ports/policy.ts'
import type { StoreField, StoreRefusal } from '../../payments/ports/store-connecting.ts'
import { FEWEST_CHARACTERS, SHORT_SECRET } from '../../payments/stores/webhook-secret-rules.ts'
import { UserError } from '../../runtime/failure.ts'
import { readOptions, wrongUse } from '../command-line.ts'
import { pastedOption, readSecretFile, readSecrets } from './secret-arguments.ts'

const OPTIONS = {
  id: { type: 'string' },
  name: { type: 'string' },
  platform: { type: 'string' },
  'secret-key': { type: 'string' },
  'publishable-key': { type: 'string' },
  'webhook-secret': { type: 'string' },
  'allow-short': { type: 'boolean', default: false },
  'notify-url': { type: 'string' },
  'orders-url': { type: 'string' },
  locale: { type: 'string' },
  policy: { type: 'string' },
  'previous-secret-until': { type: 'string' },
  until: { type: 'string' },
  expires: { type: 'string' },
  key: { type: 'string' },
  scopes: { type: 'string' },
  'refund-limit': { type: 'string' },
  'refund-day-limit': { type: 'string' },
  'alert-email': { type: 'string' },
  'alert-webhook-url': { type: 'string' },
  test: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  yes: { type: 'boolean', short: 'y', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Parses the arguments, including platform options. */
export const readArguments = (platforms: readonly PlatformAdapter[]) => {
  const variables = storeSecretVariables(platforms)
  const files = [...Object.keys(variables), ...Object.keys(ALERT_SECRETS)].map(
    (name) => `${name}-file`,
  )
  const own = platforms.flatMap(({ cli }) => [
    ...(cli.options ?? []),
    ...Object.keys(cli.policyOptions ?? {}),
  ])
  const { positionals, values: given } = readOptions('stores', {
    allowPositionals: true,
    options: { ...taking([...own, ...files, ...Object.keys(ALERT_SECRETS)]), ...OPTIONS },
  })
  const secrets = readSecrets(given, {
    variables: positionals[0] === 'alerts' ? ALERT_SECRETS : variables,
    environment: TAKES_WHAT_IS_INHERITED.includes(positionals.join(' ')) ? process.env : {},
    readInput: () => readFileSync(0, 'utf8'),
    warn: (line) => process.stderr.write(`${line}\n`),
  })
  // From here on, the source of a secret is irrelevant.
  const named = Object.entries(given)
    .filter(([name]) => !files.includes(name))
    .map(([name, value]) => [name, typeof value === 'string' ? cleaned(name, value) : value])
  return { positionals, values: { ...Object.fromEntries(named), ...secrets } as Values }
}

/** Strips pasted whitespace, except from free text. */
const cleaned = (name: string, text: string): string =>
  WRITTEN.includes(name) ? text : pastedOption(name, text)

const WRITTEN: readonly string[] = ['name', 'policy']

const taking = (names: readonly string[]): Record<string, { type: 'string' }> =>
  Object.fromEntries(names.map((name) => [name, { type: 'string' }]))

/** Secrets of `alerts`, never read from the environment. */
const ALERT_SECRETS = { 'alert-slack-url': 'PUENTE_ALERT_SLACK_URL' } as const

/**
 * Commands that read secrets from the environment. The others change one thing and need it
 * explicitly.
 */
const TAKES_WHAT_IS_INHERITED: readonly string[] = ['add', 'rotate webhook-secret']

type ValueOf<Option> = Option extends { default: boolean } ? boolean : string | undefined

export type Values = {
  readonly [Name in keyof typeof OPTIONS]: ValueOf<(typeof OPTIONS)[Name]>
} & {
  readonly [name: string]: string | boolean | undefined
}

/** Refuses options that the command would ignore. */
export const refuseOthers = (
  values: Values,
  { command, options }: { command: string; options: readonly string[] },
): void => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== false)
  for (const [name] of given) {
    if (!options.some((option) => option === name)) {
      throw wrongUse('stores', `"${command}" takes no --${name}`)
    }
  }
}

export const textOf = (values: Values, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

export const required = (values: Values, name: string): string => {
  const value = textOf(values, name)
  if (!value) throw wrongUse('stores', `--${name} is missing`)
  return value
}

export const storeIdOf = (values: Values): StoreId => StoreId.parse(required(values, 'id'))

/** Options that all platforms share for connecting a store. */
export const sharedArguments = (values: Values): SharedOptions => {
  const id = storeIdOf(values)
  return {
    id,
    name: values.name ?? id,
    locale: readLocale(values.locale ?? 'es'),
    secretKey: required(values, 'secret-key'),
    publishableKey: values['publishable-key'] ?? null,
    webhookSecret: required(values, 'webhook-secret'),
    allowShort: values['allow-short'],
    policy: readPolicy(values.policy),
    previousSecretUntil: readTime(values, 'previous-secret-until'),
  }
}

export const readLocale = (text: string): Locale => {
  if (text === 'es' || text === 'en') return text
  throw new UserError('--locale: es or en')
}

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

/** Parses policy changes; `null` resets a decision to its default. */
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

export const FLAG_OF: Record<StoreField, string> = {
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

/** Builds the error for a refused connection; names the option at fault. */
export const refusedBy = ({ field, reason }: StoreRefusal): UserError =>
  new UserError(`${FLAG_OF[field]}: ${reason === SHORT_SECRET.en ? SHORT_AT_TERMINAL : reason}`)

/**
 * Names the option that allows a short secret; the API's text names an owner's permission instead.
 */
export const SHORT_AT_TERMINAL = `has fewer than ${FEWEST_CHARACTERS} characters: anyone who guesses it can report orders as paid. If the gateway offers no longer secret, pass --allow-short`

export const givenOptions = (values: Values): GivenOptions => ({
  text: (name) => textOf(values, name),
  required: (name) => required(values, name),
  shared: () => sharedArguments(values),
  refuseOthers: (command, options) => refuseOthers(values, { command, options }),
  refusedBy,
  secretFile: readSecretFile,
})
