import { environmentOfSecretKey } from '../../contract/keys.ts'
import { apiKeysOf } from '../../db/api-keys.ts'
import type { StoreRow } from '../../db/db.ts'
import { findStore } from '../../db/stores.ts'
import { endOfKey } from '../../payments/stores/api-keys.ts'
import { UserError } from '../../runtime/failure.ts'
import { confirm } from '../confirm.ts'
import { DEMO_STORE } from '../demo-store.ts'
import { addHeadless } from './add-headless.ts'
import { addShopify } from './add-shopify.ts'
import { addWooCommerce } from './add-woocommerce.ts'
import { readPolicy, required, sharedArguments, type Values } from './arguments.ts'
import { askGateway } from './ask-gateway.ts'
import { keyLine } from './keys.ts'
import { checkPlatformPolicy } from './platform-policy.ts'
import type { Workplace } from './workplace.ts'

const ADD = { headless: addHeadless, shopify: addShopify, woocommerce: addWooCommerce }

/** Connects a shop, or connects it anew once somebody has agreed to what dies of that. */
export const add = async (workplace: Workplace, values: Values): Promise<void> => {
  const { platform = 'headless' } = values
  if (!isPlatform(platform)) {
    throw new UserError('--platform: shopify or woocommerce, or nothing for a shop of your own')
  }
  const id = required(values, 'id')
  if (id === DEMO_STORE) throw new UserError(`--id: "${id}" is the demo shop's`)
  const existing = await findStore(workplace.connecting.query, id)
  if (existing && !values.replace) {
    throw new UserError(
      `There is a shop "${id}" already. "update" changes what is named of it, "rotate" its keys and secrets. Use --replace to connect it anew.`,
    )
  }
  checkPlatformPolicy(platform, readPolicy(values.policy) ?? {})
  const greeting = await askGateway(workplace, { ...sharedArguments(values), force: values.force })
  if (existing) {
    await confirm(await whatDies(workplace, { existing, values }), { yes: values.yes })
  }
  await ADD[platform](workplace, values)
  console.log(greeting)
  if (existing?.disabled_at) console.log(`It is still disabled: "enable --id ${id}" ends that.`)
}

const isPlatform = (name: string): name is keyof typeof ADD => Object.hasOwn(ADD, name)

/** What a shop loses when it is connected anew. */
const whatDies = async (
  { connecting: { query, now } }: Workplace,
  { existing, values }: { existing: StoreRow; values: Values },
): Promise<string> => {
  const isForgotten = (option: 'notify-url' | 'orders-url' | 'publishable-key') =>
    values[option] === undefined
  const keys = (await apiKeysOf(query, existing.id)).filter((key) => !endOfKey(key, now))
  const environment = environmentOfSecretKey(required(values, 'secret-key'))
  const isMoved = environment !== existing.environment
  const dies = [
    ...(isMoved
      ? [`its ${existing.environment} payments: it takes ${environment} payments from then on`]
      : []),
    ...(existing.platform === 'woocommerce' && !isMoved
      ? []
      : keys.map((key) => `API key ${keyLine(key)}`)),
    ...(existing.platform === 'headless' ? ['the notify secret, at once'] : []),
    ...(existing.notify_url && isForgotten('notify-url')
      ? [`the notify address ${existing.notify_url}`]
      : []),
    ...(existing.orders_url && isForgotten('orders-url')
      ? [`the orders address ${existing.orders_url}`]
      : []),
    ...(existing.publishable_key && isForgotten('publishable-key') ? ['the publishable key'] : []),
    ...(existing.platform === 'woocommerce'
      ? ['the pairing code, as soon as the plugin has the new one']
      : []),
  ]
  return `Connecting the shop "${existing.id}" anew ends:
${dies.map((line) => `  ${line}`).join('\n')}
To change one thing only, use "update" or "rotate".`
}
