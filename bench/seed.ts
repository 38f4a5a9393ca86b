import { parseArgs } from 'node:util'
import { platforms } from '../adapters/registry.ts'
import { openCommandDb } from '../src/cli/context/open-command-db.ts'
import { openStoreCommand } from '../src/cli/stores/workplace.ts'
import { createPartitionsAhead } from '../src/db/privacy/partitions.ts'
import { StoreId } from '../src/domain/ids.ts'
import { GATEWAY_WEBHOOK_PATH } from '../src/http/gateway-webhooks/intake.ts'
import { connectStore } from '../src/payments/stores/connect-store.ts'
import { systemClock } from '../src/runtime/clock.ts'
import { UserError } from '../src/runtime/failure.ts'
import { type Program, runProgram } from '../src/runtime/process/program.ts'
import { insertPendingOrders } from './load/pending-orders.ts'

const USAGE = `node bench/seed.ts --database-url URL --data-dir DIR --store ID --secret-key KEY
    --webhook-secret SECRET [--notify-url URL] --orders N

Makes a store and N orders (external_id 1 to N, HNL 125.50) that each wait for a pending hosted
payment with the gateway's id 1 to N. Orders that are there already stay as they are. The last line of
output is JSON: {"store", "orders", "webhook_path"}.`

const MOST_ORDERS = 100_000_000

const readArguments = () => {
  try {
    return parseArgs({
      options: {
        'database-url': { type: 'string' },
        'data-dir': { type: 'string' },
        store: { type: 'string' },
        'secret-key': { type: 'string' },
        'webhook-secret': { type: 'string' },
        'notify-url': { type: 'string' },
        orders: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

const seed = async (program: Program): Promise<'ended'> => {
  const values = readArguments()
  if (values.help) {
    console.log(USAGE)
    return 'ended'
  }
  const given = (name: Exclude<keyof typeof values, 'help'>): string => {
    const value = values[name]
    if (!value) throw new UserError(`--${name}: is missing\n\n${USAGE}`)
    return value
  }
  const orders = Number(given('orders'))
  if (!Number.isInteger(orders) || orders < 1 || orders > MOST_ORDERS) {
    throw new UserError(`--orders: a whole number from 1 to ${MOST_ORDERS}`)
  }
  const store = StoreId.parse(given('store'))
  // Selects the database and key ring of that Puente.
  process.env.DATABASE_URL = given('database-url')
  process.env.DATA_DIR = given('data-dir')
  const { settings, db, query, log } = await openCommandDb({ ...program, platforms }, 'puente-seed')
  const now = systemClock.now()
  const { connecting } = await openStoreCommand({ settings, platforms, db, query, now, log })
  const connected = await connectStore(connecting, {
    id: store,
    name: 'Seeded',
    locale: 'es',
    secretKey: given('secret-key'),
    publishableKey: null,
    webhookSecret: given('webhook-secret'),
    notifyUrl: values['notify-url'] ?? null,
    // The gateway never had these payments.
    policy: { reconcile: { nightly: false } },
  })
  if (connected.outcome === 'refused') throw new UserError(connected.reason)
  await createPartitionsAhead(query, now)
  await insertPendingOrders(db.long.pool, { store, to: orders })
  const webhookPath = `${GATEWAY_WEBHOOK_PATH}${store}`
  console.log(JSON.stringify({ store, orders, webhook_path: webhookPath }))
  return 'ended'
}

await runProgram(seed)
