import { countSignedCalls, noteSignedCall } from '../../db/events/signed-calls.ts'
import { addMs } from '../../runtime/clock.ts'
import type { PaymentsContext } from '../ports/context.ts'

/**
 * Rate limit across processes: at most `most` tries of `what` within `withinMs`. Counts before it
 * checks, so concurrent tries cannot slip through.
 */
export const isWithinRateLimit = async (
  { db, clock, ids }: PaymentsContext,
  { what, most, withinMs }: { what: string; most: number; withinMs: number },
): Promise<boolean> => {
  const now = clock.now()
  await noteSignedCall(db.query, { storeId: what, nonce: ids.secret(16), now })
  const since = addMs(now, -withinMs)
  return (await countSignedCalls(db.query, { storeId: what, since })) <= most
}
