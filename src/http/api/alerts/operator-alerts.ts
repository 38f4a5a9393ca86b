import { z } from 'zod'
import {
  alertsByIds,
  alertsOfStores,
  changeAlert,
  findAlert,
  openAlertsOfStores,
} from '../../../db/alerts/alerts-of-stores.ts'
import type { AlertRow } from '../../../db/db.ts'
import { ALERT_KINDS } from '../../../db/tables/alerts.ts'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import { alertIdOf, alertName } from '../../../domain/public-ids.ts'
import type { Language } from '../../../locales/language.ts'
import { fieldProblem } from '../../../runtime/http/problem.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { type AlertOfGroup, impactOf, withOrders } from '../../../texts/alerts/extent.ts'
import { groupKeyOf } from '../../../texts/alerts/group-key.ts'
import { alertView } from '../checkouts/schemas.ts'
import { listFields, orderReference, storeIdField } from '../operator/list-schemas.ts'
import { defineList, scopeOfList } from '../operator/lists.ts'
import { byAlert } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { ordersOf, referenceOf, storesOf } from '../orders/views-of-stores.ts'
import {
  type Answer,
  defineOperatorRoute,
  type OperatorInput,
  type OperatorRoute,
  refuse,
} from '../route.ts'
import { viewsOfAlerts } from './alerts.ts'
import { assigneesOf } from './assignees.ts'

const alertOfStore = alertView
  .omit({ order_id: true })
  .extend({
    store_id: storeIdField,
    order: orderReference.nullable(),
    assigned_to: z.string().nullable().meta({
      description: 'The name of who sees to it, also when they have left since.',
      example: 'Ana',
    }),
    note: z.string().nullable().meta({ description: 'What people wrote down about it.' }),
  })
  .meta({ id: 'AlertOfStore' })

const listAlerts = defineList({
  path: '/operator/v1/alerts',
  operationId: 'listAlerts',
  tag: 'Alerts',
  summary: 'List alerts of all stores, newest first',
  list: 'alerts',
  filters: {
    state: z.enum(['open', 'closed', 'all']).default('open'),
    kind: z.enum(ALERT_KINDS).optional(),
    assigned_to: plainText(191).optional(),
  },
  row: alertOfStore,
  id: 'AlertsOfStores',
  description: 'A page of alerts',
  read: async (input, scope) => {
    const { ctx, query, reader } = input
    const filter = { state: query.state, kind: query.kind, assignedTo: query.assigned_to }
    const { rows, next } = await alertsOfStores(ctx.db.query, { ...scope, ...filter })
    return { data: await viewsOf(input, rows, reader), next }
  },
})

const changeAlertOfStore = defineOperatorRoute({
  method: 'patch',
  path: '/operator/v1/alerts/{id}',
  operationId: 'changeAlert',
  tag: 'Alerts',
  scope: 'checkout',
  locate: byAlert,
  summary: 'Assign an alert, or add a note',
  body: z
    .strictObject({
      assigned_to: plainText(191).nullable().optional().meta({
        description: "The id of a person of the store's organization; `null`: nobody.",
      }),
      note: plainText(2_000).nullable().optional(),
    })
    .meta({ id: 'AlertChange', example: { assigned_to: 'usr_01kadq2v7w8x9y0z1a2b3c4d5e' } }),
  answers: { 200: { description: 'The alert', schema: alertOfStore } },
  problems: { 404: 'The person has no such alert', 422: 'A field is not valid' },
  handle: async (input) => {
    const { ctx, id: name, accessTo, body, reader } = input
    const id = alertIdOf(name)
    const alert = id === undefined ? undefined : await findAlert(ctx.db.query, id)
    const access = await accessTo(alert?.store_id)
    if (access.outcome === 'refused') return access.answer
    const { assigned_to: personId, note } = body
    const people = personId ? await assigneesOf(ctx.db.query, access.store.organization_id) : []
    const assignee = people.find((each) => each.id === personId)
    if (personId && !assignee) return refuse(NO_MEMBER)
    const changes = {
      ...(personId === undefined ? {} : { assigned_to: assignee?.name ?? null }),
      ...(note === undefined ? {} : { note }),
    }
    const isChange = Object.keys(changes).length > 0
    const changed =
      alert && isChange
        ? await changeAlert(ctx.db.query, { id: alert.id, now: ctx.clock.now(), ...changes })
        : alert
    const answer = await answerAlert(input, changed, reader)
    const assigned = (row: AlertRow | undefined) => ({ assigned_to: row?.assigned_to ?? null })
    return { ...answer, change: { before: assigned(alert), after: assigned(changed) } }
  },
})

const NO_MEMBER = fieldProblem('assigned_to', fieldMessage('notInOrganization'))

const MOST_GROUPED = 5_000
const MOST_GROUPS = 100

const alertGroup = z
  .object({
    kind: z.enum(ALERT_KINDS),
    store_id: z.string().nullable().meta({ description: '`null`: it is about all stores.' }),
    cause: z.string(),
    alerts: z.int(),
    orders: z.int().meta({ description: 'Orders that they are about, or that wait.' }),
    money: z
      .array(z.object({ amount: z.string(), currency: z.string() }))
      .meta({ description: 'What is at stake.', example: [{ amount: '125.50', currency: 'HNL' }] }),
    order_numbers: z.array(z.string()).meta({ description: 'Some of the orders.' }),
    opened_at: z.iso.datetime(),
    newest: alertOfStore.meta({ description: 'The newest alert of it.' }),
  })
  .meta({ id: 'AlertGroup' })

const listAlertGroups = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/alert-groups',
  operationId: 'listAlertGroups',
  tag: 'Alerts',
  scope: 'read',
  summary: 'Group open alerts by cause, with the money at stake, newest first',
  query: z.strictObject({ store_id: listFields.store_id }),
  answers: {
    200: {
      description: 'The newest 100 groups of open alerts, made of the newest 5,000 of these',
      schema: z.object({ data: z.array(alertGroup) }).meta({ id: 'AlertGroups' }),
    },
  },
  problems: { 404: 'The person has no such store' },
  handle: async (input) => {
    const { ctx, query, reader } = input
    const scope = await scopeOfList(input, 'alerts', { ...query, limit: 1 })
    if (scope.outcome === 'refused') return scope.answer
    const { storeIds } = scope
    const open = await openAlertsOfStores(ctx.db.query, { storeIds, limit: MOST_GROUPED })
    const shown = [...Map.groupBy(open, nameOfGroup).values()].slice(0, MOST_GROUPS).flat()
    const alerts = await alertsByIds(
      ctx.db.query,
      shown.map(({ id }) => id),
    )
    const known = await withOrders(ctx.db.query, alerts)
    const newestGroups = [...Map.groupBy(known, ({ alert }) => nameOfGroup(alert)).values()]
    const newestAlerts = newestGroups.flatMap(([newest]) => newest?.alert ?? [])
    const words = new Map(
      (await viewsOf(input, newestAlerts, reader)).map((view) => [view.id, view]),
    )
    const now = ctx.clock.now()
    const viewOfGroup = async (
      ofGroup: readonly AlertOfGroup[],
    ): Promise<z.input<typeof alertGroup> | undefined> => {
      const [newest] = ofGroup
      const oldest = ofGroup.at(-1)
      const view = newest && words.get(alertName(newest.alert.id))
      if (!newest || !oldest || !view) return undefined
      const key = groupKeyOf(newest.alert)
      const extent = await impactOf(ctx.db.query, key, { alerts: ofGroup, now })
      return {
        kind: key.kind,
        store_id: key.storeId,
        cause: key.cause,
        alerts: extent.alerts,
        orders: extent.orders,
        money: Object.entries(extent.minorByCurrency).map(([currency, minor]) => ({
          amount: formatMoney(moneyFromMinor(BigInt(minor), currency)),
          currency,
        })),
        order_numbers: extent.orderNumbers,
        opened_at: oldest.alert.opened_at.toISOString(),
        newest: view,
      }
    }
    const data = (await Promise.all(newestGroups.map(viewOfGroup))).filter(
      (group) => group !== undefined,
    )
    return { status: 200, body: { data } }
  },
})

const nameOfGroup = (alert: Parameters<typeof groupKeyOf>[0]): string =>
  JSON.stringify(groupKeyOf(alert))

const viewsOf = async (
  { ctx }: OperatorInput,
  rows: readonly AlertRow[],
  reader: Language | undefined,
): Promise<z.input<typeof alertOfStore>[]> => {
  const stores = await storesOf(ctx.db.query, rows)
  const orders = await ordersOf(ctx.db.query, rows)
  const views = new Map<string, z.input<typeof alertView>>()
  // Texts depend on platform and locale.
  const speakingOf = ({ store_id: id }: AlertRow) =>
    `${stores.get(id)?.platform} ${reader ?? stores.get(id)?.locale}`
  for (const alike of Map.groupBy(rows, speakingOf).values()) {
    const store = stores.get(alike[0]?.store_id ?? '')
    if (!store) continue
    const locale = reader ?? store.locale
    for (const view of await viewsOfAlerts(ctx, alike, { store, locale, hasButtons: true })) {
      views.set(view.id, view)
    }
  }
  return rows.flatMap((row) => {
    const view = views.get(alertName(row.id))
    if (!view) return []
    const { order_id: _, ...words } = view
    const order = referenceOf(orders.get(row.order_id ?? ''))
    const { store_id, assigned_to, note } = row
    return [{ ...words, store_id, order, assigned_to, note }]
  })
}

const answerAlert = async (
  given: OperatorInput,
  alert: AlertRow | undefined,
  reader: Language | undefined,
): Promise<Answer> => {
  const [body] = await viewsOf(given, alert ? [alert] : [], reader)
  return body ? { status: 200, body } : refuse(NOT_FOUND)
}

export const alertRoutes: readonly OperatorRoute[] = [
  listAlerts,
  listAlertGroups,
  changeAlertOfStore,
]
