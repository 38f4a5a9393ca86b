import { parseArgs } from 'node:util'
import {
  gatewayBaseUrl,
  gatewayEmbedBaseUrl,
  gatewaySdkUrl,
  publicUrl,
} from '../../config/addresses.ts'
import { readSettings, type Settings } from '../../config/settings.ts'
import { createGateway } from '../gateway/client.ts'
import { type Ledger, openLedger } from '../ledger/ledger.ts'
import { findStore, listStores } from '../ledger/stores.ts'
import { type ConnectOutcome, connectStore } from '../payments/connect-store.ts'
import { type GivenPolicy, readGivenPolicy } from '../payments/policy.ts'
import { systemClock } from '../platform/clock.ts'
import { UserError } from '../platform/failure.ts'
import { createIds } from '../platform/ids.ts'
import { createLog, type Log } from '../platform/log.ts'
import { openLocalDatabase } from '../platform/postgres/local-database.ts'
import { type Program, runProgram } from '../platform/program.ts'
import { createSecretSealer } from '../platform/sealed-secrets.ts'
import { sealingKeyOfDataDir } from '../platform/sealing-key-file.ts'
import { DEMO_STORE } from './demo-store.ts'

const USAGE = `Connects shops of your own to Puente.

  npm run stores -- list
  npm run stores -- add --id SHOP --name "NAME" --secret-key sk_... --webhook-secret SECRET
                    [--notify-url https://shop/puente] [--orders-url https://shop/puente/orders]
                    [--publishable-key pk_...]
                    [--locale es|en] [--policy JSON] [--replace]
                    [--previous-secret-until TIME]

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
                    are in docs/payments.md
  --replace         connect a shop of that id anew: it gets a new API key
  --previous-secret-until
                    until when the webhook secret that is replaced goes on verifying, such as
                    2030-01-31T18:00:00-06:00; without it, for a day`

const stores = async ({ onEnd }: Program): Promise<'ended'> => {
  const { positionals, values } = readArguments()
  const [command] = positionals
  if (values.help || command === 'help') {
    console.log(USAGE)
    return 'ended'
  }
  if (command !== 'add' && command !== 'list') throw new UserError(USAGE)
  const settings = readSettings()
  const log = createLog({ level: 'warn', service: 'stores' })
  const { DATABASE_URL: url, DATA_DIR: dataDir } = settings
  const database = await openLocalDatabase({ url, dataDir, name: 'puente', log })
  onEnd(database.stop)
  const ledger = await openLedger({ databaseUrl: database.url, log })
  onEnd(ledger.close)
  if (command === 'list') await list(ledger)
  else await add({ ledger, settings, values, log })
  return 'ended'
}

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        id: { type: 'string' },
        name: { type: 'string' },
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
      },
    })
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

type Values = ReturnType<typeof readArguments>['values']

const list = async (ledger: Ledger): Promise<void> => {
  for (const store of await listStores(ledger.query)) {
    console.log(
      `${store.id}\t${store.environment}\t${store.platform}\t${store.name}\t${store.notify_url ?? '-'}`,
    )
  }
}

const add = async ({
  ledger,
  settings,
  values,
  log,
}: {
  ledger: Ledger
  settings: Settings
  values: Values
  log: Log
}): Promise<void> => {
  const id = required(values, 'id')
  if (id === DEMO_STORE) throw new UserError(`--id: "${id}" is the demo shop's`)
  const secretKey = required(values, 'secret-key')
  const { locale } = values
  if (locale !== 'es' && locale !== 'en') throw new UserError('--locale: es or en')
  if (!values.replace && (await findStore(ledger.query, id))) {
    throw new UserError(`There is a shop "${id}" already. Use --replace to connect it anew.`)
  }
  const sealer = createSecretSealer(settings.SEALING_KEYS ?? sealingKeyOfDataDir(settings.DATA_DIR))
  const connected = await connectStore(
    {
      query: ledger.query,
      sealer,
      ids: createIds(systemClock),
      now: systemClock.now(),
      installation: {
        publicUrl: publicUrl(settings),
        embedBaseUrl: gatewayEmbedBaseUrl(settings),
        sdkUrl: gatewaySdkUrl(settings),
        frameUrl: settings.GATEWAY_FRAME_URL,
      },
    },
    {
      id,
      name: values.name ?? id,
      locale,
      secretKey,
      publishableKey: values['publishable-key'] ?? null,
      webhookSecret: required(values, 'webhook-secret'),
      notifyUrl: values['notify-url'] ?? null,
      ordersUrl: values['orders-url'] ?? null,
      policy: readPolicy(values.policy),
      previousSecretUntil: readTime(values['previous-secret-until']),
    },
  )
  if (connected.outcome === 'refused')
    throw new UserError(`${FLAG_OF[connected.field]}: ${connected.reason}`)
  console.log(`Shop "${id}" is connected (${connected.environment}).

  API key            ${connected.apiKey}
  Notify secret      ${connected.notifySecret}
  Webhook address    ${publicUrl(settings)}/webhooks/gateway/${id}

The API key and the notify secret are shown this once. Register the webhook address in the
gateway's portal, in the ${connected.environment} environment.`)
  console.log(await gatewayGreeting({ settings, secretKey, locale, log }))
}

const readTime = (text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new UserError('--previous-secret-until: a time, ISO 8601')
  return time
}

const readPolicy = (text: string | undefined): GivenPolicy | undefined => {
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
  publishableKey: '--publishable-key',
  policy: '--policy',
  previousSecretUntil: '--previous-secret-until',
}

const required = (values: Values, name: 'id' | 'secret-key' | 'webhook-secret'): string => {
  const value = values[name]
  if (!value) throw new UserError(`--${name} is missing\n\n${USAGE}`)
  return value
}

/** Whether the gateway knows the key: worth saying at once, but no reason to refuse the shop. */
const gatewayGreeting = async ({
  settings,
  secretKey,
  locale,
  log,
}: {
  settings: Settings
  secretKey: string
  locale: 'es' | 'en'
  log: Log
}): Promise<string> => {
  const baseUrl = gatewayBaseUrl(settings)
  const timeoutMs = settings.GATEWAY_TIMEOUT_MS
  const me = await createGateway({ baseUrl, secretKey, timeoutMs, language: locale, log }).me()
  switch (me.outcome) {
    case 'authorized':
      return `The gateway at ${baseUrl} accepts the secret key.`
    case 'unauthorized':
      return `Warning: the gateway at ${baseUrl} does not accept the secret key.`
    default:
      return `Warning: the gateway at ${baseUrl} could not be asked (${me.outcome}).`
  }
}

await runProgram(stores)
