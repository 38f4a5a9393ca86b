import { z } from 'zod'
import { alertsByIds, openGroupsOfStores } from '../../../db/alerts/alerts-of-stores.ts'
import { ALERT_KINDS } from '../../../db/tables/alerts.ts'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import { alertName } from '../../../domain/public-ids.ts'
import { platformOf } from '../../../payments/ports/platform.ts'
import { impactOf, isOutage, withOrders } from '../../../texts/alerts/extent.ts'
import { nameOfOrder } from '../../../texts/alerts/facts.ts'
import { groupKeyOf } from '../../../texts/alerts/group-key.ts'
import { groupCauses, groupWording } from '../../../texts/alerts/group-text.ts'
import { listFields } from '../operator/list-schemas.ts'
import { scopeOfList } from '../operator/lists.ts'
import { storesOf } from '../orders/views-of-stores.ts'
import { defineOperatorRoute } from '../route.ts'
import { alertOfStore, moneyAmount, viewsOfLoadedAlerts } from './alert-view.ts'

const MOST_GROUPED = 2_000
const MOST_GROUPS = 100
const MOST_EXPLAINED = 100

const alertGroup = z
  .object({
    kind: z.enum(ALERT_KINDS),
    store_id: z.string().nullable().meta({
      description: 'Store of the alerts; `null` if the cause affects all stores.',
    }),
    cause: z.string().meta({
      description:
        'Cause that the alerts share: their `kind`, or a subject such as an alert channel.',
    }),
    alerts: z.int().meta({ description: 'Number of alerts in the group.' }),
    orders: z
      .int()
      .meta({ description: 'Number of orders affected, or waiting for the end of an outage.' }),
    money: z
      .array(moneyAmount)
      .meta({ description: 'Money at stake.', example: [{ amount: '125.50', currency: 'HNL' }] }),
    order_numbers: z
      .array(z.string())
      .meta({ description: 'Order numbers of some of these orders.' }),
    what: z.string().meta({
      description: 'Event that opened the alerts.',
      example: '3 orders were charged more than once.',
    }),
    why: z
      .array(z.string())
      .meta({ description: 'Distinct causes of the newest 100 alerts, with their last error.' }),
    todo: z.string().meta({ description: 'Recommended action.' }),
    is_outage: z.boolean().meta({
      description:
        'Whether the group is an outage, whose waiting orders `GET /operator/v1/waiting-orders` lists. Otherwise each order has its own alert.',
    }),
    opened_at: z.iso.datetime().meta({ description: 'Time at which the oldest alert opened.' }),
    newest: alertOfStore.meta({ description: 'Newest alert of the group.' }),
  })
  .meta({ id: 'AlertGroup' })

export const listAlertGroups = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/alert-groups',
  operationId: 'listAlertGroups',
  tag: 'Alerts',
  scope: 'read',
  summary: 'Group open alerts by cause, with the money at stake, newest first',
  query: z.strictObject({ store_id: listFields.store_id }),
  answers: {
    200: {
      description: 'The newest 100 groups, formed from the newest 2,000 open alerts',
      schema: z.object({ data: z.array(alertGroup) }).meta({ id: 'AlertGroups' }),
    },
  },
  problems: { 404: "No such store in the person's organizations" },
  handle: async (input) => {
    const { query } = input.ctx.db
    const scope = await scopeOfList(input, 'alerts', { ...input.query, limit: 1 })
    if (scope.outcome === 'refused') return scope.answer
    const { storeIds } = scope
    const limits = { alerts: MOST_GROUPED, groups: MOST_GROUPS }
    const shown = await openGroupsOfStores(query, { storeIds, ...limits })
    const alerts = await withOrders(query, await alertsByIds(query, shown.flat()))
    const byId = new Map(alerts.map((each) => [each.alert.id, each]))
    const groups = shown.map((ids) => ids.flatMap((id) => byId.get(id) ?? []))
    const newestAlerts = groups.flatMap(([newest]) => newest ?? [])
    const stores = await storesOf(
      query,
      newestAlerts.map(({ alert }) => alert),
    )
    const views = viewsOfLoadedAlerts(input, { alerts: newestAlerts, stores })
    const readerOf = (storeId: string) => {
      const store = stores.get(storeId)
      return {
        locale: input.reader ?? store?.locale ?? 'es',
        platform: store && platformOf(input.ctx.platforms, store).adapter,
        hasButtons: true,
      }
    }
    const viewById = new Map(views.map((view) => [view.id, view]))
    const now = input.ctx.clock.now()
    const viewsOfGroups = groups.map(async (ofGroup): Promise<z.input<typeof alertGroup>[]> => {
      const [newest, ...others] = ofGroup
      const oldest = ofGroup.at(-1)
      const view = newest && viewById.get(alertName(newest.alert.id))
      if (!oldest || !view) return []
      const { kind, storeId, cause } = groupKeyOf(newest.alert)
      const impact = await impactOf(query, { kind }, { alerts: ofGroup, now })
      const { alerts: count, orders, minorByCurrency, affected } = impact
      const reader = readerOf(view.store_id)
      const isOne = others.length === 0
      const { what, todo } = isOne ? view : groupWording(kind, ofGroup, reader)
      const why = isOne ? [view.why] : groupCauses(kind, ofGroup.slice(0, MOST_EXPLAINED), reader)
      const money = Object.entries(minorByCurrency).map(([currency, minor]) => ({
        amount: formatMoney(moneyFromMinor(BigInt(minor), currency)),
        currency,
      }))
      const opened_at = oldest.alert.opened_at.toISOString()
      return [
        {
          kind,
          store_id: storeId,
          cause,
          alerts: count,
          orders,
          money,
          order_numbers: affected.map(({ order }) => nameOfOrder(order)),
          what,
          why,
          todo,
          is_outage: isOutage(kind),
          opened_at,
          newest: view,
        },
      ]
    })
    return { status: 200, body: { data: (await Promise.all(viewsOfGroups)).flat() } }
  },
})
