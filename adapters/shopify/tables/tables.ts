import { readFileSync } from 'node:fs'
import { anyOf } from '../../../src/runtime/postgres/database.ts'
import type { PlatformPersonalData, PlatformRetention, PlatformTables } from '../../adapter.ts'
import { messagesOfShop } from '../compliance/request.ts'
import { connectionOf, storesOfShopDomain } from '../shops/connection.ts'
import { paymentSessionsOf } from './payment-sessions.ts'
import { deleteOldRefundEntries } from './refund-entries.ts'
import { shopifyTables } from './rows.ts'
import { sealingContextOfSession } from './sessions.ts'

export const tables: PlatformTables = {
  schema: readFileSync(new URL('schema.sql', import.meta.url), 'utf8'),
  sealed: [
    {
      table: 'shopify_sessions',
      column: 'sealed',
      idColumn: 'id',
      context: sealingContextOfSession,
    },
  ],
}

export const retention: PlatformRetention = {
  deleteOld: (query, { eventsBefore }) => deleteOldRefundEntries(query, eventsBefore),
  deleteStore: async (trx, storeId) => {
    await shopifyTables(trx)
      .deleteFrom('shopify_method_names')
      .where('store_id', '=', storeId)
      .execute()
  },
}

/** Checkout URLs lead to their buyer's data. */
export const personalData: PlatformPersonalData = {
  erase: async (trx, { orderIds, now }) => {
    const query = shopifyTables(trx)
    await query
      .deleteFrom('shopify_refund_entries')
      .where('order_id', '=', anyOf(orderIds))
      .execute()
    await query
      .updateTable('shopify_payment_sessions')
      .set({ cancel_url: '', next_url: null, updated_at: now })
      .where('order_id', '=', anyOf(orderIds))
      .execute()
  },
  ofOrder: async (query, orderId) => ({
    sessions: (await paymentSessionsOf(query, orderId)).map((session) => ({
      id: session.id,
      state: session.state,
      cancel_url: session.cancel_url,
      next_url: session.next_url,
    })),
  }),
  messagesOf: (store) => messagesOfShop(connectionOf(store).shop),
  eraseStore: async (trx, { id, connection }) => {
    const query = shopifyTables(trx)
    await query.deleteFrom('shopify_payment_sessions').where('store_id', '=', id).execute()
    await query.deleteFrom('shopify_refund_sessions').where('store_id', '=', id).execute()
    const { shop } = connection
    if (typeof shop !== 'string' || (await storesOfShopDomain(trx, shop)).length > 0) return
    await query.deleteFrom('shopify_sessions').where('shop', '=', shop).execute()
    await query.deleteFrom('shopify_budgets').where('shop', '=', shop).execute()
  },
}
