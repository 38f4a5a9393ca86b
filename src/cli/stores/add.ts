import { environmentOfSecretKey } from '../../contract/keys.ts'
import type { StoreRow } from '../../db/db.ts'
import { apiKeysOf } from '../../db/stores/api-keys.ts'
import { findStore } from '../../db/stores/stores.ts'
import { StoreId } from '../../domain/ids.ts'
import { platformNamed } from '../../payments/ports/platform.ts'
import { endOfKey } from '../../payments/stores/api-keys.ts'
import { UserError } from '../../runtime/failure.ts'
import { DEMO_STORE } from '../servers/demo-store.ts'
import { confirm } from '../terminal/confirm.ts'
import { keyLine } from './keys.ts'
import { givenOptions, readPolicy, required, type StoreOptions, sharedOptions } from './options.ts'
import { checkPlatformPolicy } from './policy.ts'
import { requireAcceptedKeys } from './require-accepted-keys.ts'
import { platformContextOf, type StoreCommandContext } from './workplace.ts'

export interface AddOptions extends StoreOptions {
  replace: boolean
  force: boolean
  yes: boolean
}

/** Replaces an existing store after the user confirms the losses. */
export const addStore = async (
  workplace: StoreCommandContext,
  options: AddOptions,
): Promise<void> => {
  const { platforms, connecting } = workplace
  const platform = platforms.find((one) =>
    options.platform === undefined
      ? one.traits.receivesSignedNotifications
      : one.name === options.platform,
  )
  if (!platform) throw new Error('No platform is the default one')
  const { id } = options
  if (id === DEMO_STORE) throw new UserError(`--id: "${id}" is reserved for the demo shop.`)
  const existing = await findStore(connecting.query, StoreId.parse(id))
  if (existing && !options.replace) {
    throw new UserError(
      `Store "${id}" already exists. Use "update" or "rotate" to change it, or --replace to reconnect it.`,
    )
  }
  checkPlatformPolicy(workplace, platform.name, readPolicy(options.policy) ?? {})
  const { force } = options
  const greeting = await requireAcceptedKeys(workplace, { ...sharedOptions(options), force })
  if (existing) await confirm(await lossesOf(workplace, { existing, options }), options)
  console.log(await platform.cli.add(platformContextOf(workplace, platform), givenOptions(options)))
  console.log(greeting)
  if (existing?.disabled_at) {
    console.log(`The store is still disabled: "puente stores enable --id ${id}" enables it.`)
  }
}

const lossesOf = async (
  { platforms, connecting: { query, now } }: StoreCommandContext,
  { existing, options }: { existing: StoreRow; options: AddOptions },
): Promise<string> => {
  const keys = (await apiKeysOf(query, existing.id)).filter((key) => !endOfKey(key, now))
  const environment = environmentOfSecretKey(required(options, 'secret-key'))
  const isMoved = environment !== existing.environment
  const { traits, cli } = platformNamed(platforms, existing.platform)
  const { keepsApiKeys = false, more = [] } = cli.losses?.(existing, { isMoved }) ?? {}
  const { notify_url: notifyUrl, orders_url: ordersUrl, publishable_key: publishableKey } = existing
  const losses = [
    isMoved &&
      `its ${existing.environment} payments: the store then accepts ${environment} payments`,
    ...(keepsApiKeys ? [] : keys.map((key) => `API key ${keyLine(key)}`)),
    traits.receivesSignedNotifications && 'the notify secret, at once',
    notifyUrl && options.notifyUrl === undefined && `the notify address ${notifyUrl}`,
    ordersUrl && options.ordersUrl === undefined && `the orders address ${ordersUrl}`,
    publishableKey && options.publishableKey === undefined && 'the publishable key',
    ...more,
  ]
  const lines = losses.filter(Boolean).map((loss) => `  ${loss}`)
  return `Reconnecting the store "${existing.id}" removes:
${lines.join('\n')}
To change one thing only, use "update" or "rotate".`
}
