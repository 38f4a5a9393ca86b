import { openAlertsOfOrders } from '../../../db/alerts/alerts-of-stores.ts'
import { ordersByReferences } from '../../../db/orders/orders-by-reference.ts'
import type { Language } from '../../../locales/language.ts'
import { mayBeSameOrder } from '../../../payments/orders/rules/same-order.ts'
import { merchantInputOf, type PlatformInput } from '../route.ts'
import { viewsOfAlerts } from './alert-view.ts'

export interface OrderInShopList {
  externalId: string
  /** First characters of the fingerprint, which keep a list short; `undefined` matches any. */
  fingerprintStart: string | undefined
}

/** An order of the shop with the sentences of its open alerts, newest first. */
export interface OrderWithAlerts {
  orderExternalId: string
  alerts: string[]
}

/** Finds the orders of a page of the shop's list that have open alerts. */
export const readAttention = async (
  input: PlatformInput,
  { orders, language }: { orders: readonly OrderInShopList[]; language: Language },
): Promise<OrderWithAlerts[]> => {
  const { ctx, store } = merchantInputOf(input)
  const { query } = ctx.db
  const startOf = new Map(
    orders.map(({ externalId, fingerprintStart }) => [externalId, fingerprintStart]),
  )
  const references = [...startOf.keys()].map((externalId) => ({ storeId: store.id, externalId }))
  const known = [...(await ordersByReferences(query, references)).values()].filter(
    ({ external_id, fingerprint }) => {
      const start = startOf.get(external_id)
      return mayBeSameOrder(
        { fingerprint: start },
        { fingerprint: start && fingerprint?.slice(0, start.length) },
      )
    },
  )
  if (known.length === 0) return []
  const rows = await openAlertsOfOrders(
    query,
    known.map(({ id }) => id),
  )
  const views = await viewsOfAlerts({ ctx, reader: language }, rows, { isForMerchant: true })
  const alerts = Map.groupBy(views, ({ order_id }) => order_id)
  return known.flatMap(({ external_id: orderExternalId }) => {
    const own = alerts.get(orderExternalId)
    return own ? [{ orderExternalId, alerts: own.map(({ what }) => what) }] : []
  })
}
