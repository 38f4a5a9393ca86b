import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { RETRY_WINDOW_MS } from '../src/contract/events.ts'
import { currencyByCode } from '../src/domain/currencies.ts'
import { parseMoney } from '../src/domain/money.ts'
import { CLOCK_SKEW_MS } from '../src/runtime/clock.ts'
import { errorMessage, orUndefined, UserError } from '../src/runtime/failure.ts'
import { isReadableInTransit } from '../src/runtime/net/plain-http.ts'
import { addressProblem } from '../src/runtime/postgres/database-address.ts'
import { DEFAULT_LIMITS } from '../src/runtime/postgres/watched-connection.ts'
import {
  baseUrl,
  endpointUrl,
  flag,
  hostUrl,
  networks,
  pageUrl,
  type SettingsPart,
} from '../src/runtime/process/settings-part.ts'
import { parseRedisAddress } from '../src/runtime/redis/redis-address.ts'
import { nearestName } from '../src/runtime/text/nearest-name.ts'
import { readPasted } from '../src/runtime/text/pasted.ts'
import { readSecretFiles, SECRET_SETTINGS } from './secret-files.ts'

/** A whole number between two bounds; `what` names it in the error. */
const bounded = (least: number, most: number, what = 'a whole number from') => {
  const error = `expected ${what} ${least} to ${most}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}
const port = (fallback: number) => bounded(0, 65_535, 'a port,').default(fallback)
const whole = (fallback: number, most = 1_000_000_000) => bounded(1, most).default(fallback)
const MOST_PER_MINUTE = 1_000_000_000
/** Requests a minute; `off` reads as `undefined`. */
const perMinute = (fallback: number) =>
  z
    .string()
    .prefault(String(fallback))
    .transform((text, context) => {
      if (text === 'off') return undefined
      const count = /^\d{1,10}$/.test(text) ? Number(text) : undefined
      if (count && count <= MOST_PER_MINUTE) return count
      context.addIssue(
        `expected requests a minute, 1 to ${MOST_PER_MINUTE}, or off for no limit${count === 0 ? ': 0 would refuse every request' : ''}`,
      )
      return z.NEVER
    })
const postgresUrl = z.string().superRefine((url, context) => {
  const message = addressProblem(url)
  if (message !== undefined) context.addIssue({ code: 'custom', message })
})
const secretKey = (environment: 'test' | 'live') => z.string().startsWith(`sk_${environment}_`)

const roles = z
  .string()
  .transform((list) => list.split(',').map((role) => role.trim()))
  .pipe(
    z
      .array(z.enum(['web', 'worker'], { error: 'expected web, worker, or both: web,worker' }))
      .min(1),
  )

const sealingKeys = z.string().transform((list, context) => {
  const keys = list.split(',').map((entry) => {
    const [id = '', encoded = ''] = entry.trim().split(':')
    return { id, key: Buffer.from(encoded, 'base64') }
  })
  if (!keys.every(({ id, key }) => /^\w+$/.test(id) && key.length === 32)) {
    context.addIssue({ code: 'custom', message: 'expected id:base64 of 32 bytes, comma-separated' })
  }
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    context.addIssue({ code: 'custom', message: 'each key needs an id of its own' })
  }
  return keys
})

const redisUrl = z.string().refine((text) => parseRedisAddress(text) !== undefined, {
  error:
    'expected redis://host:6379, with several hosts if need be (redis://a:6379,b:6379), or redis+sentinel://a:26379,b:26379/name-of-master',
})

const MAIL_ADDRESS = { error: 'expected an e-mail address: ops@shop.example' }
const mailAddress = z.email(MAIL_ADDRESS)
const mailAddresses = z
  .string()
  .transform((list) => list.split(',').map((address) => address.trim()))
  .pipe(z.array(mailAddress).min(1).max(20))
/** One amount per currency: `10000.00 HNL, 400.00 USD`. */
const amounts = z.string().transform((list, context) =>
  list.split(',').map((entry) => {
    const [amount = '', code = ''] = entry.trim().split(/ +/)
    const currency = currencyByCode(code)
    const read = currency && parseMoney(amount, currency)
    if (read?.ok && read.money.minor > 0n) return read.money
    context.addIssue('expected amounts with their currencies: 10000.00 HNL, 400.00 USD')
    return z.NEVER
  }),
)
const smtpUrl = z.url({
  protocol: /^smtps?$/,
  error: 'expected smtp://user:password@host:587, or smtps://host:465',
})
/** Unchanged: a final slash is part of an issuer's name. */
const issuerUrl = z.url({ protocol: /^https?$/, error: 'expected an https address' })
/** `name=value,name=value`, as OpenTelemetry defines it; values may be percent-encoded. */
const headerList = z.string().transform((list, context) =>
  Object.fromEntries(
    list.split(',').map((entry) => {
      const [, name = '', value = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/.exec(entry) ?? []
      const decoded = orUndefined(() => decodeURIComponent(value.trim()))
      if (name !== '' && decoded !== undefined && /^[\x20-\x7e]+$/.test(decoded)) {
        return [name.toLowerCase(), decoded]
      }
      context.addIssue('expected headers: authorization=Bearer%20secret,x-tenant=shop')
      return z.NEVER
    }),
  ),
)
const SHARE_EXPECTED = 'expected a share of the traces, 0 to 1: 0.1'
const share = z.coerce
  .number({ error: SHARE_EXPECTED })
  .min(0, SHARE_EXPECTED)
  .max(1, SHARE_EXPECTED)
const webhookSecret = z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, {
  error: 'expected whsec_ and base64 of 24 bytes or more',
})

/** The database refuses to delete audit entries younger than four weeks. */
const LEAST_AUDIT_DAYS = 30

const CLOCK_SKEW_SECONDS = CLOCK_SKEW_MS / 1_000
const DAY_SECONDS = 24 * 60 * 60
/** The gateway's retries may all carry the timestamp of the first attempt (6.5). */
const DEFAULT_TOLERANCE_SECONDS = RETRY_WINDOW_MS / 1_000 + CLOCK_SKEW_SECONDS
/** The inbox dedupes events within the month of receipt and the next. */
const MOST_TOLERANCE_SECONDS = 27 * DAY_SECONDS

/**
 * Settings of Puente and the sandbox gateway; platforms bring more. `config/example.env` documents
 * each.
 */
const settingsSchema = z.strictObject({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_TIMEOUT_MS: bounded(500, 60_000, 'milliseconds,').default(DEFAULT_LIMITS.statementMs),
  DATABASE_LONG_TIMEOUT_MS: bounded(1_000, 86_400_000, 'milliseconds,').default(
    DEFAULT_LIMITS.longStatementMs,
  ),
  DATABASE_PREPARED: z.enum(['on', 'off']).default('on'),
  REDIS_URL: redisUrl.optional(),
  SEALING_KEYS: sealingKeys.optional(),

  ROLES: roles.default(['web', 'worker']),
  LISTEN_HOST: z.string().default('127.0.0.1'),
  PORT: port(3000),
  PRIVATE_PORT: bounded(1, 65_535, 'a port,').optional(),
  PUBLIC_URL: hostUrl.optional(),
  HSTS_SUBDOMAINS: flag.default(false),
  LARGE_REFUNDS: amounts.prefault('10000.00 HNL, 400.00 USD'),
  SECOND_FACTOR_REFUNDS: amounts.optional(),
  SECOND_FACTOR_MINUTES: bounded(1, 1_440, 'minutes,').default(15),
  TRUSTED_PROXIES: networks.optional(),
  STORE_NETWORKS: networks.optional(),
  RATE_LIMIT_KEY: perMinute(60_000),
  RATE_LIMIT_STORE: perMinute(120_000),
  RATE_LIMIT_PERSON: perMinute(30_000),
  RATE_LIMIT_ADDRESS: perMinute(60_000),
  RATE_LIMIT_PAY_LINK: perMinute(3_000),
  RATE_LIMIT_PAY_ADDRESS: perMinute(6_000),
  WORKER_CONCURRENCY: whole(10),
  DRAIN_SECONDS: bounded(0, 300).default(0),
  SERVICE_LEVEL_SECONDS: whole(10, 3_600),
  SERVICE_LEVEL_PERCENT: bounded(1, 100).default(99),
  WEBHOOK_TOLERANCE_SECONDS: whole(DEFAULT_TOLERANCE_SECONDS, MOST_TOLERANCE_SECONDS),
  WEBHOOK_MAX_BYTES: whole(1_048_576),
  RETENTION_EVENTS_DAYS: whole(90, 36_500),
  RETENTION_TASKS_DAYS: whole(30, 36_500),
  RETENTION_ATTEMPTS_DAYS: whole(14, 36_500),
  RETENTION_RECONCILIATIONS_DAYS: whole(400, 36_500),
  RETENTION_TIMELINE_MONTHS: bounded(1, 1_200).optional(),
  RETENTION_AUDIT_DAYS: bounded(LEAST_AUDIT_DAYS, 36_500).optional(),
  RETENTION_ALERTS_DAYS: bounded(1, 36_500).optional(),
  RETENTION_CUSTOMERS_MONTHS: bounded(1, 1_200).optional(),
  DEMO_SHOP: flag.optional(),
  DEMO_API_KEY: z.string().min(16).default('puente_test_demo'),
  PUENTE_URL: hostUrl.optional(),
  PUENTE_API_KEY: z.string().min(8).optional(),

  OIDC_ISSUER: issuerUrl.optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),

  CONNECT_CODE: z.string().min(8).optional(),

  ALERT_LANGUAGE: z.enum(['es', 'en']).default('es'),
  ALERT_EMAIL_TO: mailAddresses.optional(),
  ALERT_EMAIL_FROM: mailAddress.optional(),
  SMTP_URL: smtpUrl.optional(),
  ALERT_SLACK_URL: endpointUrl.optional(),
  ALERT_WEBHOOK_URL: endpointUrl.optional(),
  ALERT_WEBHOOK_SECRET: webhookSecret.optional(),

  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', { error: 'expected http/protobuf, the only protocol here' })
    .default('http/protobuf'),
  OTEL_SERVICE_NAME: z.string().trim().min(1).max(255).default('puente'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),

  GATEWAY_BASE_URL: baseUrl.optional(),
  GATEWAY_EMBED_BASE_URL: baseUrl.optional(),
  GATEWAY_SDK_URL: endpointUrl.optional(),
  GATEWAY_FRAME_URL: endpointUrl.optional(),
  GATEWAY_PORTAL_URL: pageUrl.optional(),
  GATEWAY_TIMEOUT_MS: whole(15_000, 120_000),

  SANDBOX_PORT: port(4010),
  SANDBOX_PUBLIC_URL: hostUrl.optional(),
  SANDBOX_DATABASE_URL: postgresUrl.optional(),
  SANDBOX_SECRET_KEY: secretKey('test').default('sk_test_sandbox'),
  SANDBOX_LIVE_SECRET_KEY: secretKey('live').default('sk_live_sandbox'),
  SANDBOX_PUBLISHABLE_KEY: z.string().startsWith('pk_').default('pk_test_sandbox'),
  SANDBOX_LIVE_PUBLISHABLE_KEY: z.string().startsWith('pk_').default('pk_live_sandbox'),
  SANDBOX_WEBHOOK_SECRET: z.string().min(8).default('whsec_test_sandbox'),
  SANDBOX_WEBHOOK_URL: endpointUrl.optional(),
  SANDBOX_MERCHANT_NAME: z.string().trim().min(1).max(100).optional(),
  SANDBOX_CONTROL_KEY: z.string().min(16).optional(),
})

export interface WithSettings {
  settings?: SettingsPart
}

export const settingNames = (platforms: readonly WithSettings[]): readonly string[] => [
  ...Object.keys(settingsSchema.shape),
  ...partsOf(platforms).flatMap(({ shape }) => Object.keys(shape)),
]

/** Platforms' names are unknown to the compiler, and never overlap ours. */
const shapeOf = (parts: readonly SettingsPart[]): Record<never, z.ZodType> =>
  Object.assign({}, ...parts.map(({ shape }) => shape))

const partsOf = (platforms: readonly WithSettings[]): SettingsPart[] =>
  platforms.flatMap(({ settings }) => settings ?? [])

/** Includes platforms' settings: see `settingsOf`. */
export type Settings = z.output<typeof settingsSchema>

/** Returns the settings of one platform. */
export const settingsOf = (
  settings: Settings,
  { settings: part }: WithSettings,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => part && name in part.shape))

/** Names each wrong setting, for the operator. */
export class SettingsError extends UserError {}

/** Reserved: an unknown variable with one is an error. */
const OWN_PREFIXES = [
  'PUENTE_',
  'GATEWAY_',
  'SANDBOX_',
  'WEBHOOK_',
  'RETENTION_',
  'RATE_LIMIT_',
  'ALERT_',
]

/** Variables with secrets for `npm run stores`, by option. */
export const storeSecretVariables = (
  platforms: readonly WithSettings[],
): Readonly<Record<string, string>> => ({
  'secret-key': 'PUENTE_SECRET_KEY',
  'webhook-secret': 'PUENTE_WEBHOOK_SECRET',
  ...Object.assign({}, ...partsOf(platforms).map(({ storeSecrets }) => storeSecrets)),
})

/**
 * Reads the environment and a `.env` file, which the environment overrides. Empty counts as unset;
 * `NAME_FILE` names a file with a secret. Throws a `SettingsError` that lists every invalid value,
 * every unknown name in the file, and every unknown variable that has a reserved prefix or
 * resembles a setting.
 */
const readBy = (
  rules: (settings: Settings) => string[],
  {
    environment,
    envFile,
    platforms,
    prefixes,
    isForOthersToo = false,
  }: {
    environment: NodeJS.ProcessEnv
    envFile: string
    platforms: readonly WithSettings[]
    prefixes: readonly string[]
    /** The file is shared with other programs. */
    isForOthersToo?: boolean
  },
): Settings => {
  const parts = partsOf(platforms)
  const names = settingNames(platforms)
  const secretNames = [...SECRET_SETTINGS, ...parts.flatMap((part) => part.secrets ?? [])]
  const known = [...names, ...secretNames.map((name) => `${name}_FILE`)]
  const others = [
    ...parts.flatMap(({ otherPrograms = [] }) => otherPrograms),
    ...Object.values(storeSecretVariables(platforms)),
  ]
  const fromFile = readEnvFile(envFile)
  const secrets = readSecretFiles(overridden(fromFile, environment), secretNames)
  const given = Object.entries(secrets.values).flatMap(([name, value]) =>
    value && names.includes(name) ? [{ name, read: readPasted(value, 'secret') }] : [],
  )
  const values = Object.fromEntries(
    given.flatMap(({ name, read }) => {
      // Keeps a refused secret for its own rules to report.
      const text = read.outcome === 'refused' ? secrets.values[name] : read.text
      return text ? [[name, text]] : []
    }),
  )
  const unknown = [
    ...Object.keys(fromFile)
      .filter((name) => !known.includes(name))
      .filter((name) => !isForOthersToo || looksLikeOurs(name, { known, prefixes })),
    ...Object.entries(environment)
      .filter(([name, value]) => !known.includes(name) && !isServiceLink(name, value))
      .map(([name]) => name)
      .filter((name) => !others.includes(name))
      .filter((name) => looksLikeOurs(name, { known, prefixes })),
  ]
  const { success, data, error } = settingsSchema.extend(shapeOf(parts)).safeParse(values)
  const problems = [
    ...unknown.map((name) => describeUnknown(name, known)),
    ...secrets.problems,
    ...given.flatMap(({ name, read }) =>
      read.outcome === 'refused' ? [`${name}: ${read.reason.en}`] : [],
    ),
    ...(error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...(success ? rules(data) : []),
  ]
  if (!success || problems.length > 0) {
    throw new SettingsError(inPlaces(problems, { fromFile, environment, envFile }))
  }
  return data
}

/** Groups messages by source: environment, or file with its full path. */
const inPlaces = (
  problems: readonly string[],
  {
    fromFile,
    environment,
    envFile,
  }: { fromFile: NodeJS.Dict<string>; environment: NodeJS.ProcessEnv; envFile: string },
): string => {
  const isOfFile = (problem: string): boolean => {
    const [name = ''] = problem.split(/[:.]/, 1)
    return fromFile[name] !== undefined && environment[name] === undefined
  }
  const places = [
    ['Wrong settings:', problems.filter((problem) => !isOfFile(problem))],
    [`Wrong settings in ${resolve(envFile)}:`, problems.filter(isOfFile)],
  ] as const
  return places
    .filter(([, found]) => found.length > 0)
    .map(([title, found]) => [title, ...found.map((problem) => `  ${problem}`)].join('\n'))
    .join('\n')
}

/** A secret in the environment, as value or file, overrides both forms in `.env`. */
const overridden = (
  fromFile: NodeJS.Dict<string>,
  environment: NodeJS.ProcessEnv,
): NodeJS.Dict<string> => {
  const isOverridden = (name: string): boolean =>
    environment[name] !== undefined || environment[otherWay(name)] !== undefined
  const left = Object.entries(fromFile).filter(([name]) => !isOverridden(name))
  return { ...Object.fromEntries(left), ...environment }
}

const otherWay = (name: string): string =>
  name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`

/**
 * Reads the settings of Puente and its platforms; in production, they must be complete. Throws
 * `SettingsError`.
 */
export const readSettings = (
  environment: NodeJS.ProcessEnv = process.env,
  envFile = '.env',
  platforms: readonly WithSettings[] = [],
): Settings =>
  readBy(
    (settings) => [
      ...forbiddenInProduction(settings),
      ...rulesOfPlatforms(settings, platforms),
      ...brokenCombinations(settings),
      ...halfAlertChannels(settings),
      ...halfSingleSignOn(settings),
    ],
    {
      environment,
      envFile,
      platforms,
      prefixes: [...OWN_PREFIXES, ...partsOf(platforms).map(({ prefix }) => prefix)],
    },
  )

/** Settings of commands that call Puente over HTTP, possibly from another machine. */
const remoteSchema = settingsSchema.pick({
  PORT: true,
  PUENTE_URL: true,
  PUENTE_API_KEY: true,
  DEMO_API_KEY: true,
  SANDBOX_PORT: true,
  SANDBOX_PUBLISHABLE_KEY: true,
})

/**
 * Reads settings for a command that calls Puente over HTTP. In a shop's folder, `.env` may belong
 * to another program: a file with unknown names contributes only `PUENTE_…`. Throws
 * `SettingsError`.
 */
export const readRemoteSettings = (
  environment: NodeJS.ProcessEnv = process.env,
  envFile = '.env',
  platforms: readonly WithSettings[] = [],
): z.output<typeof remoteSchema> => {
  const fromFile = readEnvFile(envFile)
  const known = [...settingNames(platforms), ...SECRET_SETTINGS.map((name) => `${name}_FILE`)]
  const isOfOtherProgram = Object.keys(fromFile).some(
    (name) => !known.includes(name) && !looksLikeOurs(name, { known, prefixes: OWN_PREFIXES }),
  )
  const own = Object.entries(fromFile).filter(
    ([name]) => !isOfOtherProgram || name.startsWith('PUENTE_'),
  )
  const secrets = readSecretFiles(overridden(Object.fromEntries(own), environment), [
    'PUENTE_API_KEY',
    'DEMO_API_KEY',
  ])
  const given = Object.entries(secrets.values).filter(
    ([name, value]) => value && Object.hasOwn(remoteSchema.shape, name),
  )
  const { data, error } = remoteSchema.safeParse(Object.fromEntries(given))
  const problems = [
    ...secrets.problems,
    ...(error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  ]
  if (!data || problems.length > 0) {
    throw new SettingsError(inPlaces(problems, { fromFile, environment, envFile }))
  }
  return data
}

const rulesOfPlatforms = (settings: Settings, platforms: readonly WithSettings[]): string[] => {
  const isProduction = settings.NODE_ENV === 'production'
  return platforms.flatMap(
    (platform) =>
      platform.settings?.rules?.(settingsOf(settings, platform), { isProduction }) ?? [],
  )
}

/**
 * Reads the sandbox's settings. It holds no money or others' secrets and knows no platform: of the
 * file, it validates only names that resemble its own.
 */
export const readSandboxSettings = (): Settings =>
  readBy(() => [], {
    environment: process.env,
    envFile: '.env',
    platforms: [],
    prefixes: ['SANDBOX_'],
    isForOthersToo: true,
  })

const looksLikeOurs = (
  name: string,
  { known, prefixes }: { known: readonly string[]; prefixes: readonly string[] },
): boolean =>
  prefixes.some((prefix) => name.startsWith(prefix)) || nearestName(name, known, 1) !== undefined

/** Kubernetes and Docker inject these for a service named like ours. */
const isServiceLink = (name: string, value: string | undefined): boolean =>
  /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?$/.test(name) ||
  (/_PORT$/.test(name) && /^(tcp|udp):\/\//.test(value ?? ''))

const describeUnknown = (name: string, known: readonly string[]): string => {
  const meant = nearestName(name, known, 3)
  return `${name}: there is no such setting${meant ? `; did you mean ${meant}?` : ''}`
}

const NEEDED_IN_PRODUCTION = [
  'DATABASE_URL',
  'SEALING_KEYS',
  'GATEWAY_BASE_URL',
  'PUBLIC_URL',
] as const

/** Addresses that receive keys, serve scripts or get customers. */
const SENT_TO_IN_PRODUCTION = [
  'PUBLIC_URL',
  'GATEWAY_BASE_URL',
  'GATEWAY_EMBED_BASE_URL',
  'GATEWAY_SDK_URL',
  'GATEWAY_FRAME_URL',
  'GATEWAY_PORTAL_URL',
  'ALERT_SLACK_URL',
  'ALERT_WEBHOOK_URL',
  'OIDC_ISSUER',
] as const

const HTTPS_IN_PRODUCTION =
  'must be an https address in production, or one of this machine: what goes there could be read on its way'

const forbiddenInProduction = (settings: Settings): string[] => {
  if (settings.NODE_ENV !== 'production') return []
  const missing = NEEDED_IN_PRODUCTION.filter((name) => !settings[name])
  return [
    ...missing.map((name) => `${name}: must be set in production`),
    ...SENT_TO_IN_PRODUCTION.flatMap((name) => {
      const address = settings[name]
      return address && isReadableInTransit(address) ? [`${name}: ${HTTPS_IN_PRODUCTION}`] : []
    }),
    ...(settings.DEMO_SHOP
      ? ['DEMO_SHOP: the demo shop does not run in production: anybody could use it']
      : []),
  ]
}

const SHORTEST_MONTH_DAYS = 28

const brokenCombinations = (settings: Settings): string[] => {
  const { WEBHOOK_TOLERANCE_SECONDS: toleranceSeconds, RETENTION_EVENTS_DAYS: days } = settings
  const { RETENTION_CUSTOMERS_MONTHS: customerMonths } = settings
  const isDirectToNothing = !settings.DATABASE_URL && settings.DATABASE_DIRECT_URL !== undefined
  const rules: [isBroken: boolean, message: string][] = [
    // The bodies of events name customers too, and retention erases orders only.
    [
      customerMonths !== undefined && customerMonths * SHORTEST_MONTH_DAYS < days,
      `RETENTION_CUSTOMERS_MONTHS: must not be shorter than webhooks are kept (RETENTION_EVENTS_DAYS, ${days} days), because they name customers too`,
    ],
    [settings.PRIVATE_PORT === settings.PORT, 'PRIVATE_PORT: must be another port than PORT'],
    // The embedded PostgreSQL needs no direct address.
    [isDirectToNothing, 'DATABASE_URL: must be set with DATABASE_DIRECT_URL'],
    [
      settings.DATABASE_LONG_TIMEOUT_MS < settings.DATABASE_TIMEOUT_MS,
      'DATABASE_LONG_TIMEOUT_MS: must not be shorter than DATABASE_TIMEOUT_MS',
    ],
    // Only the inbox stops a replayed event: it must keep events as long as their signatures are
    // accepted. A signature may be dated slightly ahead (clock skew).
    [
      toleranceSeconds + CLOCK_SKEW_SECONDS >= days * DAY_SECONDS,
      `WEBHOOK_TOLERANCE_SECONDS: must be at least five minutes shorter than webhooks are kept (RETENTION_EVENTS_DAYS, ${days} days): one that is forgotten could be sent again`,
    ],
  ]
  return rules.flatMap(([isBroken, message]) => (isBroken ? [message] : []))
}

/** Pairs of a setting and another that it requires. */
const ALERTS_NEED = [
  ['ALERT_EMAIL_TO', 'SMTP_URL'],
  ['SMTP_URL', 'ALERT_EMAIL_FROM'],
  ['ALERT_EMAIL_FROM', 'SMTP_URL'],
  ['ALERT_WEBHOOK_URL', 'ALERT_WEBHOOK_SECRET'],
  ['ALERT_WEBHOOK_SECRET', 'ALERT_WEBHOOK_URL'],
] as const

const SINGLE_SIGN_ON = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

const halfSingleSignOn = (settings: Settings): string[] => {
  const missing = SINGLE_SIGN_ON.filter((name) => !settings[name])
  return missing.length === SINGLE_SIGN_ON.length
    ? []
    : missing.map((name) => `${name}: must be set with the other settings of single sign-on`)
}

const halfAlertChannels = (settings: Settings): string[] =>
  ALERTS_NEED.flatMap(([name, needed]) =>
    settings[name] && !settings[needed] ? [`${needed}: must be set with ${name}`] : [],
  )

/** Ignores a folder of that name (a Python virtual environment). */
const readEnvFile = (path: string): NodeJS.Dict<string> => {
  if (!existsSync(path) || statSync(path).isDirectory()) return {}
  try {
    return parseEnv(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new SettingsError(`Cannot read ${resolve(path)}: ${errorMessage(error)}.`)
  }
}
