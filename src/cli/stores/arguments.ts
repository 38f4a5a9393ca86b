import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Locale } from '../../ledger/tables/stores.ts'
import type { ConnectOutcome } from '../../payments/connect-store.ts'
import { type GivenPolicy, readGivenPolicy } from '../../payments/policy.ts'
import { UserError } from '../../platform/failure.ts'
import { readSecrets, SECRET_FILE_OPTIONS } from './secret-arguments.ts'

export const USAGE = `Connects shops to Puente.

  npm run stores -- list
  npm run stores -- add --id SHOP --name "NAME" --secret-key sk_... --webhook-secret SECRET
                    [--notify-url https://shop/puente] [--orders-url https://shop/puente/orders]
                    [--publishable-key pk_...]
                    [--locale es|en] [--policy JSON] [--replace]
                    [--previous-secret-until TIME]
  npm run stores -- add --platform woocommerce --id SHOP --site https://shop
                    --consumer-key ck_... --consumer-secret cs_...
                    --secret-key sk_... --webhook-secret SECRET [...]
  npm run stores -- add --platform shopify --id SHOP --shop shop.myshopify.com
                    --client-id ID --client-secret SECRET
                    --secret-key sk_... --webhook-secret SECRET [...]

  A secret (--secret-key, --webhook-secret, --consumer-key, --consumer-secret, --client-secret) is
  visible to others of this machine as an argument. Instead:
    --secret-key-file PATH   reads it from a file
    --secret-key -           reads it from standard input; several are a line each, in the order above
    PUENTE_SECRET_KEY, PUENTE_WEBHOOK_SECRET, PUENTE_CONSUMER_KEY, PUENTE_CONSUMER_SECRET,
    PUENTE_CLIENT_SECRET     in the environment

  npm run stores -- policy --id SHOP [--policy JSON]

  --id              short name: lower-case letters, digits, hyphens; part of the webhook address
  --secret-key      the gateway's secret key; sk_test_ or sk_live_ decides the environment
  --webhook-secret  the signing secret that the gateway's portal shows for the endpoint
  --notify-url      where the shop is told that an order is paid, failed, expired
  --orders-url      where the shop says how its orders stand, so that they are compared as well
                    (docs/reconciliation.md)
  --publishable-key for card fields: on the shop's own page, or on Puente's card page
  --policy          what differs from the defaults, such as '{"on_trouble": "reverse"}', or
                    '{"checkout_mode": "card_page"}' for Puente's card page instead of the gateway's
                    checkout (needs --publishable-key and a PUBLIC_URL with https); all of them
                    are in docs/payments.md. "policy" shows what a shop has decided, or replaces it
  --replace         connect a shop of that id anew: it gets a new API key, or a new pairing code
  --previous-secret-until
                    until when the webhook secret that is replaced goes on verifying, such as
                    2030-01-31T18:00:00-06:00; without it, for a day
  --platform woocommerce
                    a WooCommerce shop with Puente's plugin: prints the pairing code for the plugin's
                    settings. Not needed where its merchant presses "Connect" there
  --site            the address of the WooCommerce shop
  --consumer-key, --consumer-secret
                    REST keys that may read and write, of WooCommerce > Settings > Advanced
  --platform shopify
                    a Shopify shop with an app of its own, made in the Dev Dashboard for this one
                    shop. Not needed where a merchant installs the app of this installation
  --shop            the name that Shopify gave the shop, such as cafe.myshopify.com
  --client-id, --client-secret
                    those of the shop's app`

const OPTIONS = {
  id: { type: 'string' },
  name: { type: 'string' },
  platform: { type: 'string', default: 'headless' },
  site: { type: 'string' },
  'consumer-key': { type: 'string' },
  'consumer-secret': { type: 'string' },
  shop: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  ...SECRET_FILE_OPTIONS,
  'secret-key': { type: 'string' },
  'publishable-key': { type: 'string' },
  'webhook-secret': { type: 'string' },
  'notify-url': { type: 'string' },
  'orders-url': { type: 'string' },
  locale: { type: 'string', default: 'es' },
  policy: { type: 'string' },
  'previous-secret-until': { type: 'string' },
  replace: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

export const readArguments = () => {
  const { positionals, values } = parse()
  const secrets = readSecrets(values, {
    environment: process.env,
    readInput: () => readFileSync(0, 'utf8'),
    warn: (line) => process.stderr.write(`${line}\n`),
  })
  return { positionals, values: { ...values, ...secrets } }
}

const parse = () => {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

export type Values = ReturnType<typeof readArguments>['values']

type Needed =
  | 'id'
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
  if (!value) throw new UserError(`--${name} is missing\n\n${USAGE}`)
  return value
}

/** What shops of every platform are connected with. */
export const sharedArguments = (values: Values) => {
  const id = required(values, 'id')
  return {
    id,
    name: values.name ?? id,
    locale: readLocale(values.locale),
    secretKey: required(values, 'secret-key'),
    publishableKey: values['publishable-key'] ?? null,
    webhookSecret: required(values, 'webhook-secret'),
    policy: readPolicy(values.policy),
    previousSecretUntil: readTime(values['previous-secret-until']),
  }
}

const readLocale = (text: string): Locale => {
  if (text === 'es' || text === 'en') return text
  throw new UserError('--locale: es or en')
}

const readTime = (text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new UserError('--previous-secret-until: a time, ISO 8601')
  return time
}

export const readPolicy = (text: string | undefined): GivenPolicy | undefined => {
  if (text === undefined) return undefined
  const read = readGivenPolicy(jsonOf(text))
  if (read.ok) return read.policy
  throw new UserError(`--policy: ${read.problems.join('; ')}`)
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UserError('--policy: expected a JSON object')
  }
}

type Refusal = Extract<ConnectOutcome, { outcome: 'refused' }>

const FLAG_OF: Record<Refusal['field'], string> = {
  id: '--id',
  secretKey: '--secret-key',
  notifyUrl: '--notify-url',
  ordersUrl: '--orders-url',
  siteUrl: '--site',
  publishableKey: '--publishable-key',
  policy: '--policy',
  previousSecretUntil: '--previous-secret-until',
}

/** The message for a connection that was refused, by the flag that has to be changed. */
export const refusedBy = ({ field, reason }: Refusal): UserError =>
  new UserError(`${FLAG_OF[field]}: ${reason}`)
