import type { StoreId } from '../../../src/domain/ids.ts'
import { addMs } from '../../../src/runtime/clock.ts'
import {
  type Core,
  type DbQuery,
  findMessageBody,
  openAlertsOf,
  type PlatformMessage,
  recordDataRequest,
  type Store,
} from '../../adapter.ts'
import { messagesOfShop } from './messages-of-shop.ts'
import { type ComplianceRequest, readComplianceRequest } from './request.ts'

export interface OpenDataRequest {
  id: string
  at: Date
}

const KIND = 'customer_data_requested'

/** Shopify's deadline for the shop's answer. */
const ANSWER_WITHIN_MS = 30 * 24 * 60 * 60_000

/** Names a request by its inbox address, which contains no personal data. */
const nameOf = ({ month, seq }: PlatformMessage['address']): string => `${month}_${seq}`

const addressOf = (name: string): PlatformMessage['address'] | undefined => {
  const [, month, seq] = /^(\d{4}-\d{2}-\d{2})_(\d{1,18})$/.exec(name) ?? []
  return month && seq ? { month, seq } : undefined
}

/**
 * Opens an alert for a customer's data request and notes it on their orders. Stores no export: each
 * download builds it.
 */
export const openDataRequest = async (
  { db, clock }: Core,
  {
    message,
    stores,
    request,
  }: { message: PlatformMessage; stores: readonly Store[]; request: ComplianceRequest },
): Promise<{ note: string; orders: number }> => {
  const [store] = stores
  if (!store) return { note: 'nothing-kept', orders: 0 }
  const subject = nameOf(message.address)
  const now = clock.now()
  const storeIds = stores.map(({ id }) => id)
  if (await isOpenAlready(db.query, { storeIds, body: message.body })) {
    return { note: 'requested-already', orders: 0 }
  }
  return db.query.transaction().execute(async (trx) => {
    const orders = await recordDataRequest(trx, {
      storeId: store.id,
      storeIds,
      person: request,
      subject,
      now,
      details: {
        request: subject,
        export: `/v1/shopify/data-requests/${subject}`,
        answer_before: addMs(message.at, ANSWER_WITHIN_MS).toISOString(),
      },
    })
    return { note: 'data-requested', orders }
  })
}

/**
 * Compares bodies: Shopify does not sign the message id, so a replay under new ids must not open
 * more requests.
 */
const isOpenAlready = async (
  query: DbQuery,
  { storeIds, body }: { storeIds: readonly StoreId[]; body: Buffer },
): Promise<boolean> => {
  for (const { subject } of await openAlertsOf(query, { kinds: [KIND], storeIds })) {
    const address = addressOf(subject)
    const other = address && (await findMessageBody(query, { ...address, storeIds }))
    if (other?.equals(body)) return true
  }
  return false
}

/** Lists unanswered data requests, oldest first. */
export const openDataRequests = async (
  { db }: Core,
  stores: readonly Store[],
): Promise<OpenDataRequest[]> => {
  const storeIds = stores.map(({ id }) => id)
  const open = await openAlertsOf(db.query, { kinds: [KIND], storeIds })
  return open.map(({ subject, opened_at }) => ({ id: subject, at: opened_at }))
}

/**
 * Exports a requesting customer's data. Returns `undefined` for an unknown request, or an erased
 * one.
 */
export const exportOfRequest = async (
  core: Core,
  stores: readonly Store[],
  name: string,
): Promise<object | undefined> => {
  const address = addressOf(name)
  const storeIds = stores.map(({ id }) => id)
  const body = address && (await findMessageBody(core.db.query, { ...address, storeIds }))
  const request = body && readComplianceRequest(body)
  if (!request?.shop) return undefined
  const messages = messagesOfShop(request.shop)
  return core.exportPerson({ storeIds, person: request, messages })
}
