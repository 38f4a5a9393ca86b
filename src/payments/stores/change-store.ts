import { environmentOfSecretKey } from '../../contract/keys.ts'
import type { StoreRow } from '../../db/db.ts'
import { deleteRecognisedRefusals } from '../../db/events/webhook-counts.ts'
import {
  addressColumns,
  openAddressLogins,
  sealStoreSecret,
} from '../../db/stores/store-secrets.ts'
import { lockStore, updateStoreRow as saveChanges } from '../../db/stores/stores.ts'
import { addTask } from '../../db/tasks/outbox.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Language } from '../../locales/language.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import { resumeNotifications } from '../notifications/notifications.ts'
import { parsePolicyInput } from '../ports/policy.ts'
import type { StoreDeps, StoreRefusal } from '../ports/store-connecting.ts'
import { newMailOwnersTask } from '../ports/tasks/notification-tasks.ts'
import { replayNotifications } from './connect-store.ts'
import { changedSecrets } from './mail-owners.ts'
import { endOfReplaced, replacedNotifySecret, replacedWebhookSecret } from './replaced-secrets.ts'
import {
  cleanFields,
  type GivenFields,
  gatewayKeyFields,
  invalidField,
  newNotifySecret,
  validateStore,
} from './store-fields.ts'

export interface StoreChanges extends Omit<GivenFields, 'policy'> {
  locale?: Language | undefined
  /** Single policy decisions; `null` restores a default. */
  policy?: Record<string, unknown> | undefined
}

export type ChangeOutcome =
  | { outcome: 'changed'; before: StoreRow }
  | { outcome: 'no-such-store' }
  | StoreRefusal

/**
 * Changes the given fields. API keys and other secrets stay in force, so the environment stays,
 * too. A new notify address gets the waiting notifications.
 */
export const changeStore = async (
  deps: StoreDeps,
  id: StoreId,
  typed: StoreChanges,
): Promise<ChangeOutcome> => {
  const { query, sealer, now } = deps
  const read = cleanFields(typed)
  if (read.outcome === 'refused') return read
  const { given: changes } = read
  const outcome = await query.transaction().execute(async (trx): Promise<ChangeOutcome> => {
    const before = await lockStore(trx, id)
    if (!before) return { outcome: 'no-such-store' }
    const merged = changes.policy && parsePolicyInput(mergePolicy(before.policy, changes.policy))
    if (merged && !merged.ok) return invalidField('policy', merged.problems.join('; '))
    const policy = merged?.policy
    const given = { ...changes, policy }
    const checked = await validateStore({ ...deps, query: trx }, { existing: before, given })
    if (checked.outcome === 'refused') return checked
    const moved = changes.secretKey && refuseOtherEnvironment(before, changes.secretKey)
    if (moved) return moved
    await saveChanges(trx, id, {
      ...plainFields(changes),
      ...addressFields(sealer, before, changes),
      ...(policy ? { policy: JSON.stringify(policy) } : {}),
      ...(changes.secretKey === undefined
        ? {}
        : gatewayKeyFields(sealer, { storeId: id, secretKey: changes.secretKey })),
      ...webhookSecretFields(deps, before, changes),
      updated_at: now,
    })
    const secrets = changedSecrets(sealer, before, changes)
    if (secrets.length > 0) await addTask(trx, newMailOwnersTask({ storeId: id, secrets }, { now }))
    if (changes.webhookSecret !== undefined) await deleteRecognisedRefusals(trx, id)
    return { outcome: 'changed', before }
  })
  if (outcome.outcome === 'changed' && changes.notifyUrl) {
    await resumeNotifications(query, { storeId: id, now })
    await replayNotifications(deps, id)
  }
  return outcome
}

/** Refuses a secret key of the other environment: test API keys would charge real cards. */
export const refuseOtherEnvironment = (
  { id, environment }: Pick<StoreRow, 'id' | 'environment'>,
  secretKey: string,
): StoreRefusal | undefined => {
  const other = environmentOfSecretKey(secretKey)
  if (!other || other === environment) return undefined
  return invalidField(
    'secretKey',
    `The shop "${id}" takes ${environment} payments, and so do those who have its API keys. Nothing was changed; connect a second shop for ${other} payments ("add")`,
  )
}

/** Merges decisions into a policy; `null` restores a default. */
export const mergePolicy = (
  before: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(([, decided]) => decided !== null),
  )

const addressFields = (
  sealer: SecretSealer,
  before: StoreRow,
  { notifyUrl, ordersUrl }: StoreChanges,
) =>
  notifyUrl === undefined && ordersUrl === undefined
    ? {}
    : addressColumns(sealer, {
        storeId: before.id,
        addresses: { notify_url: notifyUrl, orders_url: ordersUrl },
        before: openAddressLogins(sealer, before),
      })

const plainFields = ({ name, locale, publishableKey }: StoreChanges) => ({
  ...(name === undefined ? {} : { name }),
  ...(locale === undefined ? {} : { locale }),
  ...(publishableKey === undefined ? {} : { publishable_key: publishableKey }),
})

const webhookSecretFields = (
  deps: StoreDeps,
  before: StoreRow,
  { webhookSecret, previousSecretUntil }: StoreChanges,
) => {
  const replaced = replacedWebhookSecret(deps, before, {
    webhookSecret,
    until: previousSecretUntil,
  })
  if (webhookSecret === undefined) return replaced
  const field = 'sealed_webhook_secret' as const
  return {
    [field]: sealStoreSecret(deps.sealer, { storeId: before.id, field, secret: webhookSecret }),
    ...replaced,
  }
}

export type RotateNotifyOutcome =
  | { outcome: 'rotated'; notifySecret: string; until: Date }
  | { outcome: 'no-such-store' }
  /** Too many former secrets must still sign; the first expires at `from`. */
  | { outcome: 'not-yet'; from: Date }

/**
 * The former secret also signs until `until` (default: a day), so the store can switch any time.
 */
export const rotateNotifySecret = (
  deps: StoreDeps,
  { storeId, until = endOfReplaced(deps.now) }: { storeId: StoreId; until?: Date | undefined },
): Promise<RotateNotifyOutcome> =>
  deps.query.transaction().execute(async (trx): Promise<RotateNotifyOutcome> => {
    const store = await lockStore(trx, storeId)
    if (!store) return { outcome: 'no-such-store' }
    const notifySecret = newNotifySecret()
    const { from, columns } = replacedNotifySecret(deps, store, { notifySecret, until })
    if (from) return { outcome: 'not-yet', from }
    const field = 'sealed_notify_secret' as const
    await saveChanges(trx, storeId, {
      [field]: sealStoreSecret(deps.sealer, { storeId, field, secret: notifySecret }),
      ...columns,
      updated_at: deps.now,
    })
    await addTask(trx, newMailOwnersTask({ storeId, secrets: ['notify_secret'] }, deps))
    return { outcome: 'rotated', notifySecret, until }
  })
