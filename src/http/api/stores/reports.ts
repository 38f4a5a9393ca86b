import { z } from 'zod'
import type { DbQuery } from '../../../db/db.ts'
import { deleteReport, reportsOfStore, saveReport } from '../../../db/stores/store-reports.ts'
import { REPORT_INTERVALS } from '../../../db/tables/stores.ts'
import type { StoreId } from '../../../domain/ids.ts'
import { isAllowed } from '../../../domain/rights.ts'
import { nextReportAt } from '../../../payments/stores/report-times.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { byStore } from '../operator/locate.ts'
import { NOT_ALLOWED, NOT_FOUND } from '../operator/problems.ts'
import { type OperatorRoute, refuse } from '../route.ts'

const reportOfPerson = z
  .object({
    person_id: z.string(),
    name: z.string(),
    email: z.string(),
    every: z
      .enum(REPORT_INTERVALS)
      .nullable()
      .meta({ description: 'Interval of the report; `null` for none.' }),
    next_at: z.iso.datetime().nullable(),
    sent_at: z.iso.datetime().nullable(),
    last_error: z.string().nullable().meta({
      description:
        'Reason why the last report was not sent; `null` without a failure. Puente retries.',
    }),
  })
  .meta({ id: 'ReportOfPerson' })

const storeReports = z
  .object({
    data: z.array(reportOfPerson),
    has_mail_server: z.boolean().meta({
      description: 'Whether a mail server is set up; without one, Puente sends no reports.',
    }),
  })
  .meta({ id: 'StoreReports' })

const viewOfReports = async (
  query: DbQuery,
  storeId: StoreId,
): Promise<z.input<typeof reportOfPerson>[]> =>
  (await reportsOfStore(query, storeId)).map(({ due_at, sent_at, ...person }) => ({
    ...person,
    next_at: due_at?.toISOString() ?? null,
    sent_at: sent_at?.toISOString() ?? null,
  }))

const listReports = defineLocatedRoute({
  method: 'get',
  path: '/operator/v1/stores/{id}/reports',
  operationId: 'listStoreReports',
  tag: 'Stores',
  scope: 'read',
  locate: byStore,
  summary:
    'List the e-mail reports of a store: your own, or those of all people if you are an owner',
  answers: { 200: { description: 'The people and their reports', schema: storeReports } },
  problems: { 404: "No such store in the person's organizations" },
  handle: async ({ ctx, store, person, rights }) => {
    const all = await viewOfReports(ctx.db.query, store.id)
    const data = isAllowed(rights, 'admin') ? all : all.filter((one) => one.person_id === person.id)
    return { status: 200, body: { data, has_mail_server: ctx.mail.mailServer !== undefined } }
  },
})

const chooseReport = defineLocatedRoute({
  method: 'post',
  path: '/operator/v1/stores/{id}/reports',
  operationId: 'chooseStoreReport',
  tag: 'Stores',
  scope: 'read',
  locate: byStore,
  summary:
    'Set how often a person receives an e-mail report of a store: yourself, or anyone if you are an owner',
  body: z
    .strictObject({
      person_id: z
        .string()
        .optional()
        .meta({ description: 'Person who receives the report. Defaults to you.' }),
      every: z
        .enum(REPORT_INTERVALS)
        .nullable()
        .meta({ description: 'Interval of the report; `null` ends it.' }),
    })
    .meta({ id: 'ChosenReport' }),
  answers: { 200: { description: 'The person and their report', schema: reportOfPerson } },
  problems: {
    403: 'Only owners can set the report of another person',
    404: "No such store in the person's organizations, or the store has no such person",
  },
  handle: async ({
    ctx,
    store,
    person,
    rights,
    reader,
    body: { every, person_id = person.id },
  }) => {
    if (person_id !== person.id && !isAllowed(rights, 'admin')) return refuse(NOT_ALLOWED)
    const { query } = ctx.db
    const known = await viewOfReports(query, store.id)
    if (!known.some((one) => one.person_id === person_id)) return refuse(NOT_FOUND)
    const now = ctx.clock.now()
    const report = { store_id: store.id, person_id }
    if (every === null) await deleteReport(query, report)
    else {
      const language = reader ?? store.locale
      const due_at = nextReportAt(every, now)
      await saveReport(query, { ...report, every, language, due_at, created_at: now })
    }
    const after = await viewOfReports(query, store.id)
    return { status: 200, body: after.find((one) => one.person_id === person_id) }
  },
})

export const storeReportRoutes: readonly OperatorRoute[] = [listReports, chooseReport]
