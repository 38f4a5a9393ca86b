import { AsyncLocalStorage } from 'node:async_hooks'
import type { RefundAtPuente } from '../orders/charged-payment.js'

/**
 * A refund that Puente made before Vendure recorded it, while Vendure runs the payment method's
 * `createRefund` to record it: the handler returns it, and moves no money.
 */
export const knownRefund = new AsyncLocalStorage<RefundAtPuente>()
