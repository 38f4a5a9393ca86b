import { AsyncLocalStorage } from 'node:async_hooks'
import type { RefundAtPuente } from '../payments/charge.js'

/**
 * A refund that Puente made before Medusa recorded it, while Medusa runs its refund flow to record
 * it: the provider returns it, and moves no money.
 */
export const knownRefund = new AsyncLocalStorage<RefundAtPuente>()
