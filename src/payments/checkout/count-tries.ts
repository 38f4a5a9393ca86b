import { countSignedCalls, noteSignedCall } from '../../db/signed-calls.ts'
import { addMs } from '../../runtime/clock.ts'
import type { PaymentsContext } from '../ports/context.ts'

/**
 * Whether `what` may be tried once more: at most `most` times within `withinMs`, whichever process is
 * asked. A try is counted before it is looked at, so that many at once are no more tries than one after
 * the other.
 */
export const mayTryOnceMore = async (
  { db, clock, ids }: PaymentsContext,
  { what, most, withinMs }: { what: string; most: number; withinMs: number },
): Promise<boolean> => {
  const now = clock.now()
  await noteSignedCall(db.query, { storeId: what, nonce: ids.secret(16), now })
  const since = addMs(now, -withinMs)
  return (await countSignedCalls(db.query, { storeId: what, since })) <= most
}
