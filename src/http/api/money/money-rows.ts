import { z } from 'zod'
import { MONEY_KINDS } from '../../../db/payments/money-by-day.ts'
import { rowsBehindMoney } from '../../../db/payments/money-rows.ts'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import { instantsOf, refusalOfWindow } from '../../../payments/reconciliation/window.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { UNKNOWN_CURSOR } from '../merchant/pages.ts'
import { amountFields, storeAndOrder } from '../operator/list-schemas.ts'
import { defineList } from '../operator/lists.ts'
import { withReferences } from '../orders/views-of-stores.ts'
import { settlementQuery } from '../reconciliations/reconciliation-schemas.ts'
import { refusalOf } from '../reconciliations/reconciliations.ts'
import { type OperatorRoute, refusedWith } from '../route.ts'

const moneyRow = z
  .object({
    id: z.string().meta({
      description: 'Id of the payment or refund. For a decline, id of the declined payment.',
    }),
    payment_id: z.string(),
    decline_id: z.string().nullable().meta({
      description:
        'Id of the decline, because a payment can have several; `null` for payments and refunds.',
    }),
    ...storeAndOrder,
    amount: z.string().meta({ example: '125.50' }),
    currency: z.string().meta({ example: 'HNL' }),
    at: z.iso.datetime().meta({ description: 'Time of the charge, refund or decline.' }),
    code: z.string().nullable().meta({
      description:
        'Decline code, or `unknown` if the gateway gave no reason; `null` for payments and refunds.',
    }),
  })
  .meta({ id: 'MoneyRow' })

const listMoneyRows = defineList({
  path: '/operator/v1/money/rows',
  operationId: 'listMoneyRows',
  tag: 'Money',
  summary:
    'List the payments, refunds or declines behind the sums of a window of Honduras days, newest first',
  list: 'money',
  filters: {
    ...settlementQuery.shape,
    kind: z.enum(MONEY_KINDS),
    currency: amountFields.currency,
    code: plainText(191).optional().describe('Decline code.'),
  },
  row: moneyRow,
  id: 'MoneyRows',
  description: 'A page of payments, refunds or declines',
  read: async (input, scope) => {
    const { ctx, query } = input
    const days = { from: query.from, to: query.to }
    const reason = refusalOfWindow(days, ctx.clock.now())
    if (reason) return { outcome: 'refused', answer: refusalOf(reason) }
    const { kind, currency, code, limit } = query
    const [at = '', id = ''] = scope.before?.split(' ') ?? []
    // Declines have numbers, payments and refunds have ids.
    if (id && /^\d+$/.test(id) !== (kind === 'declined')) return refusedWith(UNKNOWN_CURSOR)
    const found = await rowsBehindMoney(ctx.db.long.query, {
      ...instantsOf(days),
      kind,
      currency,
      code,
      storeIds: scope.storeIds,
      limit: limit + 1,
      before: scope.before === undefined ? undefined : { at: new Date(at), id },
    })
    const page = found.slice(0, limit)
    const last = found.length > limit ? page.at(-1) : undefined
    const views = page.map(({ id, payment_id, minor, currency, at, code }) => ({
      id: kind === 'declined' ? payment_id : id,
      payment_id,
      decline_id: kind === 'declined' ? id : null,
      amount: formatMoney(moneyFromMinor(minor, currency)),
      currency,
      at: at.toISOString(),
      code,
    }))
    return {
      data: await withReferences(ctx.db.query, page, views),
      next: last && `${last.at.toISOString()} ${last.id}`,
    }
  },
})

export const moneyRowRoutes: readonly OperatorRoute[] = [listMoneyRows]
