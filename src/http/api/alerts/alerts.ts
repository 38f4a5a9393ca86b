import type { z } from 'zod'
import { closeAlertById, listAlerts } from '../../../db/alerts/alerts.ts'
import type { AlertRow, StoreRow } from '../../../db/db.ts'
import type { Actor } from '../../../domain/actor.ts'
import { alertIdOf, alertName } from '../../../domain/public-ids.ts'
import type { Language } from '../../../locales/language.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { platformOf } from '../../../payments/ports/platform.ts'
import { notFound } from '../../../runtime/http/problem.ts'
import { alertText } from '../../../texts/alerts/alert-text.ts'
import { withOrders } from '../../../texts/alerts/extent.ts'
import { detailsForMerchants } from '../../../texts/alerts/merchant-details.ts'
import { alertList, alertListQuery, alertView } from '../checkouts/schemas.ts'
import { cutPage, readPlace } from '../merchant/pages.ts'
import { byAlert } from '../operator/locate.ts'
import { defineMerchantRoute, refuse } from '../route.ts'

export const listAlertsOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/alerts',
  scope: 'read',
  operationId: 'listProblems',
  tag: 'Problems',
  summary: 'List problems, newest first',
  query: alertListQuery,
  answers: { 200: { description: 'A page of problems', schema: alertList } },
  problems: { 422: 'A filter is not valid' },
  handle: async ({ actor, ctx, store, query, reader }) => {
    const place = readPlace(query.cursor, alertIdOf)
    if (place.outcome === 'refused') return place.answer
    const found = await listAlerts(ctx.db.query, store.id, {
      state: query.state,
      before: place.before,
      limit: query.limit + 1,
    })
    const { page, last } = cutPage(found, query.limit)
    const language = reader ?? store.locale
    const data = await viewsOfAlerts(ctx, page, {
      ...{ store, locale: language, isForMerchant: isPluginCall(actor) },
    })
    const next_cursor = last ? alertName(last.id) : null
    const body = { data, next_cursor } satisfies z.input<typeof alertList>
    return { status: 200, body, language }
  },
})

export const closeAlertOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/alerts/{id}/close',
  scope: 'admin',
  operationId: 'closeProblem',
  tag: 'Problems',
  summary: 'Close an alert',
  byPerson: {
    path: '/operator/v1/alerts/{id}/close',
    operationId: 'closeAlert',
    tag: 'Alerts',
    scope: 'checkout',
    locate: byAlert,
  },
  answers: { 200: { description: 'The problem, closed', schema: alertView } },
  problems: { 404: 'The store has no such open problem' },
  handle: async ({ ctx, store, id, reader, actor }) => {
    const alertId = alertIdOf(id)
    const now = ctx.clock.now()
    const closed =
      alertId === undefined
        ? undefined
        : await closeAlertById(ctx.db.query, { storeId: store.id, id: alertId, now })
    if (!closed) return refuse(notFound('The store has no such open problem'))
    const language = reader ?? store.locale
    const [body] = await viewsOfAlerts(ctx, [closed], {
      ...{ store, locale: language, isForMerchant: isPluginCall(actor) },
    })
    const change = { before: { closed_at: null }, after: { closed_at: now.toISOString() } }
    return { status: 200, body, language, change }
  },
})

/** Plugins show alerts to merchants. */
const isPluginCall = ({ kind }: Actor): boolean => kind === 'platform'

/** Renders alerts with the facts of their orders. */
export const viewsOfAlerts = async (
  { db: { query }, platforms }: PaymentsContext,
  rows: readonly AlertRow[],
  {
    store,
    locale,
    hasButtons,
    isForMerchant = false,
  }: { store: StoreRow; locale: Language; hasButtons?: boolean; isForMerchant?: boolean },
): Promise<z.input<typeof alertView>[]> => {
  const { adapter: platform } = platformOf(platforms, store)
  const alerts = await withOrders(query, rows)
  return alerts.map(({ alert, db }) => ({
    id: alertName(alert.id),
    kind: alert.kind,
    ...alertText(alert, { db, locale, platform, hasButtons, isForMerchant }),
    order_id: db.order?.external_id ?? null,
    details: isForMerchant ? detailsForMerchants(alert.details) : alert.details,
    opened_at: alert.opened_at.toISOString(),
    closed_at: alert.closed_at?.toISOString() ?? null,
  }))
}
