import type { StoreRow } from '../../db/db.ts'
import { platformNamed } from '../../payments/ports/platform.ts'
import { parsePolicyInput } from '../../payments/ports/policy.ts'
import {
  changeStore,
  mergePolicy,
  refuseOtherEnvironment,
  type StoreChanges,
} from '../../payments/stores/change-store.ts'
import { UserError } from '../../runtime/failure.ts'
import { WrongUse } from '../terminal/command-line.ts'
import { noSuchStore, storeNamed } from '../terminal/store-named.ts'
import { camelCase, readPolicyChanges, refusedBy, type StoreOptions } from './options.ts'
import { checkPlatformPolicy } from './policy.ts'
import { requireAcceptedKeys } from './require-accepted-keys.ts'
import type { StoreCommandContext } from './workplace.ts'

/** Options that change nothing by themselves. */
const MODIFIERS: readonly string[] = ['id', 'force', 'allow-short']

export const updateStoreCommand = async (
  workplace: StoreCommandContext,
  options: StoreOptions,
  { names }: { names: readonly string[] },
): Promise<void> => {
  const { platforms, connecting } = workplace
  const changed = names.filter((name) => !MODIFIERS.includes(name))
  if (changed.length === 0) {
    throw new WrongUse('Nothing to update: give at least one option to change.')
  }
  const store = await storeNamed(connecting.query, options.id)
  const { receivesSignedNotifications } = platformNamed(platforms, store.platform).traits
  if (!receivesSignedNotifications && (options.notifyUrl ?? options.ordersUrl) !== undefined) {
    throw new UserError(`A ${store.platform} store has no notify or orders address.`)
  }
  const changes: StoreChanges = {
    name: options.name,
    locale: options.locale,
    notifyUrl: orNothing(options.notifyUrl),
    ordersUrl: orNothing(options.ordersUrl),
    publishableKey: orNothing(options.publishableKey),
    secretKey: options.secretKey,
    webhookSecret: options.webhookSecret,
    allowShort: options.allowShort,
    previousSecretUntil: options.previousSecretUntil,
    policy: policyChanges(workplace, store, options),
  }
  if (changes.policy) {
    const read = parsePolicyInput(mergePolicy(store.policy, changes.policy))
    if (read.ok) checkPlatformPolicy(workplace, store.platform, read.policy)
  }
  const { secretKey, publishableKey = store.publishable_key, webhookSecret } = changes
  const moved = secretKey !== undefined && refuseOtherEnvironment(store, secretKey)
  if (moved) throw refusedBy(moved)
  const greeting =
    secretKey !== undefined &&
    (await requireAcceptedKeys(workplace, {
      secretKey,
      publishableKey,
      webhookSecret,
      allowShort: options.allowShort,
      locale: store.locale,
      force: options.force ?? false,
    }))
  const outcome = await changeStore(connecting, store.id, changes)
  if (outcome.outcome === 'refused') throw refusedBy(outcome)
  if (outcome.outcome === 'no-such-store') throw await noSuchStore(connecting.query, store.id)
  console.log(`Updated the store "${store.id}": ${changed.join(', ')}.`)
  if (greeting) console.log(greeting)
}

const policyChanges = (
  { platforms }: StoreCommandContext,
  store: StoreRow,
  options: StoreOptions,
): Record<string, unknown> | undefined => {
  const changes = readPolicyChanges(options.policy)
  for (const { name, title, cli } of platforms) {
    for (const { name: option, change } of cli.policyOptions ?? []) {
      const value = options[camelCase(option)]
      if (typeof value !== 'string') continue
      if (store.platform !== name) {
        throw new UserError(`--${option}: "${store.id}" is not a ${title} store`)
      }
      if (changes?.platform !== undefined) {
        throw new UserError(`--${option}: cannot be used with a "platform" in --policy`)
      }
      return { ...changes, platform: change(store, value) }
    }
  }
  return changes
}

/** Maps '' to `null`, which removes the value. */
const orNothing = (text: string | undefined): string | null | undefined =>
  text === '' ? null : text
