import { Injectable } from '@nestjs/common'
import { I18nError, Logger, type RequestContext } from '@vendure/core'
import { isHeld, isReturned, type OrderAtPuente } from '../checkouts/order-at-puente.js'
import type { PuenteCheckout } from '../checkouts/puente-checkout.entity.js'
import { LOG_CONTEXT } from '../names.js'
import { RecordRefunds } from '../refunds/record-refunds.js'
import { conflictNote } from './conflict-note.js'
import { Notes } from './notes.js'
import { OrderLock } from './order-lock.js'
import { type RecordedPayment, RecordPayment } from './record-payment.js'

/**
 * State of a checkout. `held` needs a person, and takes no other payment; `unconfirmed` waits for
 * the gateway to confirm a large payment.
 */
export type CheckoutState = 'open' | 'recorded' | 'unconfirmed' | 'held' | 'closed'

/** Brings orders of Vendure to their state at Puente. */
@Injectable()
export class ApplyOrder {
  constructor(
    private readonly lock: OrderLock,
    private readonly payments: RecordPayment,
    private readonly refunds: RecordRefunds,
    private readonly notes: Notes,
  ) {}

  /**
   * Adds the payment, refunds and notes that an order lacks, in one transaction: repetitions and
   * races change nothing. A refusal of Vendure for good becomes a note; a transient error is thrown.
   */
  async apply(
    ctx: RequestContext,
    { checkout, methodCode }: { checkout: PuenteCheckout; methodCode: string },
    seen: OrderAtPuente,
  ): Promise<CheckoutState> {
    try {
      const state = await this.lock.hold(ctx, checkout.orderId, async (inTransaction, order) => {
        const conflict = conflictNote(seen)
        if (conflict !== undefined) await this.notes.addOnce(inTransaction, order.id, conflict)
        const recorded = await this.payments.record(inTransaction, order, methodCode, seen)
        await this.refunds.record(inTransaction, order, seen.refunds)
        if (recorded === 'known') await this.payments.placeCovered(inTransaction, order, seen)
        return stateOf(seen, recorded)
      })
      if (state === undefined && seen.payments.length > 0)
        Logger.error(`Order ${seen.order.id} was paid, and is gone from Vendure.`, LOG_CONTEXT)
      return state ?? 'held'
    } catch (error) {
      if (!(error instanceof I18nError)) throw error
      const reason = ctx.translate(error.message, error.variables)
      const note = `Vendure refuses what Puente reports (${seen.order.status}): ${reason}`
      await this.notes.addOnce(ctx, checkout.orderId, note)
      return 'held'
    }
  }
}

const stateOf = (seen: OrderAtPuente, recorded: RecordedPayment): CheckoutState => {
  if (recorded !== 'none') return 'recorded'
  if (isReturned(seen) || seen.order.status === 'cancelled') return 'closed'
  return isHeld(seen) || seen.order.effective_payment_id !== null ? 'held' : 'open'
}
