import { readSettings } from '../../config/settings.ts'
import { type Ledger, openLedger } from '../ledger/ledger.ts'
import { findStore, listStores } from '../ledger/stores.ts'
import { UserError } from '../platform/failure.ts'
import { createLog } from '../platform/log.ts'
import { openLocalDatabase } from '../platform/postgres/local-database.ts'
import { type Program, runProgram } from '../platform/program.ts'
import { DEMO_STORE } from './demo-store.ts'
import { addHeadless } from './stores/add-headless.ts'
import { addShopify } from './stores/add-shopify.ts'
import { addWooCommerce } from './stores/add-woocommerce.ts'
import { readArguments, readPolicy, required, USAGE, type Values } from './stores/arguments.ts'
import { changePolicy } from './stores/change-policy.ts'
import { checkPlatformPolicy } from './stores/platform-policy.ts'
import { createWorkplace } from './stores/workplace.ts'

const COMMANDS = ['add', 'list', 'policy']
const ADD = { headless: addHeadless, shopify: addShopify, woocommerce: addWooCommerce }

const stores = async ({ open }: Program): Promise<'ended'> => {
  const { positionals, values } = readArguments()
  const [command] = positionals
  if (values.help || command === 'help') {
    console.log(USAGE)
    return 'ended'
  }
  if (!command || !COMMANDS.includes(command)) throw new UserError(USAGE)
  const settings = readSettings()
  const log = createLog({ level: 'warn', service: 'stores' })
  const { DATABASE_URL: url, DATA_DIR: dataDir } = settings
  const database = await open(
    () => openLocalDatabase({ url, dataDir, name: 'puente', log }),
    ({ stop }) => stop(),
  )
  const ledger = await open(
    () => openLedger({ databaseUrl: database.url, log }),
    ({ close }) => close(),
  )
  if (command === 'list') {
    await list(ledger)
  } else if (command === 'policy') {
    await changePolicy(createWorkplace({ settings, ledger, log }), values)
  } else {
    const { platform } = values
    if (!isPlatform(platform)) {
      throw new UserError('--platform: shopify or woocommerce, or nothing for a shop of your own')
    }
    await refuseTaken(ledger, values)
    checkPlatformPolicy(platform, readPolicy(values.policy) ?? {})
    await ADD[platform](createWorkplace({ settings, ledger, log }), values)
  }
  return 'ended'
}

const isPlatform = (name: string): name is keyof typeof ADD => Object.hasOwn(ADD, name)

const list = async (ledger: Ledger): Promise<void> => {
  for (const store of await listStores(ledger.query)) {
    console.log(
      `${store.id}\t${store.environment}\t${store.platform}\t${store.name}\t${store.notify_url ?? '-'}`,
    )
  }
}

const refuseTaken = async (ledger: Ledger, values: Values): Promise<void> => {
  const id = required(values, 'id')
  if (id === DEMO_STORE) throw new UserError(`--id: "${id}" is the demo shop's`)
  if (!values.replace && (await findStore(ledger.query, id))) {
    throw new UserError(`There is a shop "${id}" already. Use --replace to connect it anew.`)
  }
}

await runProgram(stores)
