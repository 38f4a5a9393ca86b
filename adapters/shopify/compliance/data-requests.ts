import { z } from 'zod'
import type { StoreId } from '../../../src/domain/ids.ts'
import { addMs, DAY } from '../../../src/runtime/clock.ts'
import { notFound } from '../../../src/runtime/http/problem.ts'
import { refuse } from '../../../src/runtime/http/route.ts'
import {
  type Core,
  type DbQuery,
  defineRoute,
  findMessageBody,
  openAlertsOf,
  type PlatformMessage,
  recordDataRequest,
  type Store,
} from '../../adapter.ts'
import { connectionOf, storesOfShopDomain } from '../shops/connection.ts'
import { type ComplianceRequest, messagesOfShop, readComplianceRequest } from './request.ts'

export interface OpenDataRequest {
  id: string
  at: Date
}

const KIND = 'customer_data_requested'

/** For the shop's answer. */
const ANSWER_WITHIN_MS = 30 * DAY

/** Inbox address, which holds no personal data. */
const nameOf = ({ month, seq }: PlatformMessage['address']): string => `${month}_${seq}`

const addressOf = (name: string): PlatformMessage['address'] | undefined => {
  const [, month, seq] = /^(\d{4}-\d{2}-\d{2})_(\d{1,18})$/.exec(name) ?? []
  return month && seq ? { month, seq } : undefined
}

/**
 * Opens an alert for a customer's data request and notes it on their orders. Each download builds
 * the export anew.
 */
export const openDataRequest = async (
  { db, clock }: Core,
  { message, stores }: { message: PlatformMessage; stores: readonly Store[] },
  person: ComplianceRequest,
): Promise<{ note: string; orders: number }> => {
  const [storeId, ...others] = stores.map(({ id }) => id)
  if (!storeId) return { note: 'nothing-kept', orders: 0 }
  const storeIds = [storeId, ...others]
  if (await isOpenAlready(db.query, { storeIds, body: message.body })) {
    return { note: 'requested-already', orders: 0 }
  }
  const subject = nameOf(message.address)
  const details = {
    request: subject,
    export: `/v1/shopify/data-requests/${subject}`,
    answer_before: addMs(message.at, ANSWER_WITHIN_MS).toISOString(),
  }
  const request = { storeId, storeIds, person, subject, details, now: clock.now() }
  const orders = await db.query.transaction().execute((trx) => recordDataRequest(trx, request))
  return { note: 'data-requested', orders }
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

/** Lists the oldest first. */
export const openDataRequests = async (
  { db }: Core,
  stores: readonly Store[],
): Promise<OpenDataRequest[]> => {
  const storeIds = stores.map(({ id }) => id)
  const open = await openAlertsOf(db.query, { kinds: [KIND], storeIds })
  return open.map(({ subject, opened_at }) => ({ id: subject, at: opened_at }))
}

/** Returns `undefined` for an unknown or erased request. */
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

export const readDataRequest = defineRoute({
  method: 'get',
  path: '/v1/shopify/data-requests/{id}',
  scope: 'admin',
  operationId: 'readShopifyDataRequest',
  tag: 'Alerts',
  summary: 'Export the data of a customer who requested it in Shopify',
  answers: { 200: { description: 'The orders of the customer', schema: z.looseObject({}) } },
  problems: { 404: 'There is no such request' },
  handle: async ({ core, store, id }) => {
    const stores =
      store.platform === 'shopify'
        ? await storesOfShopDomain(core.db.query, connectionOf(store).shop)
        : []
    const body = await exportOfRequest(core, stores, id)
    return body ? { status: 200, body } : refuse(notFound('There is no such request'))
  },
})
