import type { PaymentsContext } from '../../../src/payments/ports/context.ts'
import type { Ids } from '../../../src/runtime/ids.ts'

/** Stops the clock but makes sequential ids, as payments sort by id. */
export const atOneInstant = (ctx: PaymentsContext, now: Date): PaymentsContext => {
  let made = 0
  const next = (prefix: string) => `${prefix}_${String(++made).padStart(12, '0')}`
  return { ...ctx, clock: { now: () => now }, ids: { ...ctx.ids, next: next as Ids['next'] } }
}
