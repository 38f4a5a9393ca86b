import { createHash } from 'node:crypto'
import { hondurasDayOf } from '../../contract/honduras-time.ts'
import type { DbQuery, OrderRow, RefundRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore, getOrder } from '../../db/orders/orders.ts'
import { findRefund, findRefundByKey } from '../../db/payments/refunds.ts'
import { countRefundOfDay } from '../../db/payments/refunds-of-days.ts'
import type { RefundOrigin } from '../../db/tables/refunds.ts'
import type { RefundId } from '../../domain/ids.ts'
import type { Money } from '../../domain/money.ts'
import { withoutCardNumbers } from '../../runtime/text/caller-texts.ts'
import { addLine, updateRefund } from '../orders/change-held.ts'
import { decideOrder, type HeldOrder, holdOrder, writeHeld } from '../orders/held-order.ts'
import { beginRefund, lineOfRefund } from '../orders/refunds/refund-transitions.ts'
import type { StoreFrozen } from '../orders/store-frozen.ts'
import { type PaymentsContext, REFUND_SIGNAL } from '../ports/context.ts'
import {
  decideRefundRequest,
  type PlanRefusal,
  type RefundTerms,
  type RequestRefusal,
} from './rules/decide-request.ts'

export interface RefundRequest extends RefundTerms {
  orderExternalId: string
  reason?: string | undefined
  /** The store's key; a repeated request is idempotent. */
  idempotencyKey: string
  origin: RefundOrigin
  /** Upper bound on refunds of a Honduras day, counted by `requester`. */
  refundDayLimit: { most: Money; requester: string } | undefined
}

export type RefundRequestOutcome =
  /** `isNew: false`: a repeated request. */
  | { outcome: 'accepted'; order: OrderRow; refund: RefundRow; isNew: boolean }
  | { outcome: 'no-such-order' }
  /** `order`: the order of the earlier request. */
  | { outcome: 'key-reused'; refund: RefundRow; order: OrderRow }
  | { outcome: 'above-day-limit' }
  | StoreFrozen
  | RequestRefusal
  | (PlanRefusal & { order: OrderRow })

/**
 * Commits a refund request with the task that sends it. Decides under the order's lock, so that
 * concurrent requests never refund more than was paid.
 */
export const requestRefund = async (
  ctx: PaymentsContext,
  store: StoreRow,
  request: RefundRequest,
): Promise<RefundRequestOutcome> => {
  const known = await findOrderOfStore(ctx.db.query, store.id, request.orderExternalId)
  if (!known) return { outcome: 'no-such-order' }
  return decideOrder(ctx, known.id, (held, trx) => requestHeldRefund(held, trx, ctx, request))
}

export const requestHeldRefund = async (
  held: HeldOrder,
  trx: DbQuery,
  { ids }: Pick<PaymentsContext, 'ids'>,
  request: RefundRequest,
): Promise<RefundRequestOutcome> => {
  const { order } = held
  const { idempotencyKey, refundDayLimit: dayLimit } = request
  const hash = hashOf(request)
  const earlier = await findRefundByKey(trx, order.store_id, idempotencyKey)
  const decided = decideRefundRequest(request, { ...held, earlier, hash })
  switch (decided.outcome) {
    case 'repeated':
      return { outcome: 'accepted', order, refund: decided.refund, isNew: false }
    case 'key-reused':
      return {
        outcome: 'key-reused',
        refund: decided.refund,
        order: await getOrder(trx, decided.refund.order_id),
      }
    case 'made-meanwhile': {
      const refund = linkToKey(held, decided.refund.id, idempotencyKey)
      return { outcome: 'accepted', order, refund, isNew: false }
    }
    case 'begin': {
      if (held.store?.frozen_at) return { outcome: 'store-frozen', locale: order.locale }
      const { payment, plan, amount } = decided
      const day = hondurasDayOf(held.now)
      const counting = dayLimit && { asker: dayLimit.requester, most: dayLimit.most, day, amount }
      if (counting && (await countRefundOfDay(trx, counting)) === 'above-limit') {
        return { outcome: 'above-day-limit' }
      }
      const refund = beginRefund(held, payment, {
        id: ids.next('ref'),
        origin: request.origin,
        plan,
        reason: withoutCardNumbers({ reason: request.reason ?? null }).value.reason,
        idempotency_key: idempotencyKey,
        request_hash: hash,
      })
      return { outcome: 'accepted', order, refund, isNew: true }
    }
    case 'refused':
      return { ...decided, order }
    default:
      return decided
  }
}

const hashOf = ({ orderExternalId, paymentId, amount, reason }: RefundRequest): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        orderExternalId,
        paymentId ?? null,
        amount ? [String(amount.minor), amount.currency.code] : null,
        reason ?? null,
      ]),
    )
    .digest('hex')

/**
 * Links a portal refund to the store's request key, so that a request with this key refunds nothing
 * more. Skips a refund or key that is already linked.
 */
export const linkRefund = (
  query: DbQuery,
  { refundId, requestKey, now }: { refundId: RefundId; requestKey: string; now: Date },
): Promise<void> =>
  query.transaction().execute(async (trx) => {
    const known = await findRefund(trx, refundId)
    if (!known) return
    // Only links the row; sends no notification and no mail.
    const silent = { platforms: [], mail: { mailServer: undefined } }
    const held = await holdOrder(trx, { clock: { now: () => now }, ...silent }, known.order_id)
    const refund = held.refunds.find(({ id }) => id === refundId)
    if (!refund || refund.idempotency_key !== null) return
    if (await findRefundByKey(trx, refund.store_id, requestKey)) return
    linkToKey(held, refundId, requestKey)
    await writeHeld(trx, held)
  })

/** Expects an unlinked refund and an unused key. */
export const linkToKey = (held: HeldOrder, id: RefundId, requestKey: string): RefundRow => {
  const linked = updateRefund(held, id, { idempotency_key: requestKey })
  addLine(held, lineOfRefund(linked, 'refund_recorded'))
  return linked
}

/** Includes `accepted`, which usually lasts only until the next reading. */
const isUnderWay = ({ state }: RefundRow): boolean =>
  state === 'pending' || state === 'requested' || state === 'accepted'

/** Waits until a refund ends, has to wait, or finishes one try. */
export const awaitRefund = async (
  ctx: PaymentsContext,
  refund: RefundRow,
  patienceMs: number,
): Promise<RefundRow> => {
  const { id } = refund
  const giveUpAt = Date.now() + patienceMs
  let wasTried = false
  const stopListening = ctx.signals.on(REFUND_SIGNAL, (tried) => {
    wasTried ||= tried === id
  })
  try {
    for (;;) {
      const isLastCheck = wasTried || Date.now() >= giveUpAt
      const latest = (await findRefund(ctx.db.query, id)) ?? refund
      if (!isUnderWay(latest) || isLastCheck) return latest
      await ctx.signals.next(REFUND_SIGNAL, id, Math.min(giveUpAt - Date.now(), 250))
    }
  } finally {
    stopListening()
  }
}
