import { z } from 'zod'
import { type MoneyRow, moneyByDay, timeToNotified } from '../../../db/payments/money-by-day.ts'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import { notifyStorefrontKind } from '../../../payments/ports/tasks/notification-tasks.ts'
import { instantsOf, refusalOfWindow } from '../../../payments/reconciliation/window.ts'
import { listFields } from '../operator/list-schemas.ts'
import { scopeOfList } from '../operator/lists.ts'
import { settlementQuery } from '../reconciliations/reconciliation-schemas.ts'
import { refusalOf } from '../reconciliations/reconciliations.ts'
import { defineOperatorRoute, type OperatorRoute } from '../route.ts'

const sum = z.object({ count: z.int(), amount: z.string().meta({ example: '1250.00' }) })

const moneyOfDay = z
  .object({
    day: z.string().meta({ description: 'Honduras day.', example: '2026-05-04' }),
    currency: z.string().meta({ example: 'HNL' }),
    paid: sum.meta({ description: 'Payments charged on the day, including those refunded later.' }),
    refunded: sum.meta({ description: 'Refunds and voids made through Puente on the day.' }),
    declined: sum.meta({
      description:
        'Declined charges of the day. A payment can be declined several times and still be paid later; each decline counts.',
    }),
    approval_rate: z.number().nullable().meta({
      description:
        'Share of paid charges among paid and declined ones, from 0 to 1; `null` if there are none.',
      example: 0.94,
    }),
    decline_reasons: z.array(z.object({ code: z.string(), count: z.int() })).meta({
      description:
        'Number of declines by decline code, most frequent first. `unknown`: the gateway gave no reason.',
    }),
  })
  .meta({ id: 'MoneyOfDay' })

const notifiedOfDay = z
  .object({
    day: z.string(),
    notified: z
      .int()
      .meta({ description: 'Number of `order.paid` notifications that stores accepted.' }),
    p50_seconds: z
      .number()
      .meta({ description: 'Median time until the store accepted one, in seconds.' }),
    p95_seconds: z.number().meta({ description: '95th percentile of that time, in seconds.' }),
  })
  .meta({ id: 'NotifiedOfDay' })

const readMoney = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/money',
  operationId: 'readMoneyByDay',
  tag: 'Money',
  scope: 'read',
  summary:
    'Sum payments, refunds and declines per Honduras day, with the time until stores were notified',
  query: settlementQuery.extend({ store_id: listFields.store_id }),
  answers: {
    200: {
      description: 'A row for each day and currency, and one for each day of notifications',
      schema: z
        .object({ data: z.array(moneyOfDay), notified: z.array(notifiedOfDay) })
        .meta({ id: 'MoneyByDay' }),
    },
  },
  problems: { 404: "No such store in the person's organizations", 422: 'The window is not valid' },
  handle: async (input) => {
    const { ctx, query } = input
    const scope = await scopeOfList(input, 'orders', { store_id: query.store_id, limit: 1 })
    if (scope.outcome === 'refused') return scope.answer
    const days = { from: query.from, to: query.to }
    const reason = refusalOfWindow(days, ctx.clock.now())
    if (reason) return refusalOf(reason)
    const window = { storeIds: scope.storeIds, ...instantsOf(days) }
    const db = ctx.db.long.query
    const [paid, refunded, declined, notified] = await Promise.all([
      moneyByDay(db, 'paid', window),
      moneyByDay(db, 'refunded', window),
      moneyByDay(db, 'declined', window),
      timeToNotified(db, { ...window, kind: notifyStorefrontKind.kind }),
    ])
    const keyOf = ({ day, currency }: MoneyRow) => `${day} ${currency}`
    const keys = [...new Set([...paid, ...refunded, ...declined].map(keyOf))].sort()
    return {
      status: 200,
      body: {
        data: keys.map((key): z.input<typeof moneyOfDay> => {
          const [day = '', currency = ''] = key.split(' ')
          const ofKey = (rows: readonly MoneyRow[]) => rows.filter((row) => keyOf(row) === key)
          const sumOf = (rows: readonly MoneyRow[]) => ({
            count: rows.reduce((count, row) => count + row.count, 0),
            amount: formatMoney(
              moneyFromMinor(
                rows.reduce((minor, row) => minor + row.minor, 0n),
                currency,
              ),
            ),
          })
          const sums = {
            paid: sumOf(ofKey(paid)),
            refunded: sumOf(ofKey(refunded)),
            declined: sumOf(ofKey(declined)),
          }
          const tried = sums.paid.count + sums.declined.count
          return {
            day,
            currency,
            ...sums,
            approval_rate: tried === 0 ? null : sums.paid.count / tried,
            decline_reasons: ofKey(declined)
              .map(({ code, count }) => ({ code: code ?? '', count }))
              .sort((one, other) => other.count - one.count),
          }
        }),
        notified: notified
          .map(({ day, count, p50, p95 }) => ({
            day,
            notified: count,
            p50_seconds: p50,
            p95_seconds: p95,
          }))
          .sort((one, other) => one.day.localeCompare(other.day)),
      },
    }
  },
})

export const moneyRoutes: readonly OperatorRoute[] = [readMoney]
