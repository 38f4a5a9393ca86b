import type { PaymentRow } from '../../../db/db.ts'
import { LOST_EVENT } from '../../../db/payments/declines.ts'
import type { DeclineReason } from '../../../db/tables/declines.ts'
import type { PaymentId } from '../../../domain/ids.ts'
import { shownReason } from '../../../gateway/declines.ts'
import { addLine } from '../change-held.ts'
import { type HeldOrder, paymentOf } from '../held-order.ts'

/** Occasion of a direct charge's decline: response, event and lookup concern the same one. */
export const DIRECT_CHARGE = 'charge'

/** For a hosted checkout that ended unpaid after a charge without a recorded decline. */
export const recordLostDecline = (
  held: HeldOrder,
  { id, mode, expires_at }: Pick<PaymentRow, 'id' | 'mode' | 'expires_at'>,
): void => {
  if (mode !== 'hosted' || held.declines.some(({ payment_id }) => payment_id === id)) return
  recordDecline(held, id, { occasion: LOST_EVENT, ...(expires_at ? { at: expires_at } : {}) })
  addLine(held, { payment_id: id, kind: 'payment_declined' })
}

/**
 * Records a decline once per occasion, whether known by response, event or lookup; a repetition may
 * add its reason. `at`: the gateway's time, between the payment's creation and now. Returns whether
 * the decline is new.
 */
export const recordDecline = (
  held: HeldOrder,
  id: PaymentId,
  { occasion, reason, at }: { occasion: string; reason?: DeclineReason | undefined; at?: Date },
): boolean => {
  const { store_id, order_id, amount_minor, currency, created_at } = paymentOf(held, id)
  const isSame = (other: { payment_id: string; occasion: string }): boolean =>
    other.payment_id === id && other.occasion === occasion
  const isLost = (other: { payment_id: string; occasion: string }): boolean =>
    other.payment_id === id && other.occasion === LOST_EVENT
  const known = held.declines.find(isSame) ?? held.declines.find(isLost)
  const shown = shownReason({ code: reason?.code, message: reason?.message })
  const happened = Math.max(at?.getTime() ?? Infinity, created_at.getTime())
  const decline = {
    payment_id: id,
    occasion,
    store_id,
    order_id,
    amount_minor: known?.amount_minor ?? amount_minor,
    currency: known?.currency ?? currency,
    code: known?.code ?? shown.code,
    message: known?.message ?? shown.message,
    declined_at: new Date(
      Math.min(happened, held.now.getTime(), Number(known?.declined_at ?? Infinity)),
    ),
  }
  held.changes.declines.set(`${id} ${occasion}`, decline)
  held.declines = [...held.declines.filter((other) => !isSame(other) && !isLost(other)), decline]
  return known === undefined
}
