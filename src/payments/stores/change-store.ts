import { environmentOfSecretKey } from '../../contract/keys.ts'
import type { StoreRow } from '../../db/db.ts'
import { addTask } from '../../db/outbox.ts'
import { addressColumns, openAddressLogins, sealStoreSecret } from '../../db/store-secrets.ts'
import { lockStore, changeStore as saveChanges } from '../../db/stores.ts'
import type { Locale } from '../../db/tables/stores.ts'
import { forgetRecognisedRefusals } from '../../db/webhook-counts.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { SecretSealer } from '../../runtime/sealed-secrets.ts'
import { resumeNotifications } from '../notifications/notifications.ts'
import { readGivenPolicy } from '../ports/policy.ts'
import type { StoreDeps, StoreRefusal } from '../ports/store-connecting.ts'
import { taskToMailOwners } from '../ports/tasks/mail-owners.ts'
import { changedSecrets } from './changed-secrets.ts'
import { tellAgain } from './connect-store.ts'
import { endOfReplaced, replacedNotifySecret, replacedWebhookSecret } from './replaced-secrets.ts'
import {
  cleanFields,
  gatewayKeyFields,
  newNotifySecret,
  refused,
  wrongWithStore,
} from './store-fields.ts'

/** What is to be changed of a store; what is not in it stays as it is. */
export interface StoreChanges {
  name?: string | undefined
  locale?: Locale | undefined
  /** `null`: the shop is notified nothing any more. */
  notifyUrl?: string | null | undefined
  ordersUrl?: string | null | undefined
  publishableKey?: string | null | undefined
  secretKey?: string | undefined
  webhookSecret?: string | undefined
  /** An owner or the command line may set a webhook secret below the minimum length. */
  allowShort?: boolean | undefined
  /** Until when the webhook secret that is replaced goes on verifying; without it, for a day. */
  previousSecretUntil?: Date | undefined
  /** Of the policy, these decisions alone; `null` brings one back to its default. */
  policy?: Record<string, unknown> | undefined
}

export type ChangeOutcome =
  | { outcome: 'changed'; before: StoreRow }
  | { outcome: 'no-such-store' }
  | StoreRefusal

/**
 * Changes what is named of a connected store, and nothing else: its API keys and its other secrets stay
 * in force, and so does its environment, because of them. A shop that gets another notify address is
 * told there what waits for it.
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
    const merged = changes.policy && readGivenPolicy(mergedPolicy(before.policy, changes.policy))
    if (merged && !merged.ok) return refused('policy', merged.problems.join('; '))
    const policy = merged?.policy
    const given = { ...changes, policy }
    const checked = await wrongWithStore({ ...deps, query: trx }, { existing: before, given })
    if (checked.outcome === 'refused') return checked
    const moved = changes.secretKey && refusalToMove(before, changes.secretKey)
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
    if (secrets.length > 0) await addTask(trx, taskToMailOwners({ storeId: id, secrets }, { now }))
    if (changes.webhookSecret !== undefined) await forgetRecognisedRefusals(trx, id)
    return { outcome: 'changed', before }
  })
  if (outcome.outcome === 'changed' && changes.notifyUrl) {
    await resumeNotifications(query, { storeId: id, now })
    await tellAgain(deps, id)
  }
  return outcome
}

/**
 * Why a store does not take a secret key, if that is of the other environment: who was given an API key
 * to try things out with would charge for real by it.
 */
export const refusalToMove = (
  { id, environment }: Pick<StoreRow, 'id' | 'environment'>,
  secretKey: string,
): StoreRefusal | undefined => {
  const other = environmentOfSecretKey(secretKey)
  if (!other || other === environment) return undefined
  return refused(
    'secretKey',
    `The shop "${id}" takes ${environment} payments, and so do those who have its API keys. Nothing was changed; connect a second shop for ${other} payments ("add")`,
  )
}

/** A policy with some decisions changed; those that are `null` have their default again. */
export const mergedPolicy = (
  before: Record<string, unknown>,
  changes: Record<string, unknown>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(([, decided]) => decided !== null),
  )

/** Only shops that authenticate by signature alone have addresses. */
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
  /** Too many before it were promised to sign until a time, the first of which is this. */
  | { outcome: 'not-yet'; from: Date }

/**
 * Gives a store another notify secret. Until `until` (a day, unless it is said) its messages are signed
 * with the one before as well, so that the shop can change over at any time in between.
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
    await addTask(trx, taskToMailOwners({ storeId, secrets: ['notify_secret'] }, deps))
    return { outcome: 'rotated', notifySecret, until }
  })
