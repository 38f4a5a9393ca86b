import { createHash, randomBytes } from 'node:crypto'
import {
  type Environment,
  environmentOfSecretKey,
  publishableKeyDefect,
} from '../../contract/keys.ts'
import type { DbQuery, StoreRow } from '../../db/db.ts'
import { endpointsOfStore } from '../../db/endpoints/endpoints.ts'
import { hasOrders } from '../../db/orders/orders.ts'
import { sealStoreSecret, tryOpenWebhookSecret } from '../../db/stores/store-secrets.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Localized } from '../../locales/language.ts'
import { addMs, DAY } from '../../runtime/clock.ts'
import { loginDefect, splitLogin } from '../../runtime/net/address-login.ts'
import { droppedPartReason } from '../../runtime/net/address-parts.ts'
import { HTTPS_NEEDED, isReadableInTransit } from '../../runtime/net/plain-http.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import { CARD_NUMBER_HERE, withoutCardNumbers } from '../../runtime/text/caller-texts.ts'
import { fieldMessage } from '../../runtime/text/field-messages.ts'
import { type PastedKind, readPasted } from '../../runtime/text/pasted.ts'
import { type CardPageObstacle, cardPageObstacleOfPolicy } from '../ports/card-page-setup.ts'
import type { PolicyInput } from '../ports/policy.ts'
import type { StoreDeps, StoreField, StoreRefusal } from '../ports/store-connecting.ts'
import { webhookSecretFrom } from './replaced-secrets.ts'
import { type SecretProblem, SHORT_SECRET, webhookSecretDefect } from './webhook-secret-rules.ts'

export const invalidField = (field: StoreField, reason: string | Localized): StoreRefusal =>
  typeof reason === 'string'
    ? { outcome: 'refused', field, reason }
    : { outcome: 'refused', field, reason: reason.en, translations: reason }

/** Absent fields stay. */
export interface GivenFields {
  name?: string | undefined
  secretKey?: string | undefined
  publishableKey?: string | null | undefined
  webhookSecret?: string | undefined
  /** Allows a short webhook secret, for owners and the command line. */
  allowShort?: boolean | undefined
  /** `null` stops notifications. */
  notifyUrl?: string | null | undefined
  /** Address for reconciliation. */
  ordersUrl?: string | null | undefined
  policy?: PolicyInput | undefined
  /** When the replaced webhook secret expires; default: after a day. */
  previousSecretUntil?: Date | undefined
}

const PASTED = [
  ['secretKey', 'key'],
  ['publishableKey', 'key'],
  ['webhookSecret', 'secret'],
  ['notifyUrl', 'address'],
  ['ordersUrl', 'address'],
] as const satisfies readonly (readonly [StoreField & keyof GivenFields, PastedKind])[]

/** Cleans pasted keys, secrets and addresses; rejects invalid characters inside. */
export const cleanFields = <Given extends GivenFields>(
  given: Given,
): StoreRefusal | { outcome: 'clean'; given: Given } => {
  const clean: GivenFields = {}
  for (const [field, kind] of PASTED) {
    const text = given[field]
    if (typeof text !== 'string') continue
    const read = readPasted(text, kind)
    if (read.outcome === 'refused') return invalidField(field, read.reason)
    clean[field] = read.text
  }
  return { outcome: 'clean', given: { ...given, ...clean } }
}

const FIELD_OF_PART = {
  installation: 'policy',
  'publishable-key': 'publishableKey',
} as const satisfies Record<CardPageObstacle['part'], StoreField>

/**
 * Validates the given fields; `existing` has the others. A store with orders keeps its environment:
 * the other one does not know its payments.
 */
export const validateStore = async (
  deps: Pick<StoreDeps, 'query' | 'sealer' | 'now' | 'installation'>,
  { existing, given }: { existing: StoreRow | undefined; given: GivenFields },
): Promise<StoreRefusal | { outcome: 'accepted'; environment: Environment }> => {
  const { query, now, installation } = deps
  const { secretKey, previousSecretUntil: until } = given
  const environment =
    secretKey === undefined ? existing?.environment : environmentOfSecretKey(secretKey)
  if (!environment) {
    return invalidField('secretKey', fieldMessage('key-shape', { field: 'secretKey' }))
  }
  if (given.name?.trim() === '') return invalidField('name', fieldMessage('empty'))
  for (const field of ['name', 'notifyUrl', 'ordersUrl', 'policy'] as const) {
    const { issues } = withoutCardNumbers({ [field]: given[field] })
    if (issues.length > 0) return invalidField(field, CARD_NUMBER_HERE)
  }
  const { webhookSecret } = given
  const problem = validateSecret(deps.sealer, { existing, given })
  if (problem === 'short') return invalidField('webhookSecret', SHORT_SECRET)
  if (problem === 'invisible') return invalidField('webhookSecret', fieldMessage('blankInSecret'))
  if (problem) {
    return invalidField('webhookSecret', "Is no signing secret; the gateway's portal shows that")
  }
  const from = existing && webhookSecret && webhookSecretFrom(deps, existing, webhookSecret)
  if (from) {
    const reason = `Was replaced so often that it can be replaced again from ${from.toISOString()}`
    return invalidField('webhookSecret', reason)
  }
  if (given.publishableKey && publishableKeyDefect(given.publishableKey, environment)) {
    return invalidField(
      'publishableKey',
      `Begins with pk_, and is of the ${environment} environment`,
    )
  }
  for (const field of ['notifyUrl', 'ordersUrl'] as const) {
    const url = given[field]
    const defect = url ? addressDefect(url, installation) : undefined
    if (defect) return invalidField(field, defect)
  }
  if (await isAddressOfEndpoint(query, existing, given.notifyUrl))
    return invalidField('notifyUrl', fieldMessage('addressTaken'))
  if (until && !isWithinAMonth(until, now))
    return invalidField('previousSecretUntil', WITHIN_A_MONTH)
  const changesEnvironment = existing && existing.environment !== environment
  if (changesEnvironment && (await hasOrders(query, existing.id))) {
    return invalidField(
      'secretKey',
      `The shop has orders in the ${existing.environment} environment; connect another one`,
    )
  }
  const { publishableKey = existing?.publishable_key ?? null } = given
  const policy = given.policy ?? existing?.policy ?? {}
  const obstacle = cardPageObstacleOfPolicy(
    { environment, publishable_key: publishableKey, policy },
    installation,
  )
  if (obstacle) return invalidField(FIELD_OF_PART[obstacle.part], obstacle.reason)
  return { outcome: 'accepted', environment }
}

/** Ignores logins: one address with two logins is one receiver. */
export const isAddressTaken = (url: string, others: readonly (string | null)[]): boolean => {
  const comparable = (each: string) => URL.parse(splitLogin(each).address)?.href ?? each
  return others.some((other) => other !== null && comparable(other) === comparable(url))
}

const isAddressOfEndpoint = async (
  query: DbQuery,
  store: StoreRow | undefined,
  url: GivenFields['notifyUrl'],
): Promise<boolean> => {
  if (!url || !store?.endpoints) return false
  const endpoints = await endpointsOfStore(query, store.id)
  return isAddressTaken(
    url,
    endpoints.map((endpoint) => endpoint.url),
  )
}

/** Returns why Puente cannot send to a store's address. */
export const addressDefect = (
  url: string,
  installation: StoreDeps['installation'],
): Localized | undefined => {
  if (!(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    return fieldMessage('httpAddress')
  const defect = loginDefect(url) ?? droppedPartReason(url, ['login', 'path', 'query'])
  if (defect) return defect
  return installation?.requiresHttps && isReadableInTransit(url) ? HTTPS_NEEDED : undefined
}

/** A stored secret stays valid, even short or with a blank: setting it again is a no-op. */
const validateSecret = (
  sealer: SecretSealer,
  {
    existing,
    given: { webhookSecret, allowShort },
  }: { existing: StoreRow | undefined; given: GivenFields },
): SecretProblem | undefined => {
  if (webhookSecret === undefined) return undefined
  const problem = webhookSecretDefect(webhookSecret, { allowShort })
  const isStored =
    (problem === 'short' || problem === 'invisible') &&
    existing &&
    tryOpenWebhookSecret(sealer, existing) === webhookSecret
  return isStored ? undefined : problem
}

export const WITHIN_A_MONTH = fieldMessage('withinAMonth')

/** Bound on a replaced secret, which must not stay valid for long. */
export const isWithinAMonth = (until: Date, now: Date): boolean =>
  until > now && until <= addMs(now, 30 * DAY)

export const newNotifySecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

export const gatewayKeyFields = (
  sealer: SecretSealer,
  { storeId, secretKey }: { storeId: StoreId; secretKey: string },
) => ({
  sealed_secret_key: sealStoreSecret(sealer, {
    storeId,
    field: 'sealed_secret_key',
    secret: secretKey,
  }),
  gateway_account: accountOfKey(secretKey),
})

/** Derives an account id from a key without revealing the key. */
export const accountOfKey = (secretKey: string): string =>
  createHash('sha256').update(secretKey).digest('hex').slice(0, 16)
