import { Injectable } from '@nestjs/common'
import { type PuenteFailure, type Result, resultOf } from '@puente/node'
import { I18nError, InternalServerError, Logger, type RequestContext } from '@vendure/core'
import { Checkouts } from '../checkouts/checkouts.js'
import { isHeld, isReturned, type OrderAtPuente } from '../checkouts/order-at-puente.js'
import type { PuenteCheckout } from '../checkouts/puente-checkout.entity.js'
import { LOG_CONTEXT } from '../names.js'
import { RecordRefunds } from '../refunds/record-refunds.js'
import { clientOf } from '../settings/client.js'
import type { PuenteMethod } from '../settings/methods.js'
import { conflictNote } from './conflict-note.js'
import { Notes } from './notes.js'
import { OrderLock } from './order-lock.js'
import { lacksPayment, type RecordedPayment, RecordPayment } from './record-payment.js'

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
    private readonly checkouts: Checkouts,
  ) {}

  /**
   * Adds the payment, refunds and notes that an order lacks, in one transaction: repetitions and
   * races change nothing. A refusal of Vendure for good becomes a note; a transient error is thrown.
   */
  async apply(
    ctx: RequestContext,
    { checkout, method }: { checkout: PuenteCheckout; method: PuenteMethod },
    seen: OrderAtPuente,
  ): Promise<CheckoutState | { error: PuenteFailure }> {
    try {
      const state = await this.lock.hold(ctx, checkout.orderId, async (inTransaction, order) => {
        const read: Result<OrderAtPuente> = lacksPayment(order, seen)
          ? await newest(method, seen)
          : { ok: true, value: seen }
        if (!read.ok) return read
        const current = read.value
        const conflict = conflictNote(current)
        if (conflict !== undefined) await this.notes.addOnce(inTransaction, order.id, conflict)
        const recorded = await this.payments.record(inTransaction, order, method.code, current)
        if (recorded === 'added') await this.checkouts.markClosed(inTransaction, checkout)
        await this.refunds.record(inTransaction, order, current.refunds)
        if (recorded === 'known') await this.payments.placeCovered(inTransaction, order, current)
        return stateOf(current, recorded)
      })
      if (state === undefined && seen.payments.length > 0)
        Logger.error(`Order ${seen.order.id} was paid, and is gone from Vendure.`, LOG_CONTEXT)
      return state ?? 'held'
    } catch (error) {
      // Vendure throws the first for all that a repetition may cure.
      if (error instanceof InternalServerError || !(error instanceof I18nError)) throw error
      const reason = ctx.translate(error.message, error.variables)
      const note = `Vendure refuses what Puente reports (${seen.order.status}): ${reason}`
      await this.notes.addOnce(ctx, checkout.orderId, note)
      return 'held'
    }
  }
}

/**
 * Reads an order before its payment is recorded, under the order's lock: the payment can be void
 * since it was reported. With a key that Puente refuses, the signed report counts.
 */
const newest = async (
  { settings }: PuenteMethod,
  seen: OrderAtPuente,
): Promise<Result<OrderAtPuente>> => {
  const read = await resultOf(clientOf(settings).orders.retrieve(seen.order.id))
  return read.ok || read.error.retry === 'retry' ? read : { ok: true, value: seen }
}

const stateOf = (seen: OrderAtPuente, recorded: RecordedPayment): CheckoutState => {
  if (recorded !== 'none') return 'recorded'
  if (isReturned(seen) || seen.order.status === 'cancelled') return 'closed'
  return isHeld(seen) || seen.order.effective_payment_id !== null ? 'held' : 'open'
}
