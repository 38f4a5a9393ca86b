import { z } from 'zod'
import type { AlertRow, DbQuery, StoreRow } from '../../../db/db.ts'
import { alertName } from '../../../domain/public-ids.ts'
import type { Language } from '../../../locales/language.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { platformOf } from '../../../payments/ports/platform.ts'
import { affectedOrders } from '../../../texts/alerts/affected-orders.ts'
import { alertText } from '../../../texts/alerts/alert-text.ts'
import { type AlertOfGroup, withOrders } from '../../../texts/alerts/extent.ts'
import { detailsForMerchants } from '../../../texts/alerts/merchant-details.ts'
import { alertView } from '../checkouts/schemas.ts'
import { storeAndOrder } from '../operator/list-schemas.ts'
import { referenceOf, storesOf } from '../orders/views-of-stores.ts'

export const moneyAmount = z.object({
  amount: z.string().meta({ example: '125.50' }),
  currency: z.string().meta({ example: 'HNL' }),
})

export const alertOfStore = alertView
  .omit({ order_id: true })
  .extend({
    ...storeAndOrder,
    assigned_to: z.string().nullable().meta({
      description: 'Name of the assignee, even after they left the organization.',
      example: 'Ana',
    }),
    note: z.string().nullable().meta({ description: "The team's note on the alert." }),
    customer: z
      .object({ name: z.string().nullable(), email: z.string().nullable() })
      .nullable()
      .meta({ description: 'Customer of the order; `null` without an order.' }),
    money: z.array(moneyAmount).meta({
      description: 'Money at stake: the amounts that the alert names, or those of the whole order.',
    }),
    payment_id: z.string().nullable().meta({
      description: 'Payment that the alert is about, if it names one.',
      example: 'pay_01kadq2v7w8x9y0z1a2b3c4d5e',
    }),
  })
  .meta({ id: 'AlertOfStore' })

interface AlertReader {
  ctx: PaymentsContext
  /** Defaults to the language of the alert's store. */
  reader: Language | undefined
}

interface LoadedAlerts {
  alerts: readonly AlertOfGroup[]
  /** Stores of the alerts, by id. */
  stores: ReadonlyMap<string, StoreRow>
}

const loadAlerts = async (query: DbQuery, rows: readonly AlertRow[]): Promise<LoadedAlerts> => ({
  alerts: await withOrders(query, rows),
  stores: await storesOf(query, rows),
})

/** Omits alerts of removed stores. */
const renderAlerts = (
  { ctx: { platforms }, reader }: AlertReader,
  { alerts, stores }: LoadedAlerts,
  { hasButtons, isForMerchant = false }: { hasButtons?: boolean; isForMerchant?: boolean },
) =>
  alerts.flatMap(({ alert, db: facts }) => {
    const store = stores.get(alert.store_id)
    if (!store) return []
    const { adapter: platform } = platformOf(platforms, store)
    const locale = reader ?? store.locale
    const view: z.input<typeof alertView> = {
      id: alertName(alert.id),
      kind: alert.kind,
      ...alertText(alert, { db: facts, locale, platform, hasButtons, isForMerchant }),
      order_id: facts.order?.external_id ?? null,
      details: isForMerchant ? detailsForMerchants(alert.details) : alert.details,
      opened_at: alert.opened_at.toISOString(),
      closed_at: alert.closed_at?.toISOString() ?? null,
    }
    return [{ alert, facts, view }]
  })

export const viewsOfAlerts = async (
  reader: AlertReader,
  rows: readonly AlertRow[],
  options: Parameters<typeof renderAlerts>[2],
): Promise<z.input<typeof alertView>[]> =>
  renderAlerts(reader, await loadAlerts(reader.ctx.db.query, rows), options).map(({ view }) => view)

export const viewsOfAlertsOfStores = async (
  reader: AlertReader,
  rows: readonly AlertRow[],
): Promise<z.input<typeof alertOfStore>[]> =>
  viewsOfLoadedAlerts(reader, await loadAlerts(reader.ctx.db.query, rows))

export const viewsOfLoadedAlerts = (
  reader: AlertReader,
  loaded: LoadedAlerts,
): z.input<typeof alertOfStore>[] => {
  const rendered = renderAlerts(reader, loaded, { hasButtons: true })
  return rendered.map(({ alert, facts, view: { order_id: _, ...view } }) => {
    const { store_id, assigned_to, note } = alert
    const { order } = facts
    const [affected] = affectedOrders([{ alert, db: facts }], 1).first
    return {
      ...view,
      store_id,
      order: referenceOf(order),
      assigned_to,
      note,
      customer: order
        ? { name: order.customer.name ?? null, email: order.customer.email ?? null }
        : null,
      money: [...(affected?.money ?? [])],
      payment_id: affected?.paymentId ?? null,
    }
  })
}
