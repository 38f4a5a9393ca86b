import type { PaymentsContext } from '../../../src/payments/ports/context.ts'
import type { Ids } from '../../../src/runtime/ids.ts'

/**
 * A context whose time stands still, and whose ids are in the order in which they are made, as they are
 * where time goes on: payments are listed by them.
 */
export const atOneInstant = (ctx: PaymentsContext, now: Date): PaymentsContext => {
  let made = 0
  const next = (prefix: string) => `${prefix}_${String(++made).padStart(12, '0')}`
  return { ...ctx, clock: { now: () => now }, ids: { ...ctx.ids, next: next as Ids['next'] } }
}
