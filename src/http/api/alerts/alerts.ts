import { z } from 'zod'
import { closeAlertById } from '../../../db/alerts/alerts.ts'
import { alertsOfStores, changeAlert } from '../../../db/alerts/alerts-of-stores.ts'
import type { AlertRow } from '../../../db/db.ts'
import { ALERT_KINDS } from '../../../db/tables/alerts.ts'
import type { Actor } from '../../../domain/actor.ts'
import { alertIdOf, NO_ROW } from '../../../domain/public-ids.ts'
import { fieldProblem, notFound } from '../../../runtime/http/problem.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { alertList, alertView } from '../checkouts/schemas.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { defineResourceList } from '../operator/lists.ts'
import { byAlert } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { defineMerchantRoute, refuse } from '../route.ts'
import { alertOfStore, viewsOfAlerts, viewsOfAlertsOfStores } from './alert-view.ts'
import { assigneesOf } from './assignees.ts'

const state = z.enum(['open', 'closed', 'all']).default('open')

/** Plugins show alerts to merchants. */
const audienceOf = ({ actor }: { actor: Actor }) => ({ isForMerchant: actor.kind === 'platform' })

export const listAlertsOfStore = defineResourceList({
  list: 'alerts',
  description: 'A page of alerts',
  ofStore: {
    path: '/v1/alerts',
    operationId: 'listProblems',
    tag: 'Alerts',
    summary: 'List alerts, newest first',
    filters: { state },
    page: alertList,
    read: alertsOfStores,
    views: (input, rows) => viewsOfAlerts(input, rows, audienceOf(input)),
    answer: async ({ reader, store }, body) => ({
      status: 200,
      body,
      language: reader ?? store.locale,
    }),
  },
  acrossStores: {
    operationId: 'listAlerts',
    summary: 'List alerts of all stores, newest first',
    filters: {
      state,
      kind: z.enum(ALERT_KINDS).optional(),
      assigned_to: plainText(191).optional().describe('Name of the assignee.'),
      subject: plainText(400)
        .optional()
        .describe('Subject of the alert, such as an alert channel.'),
    },
    row: alertOfStore,
    id: 'AlertsOfStores',
    read: (query, { assigned_to: assignedTo, ...page }) =>
      alertsOfStores(query, { ...page, assignedTo }),
    views: viewsOfAlertsOfStores,
  },
})

export const closeAlertOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/alerts/{id}/close',
  scope: 'admin',
  operationId: 'closeProblem',
  tag: 'Alerts',
  summary: 'Close an alert',
  byPerson: { operationId: 'closeAlert', scope: 'checkout', locate: byAlert },
  answers: { 200: { description: 'The closed alert', schema: alertView } },
  problems: { 404: 'The store has no such open alert' },
  handle: async (input) => {
    const { ctx, store, id, reader } = input
    const now = ctx.clock.now()
    const open = { storeId: store.id, id: alertIdOf(id) ?? NO_ROW, now }
    const closed = await closeAlertById(ctx.db.query, open)
    if (!closed) return refuse(notFound('The store has no such open alert'))
    const [body] = await viewsOfAlerts(input, [closed], audienceOf(input))
    const change = { before: { closed_at: null }, after: { closed_at: now.toISOString() } }
    return { status: 200, body, language: reader ?? store.locale, change }
  },
})

export const changeAlertOfStore = defineLocatedRoute({
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
        description: "Id of a person in the store's organization. `null` unassigns the alert.",
      }),
      note: plainText(2_000).nullable().optional(),
    })
    .meta({ id: 'AlertChange', example: { assigned_to: 'usr_01kadq2v7w8x9y0z1a2b3c4d5e' } }),
  answers: { 200: { description: 'The alert', schema: alertOfStore } },
  problems: { 404: "No such alert in the person's organizations", 422: 'A field is not valid' },
  handle: async (input) => {
    const { ctx, store, row: alert } = input
    const { assigned_to: personId, note } = input.body
    const people = personId ? await assigneesOf(ctx.db.query, store.organization_id) : []
    const assignee = people.find((each) => each.id === personId)
    if (personId && !assignee) return refuse(NO_MEMBER)
    const changes = {
      ...(personId === undefined ? {} : { assigned_to: assignee?.name ?? null }),
      ...(note === undefined ? {} : { note }),
    }
    const isChange = Object.keys(changes).length > 0
    const changed = isChange
      ? await changeAlert(ctx.db.query, { id: alert.id, now: ctx.clock.now(), ...changes })
      : alert
    const [body] = await viewsOfAlertsOfStores(input, changed ? [changed] : [])
    if (!body) return refuse(NOT_FOUND)
    const assigned = (row: AlertRow | undefined) => ({ assigned_to: row?.assigned_to ?? null })
    return { status: 200, body, change: { before: assigned(alert), after: assigned(changed) } }
  },
})

const NO_MEMBER = fieldProblem('assigned_to', fieldMessage('notInOrganization'))
