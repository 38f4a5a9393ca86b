import { isSameCode } from '../../../src/http/connecting/same-code.ts'
import { countSignedCalls, noteSignedCall } from '../../../src/ledger/signed-calls.ts'
import type { PaymentsContext } from '../../../src/payments/context.ts'
import { addMs } from '../../../src/platform/clock.ts'

/** So many wrong codes of one shop within an hour, and no more is looked at. */
const MOST_WRONG_CODES = 5
const HOUR_MS = 60 * 60_000

/**
 * Compares what was typed in with the code of this installation. A try is counted before it is looked
 * at, so that many at once are no more tries than one after the other.
 */
export const tryCode = async (
  { ledger, clock, ids }: PaymentsContext,
  { shop, typed, connectCode }: { shop: string; typed: string; connectCode: string },
): Promise<'right' | 'wrong' | 'too-many'> => {
  const now = clock.now()
  const storeId = `shopify-code:${shop}`
  await noteSignedCall(ledger.query, { storeId, nonce: ids.secret(16), now })
  const since = addMs(now, -HOUR_MS)
  const tries = await countSignedCalls(ledger.query, { storeId, since })
  if (tries > MOST_WRONG_CODES) return 'too-many'
  return isSameCode(typed, connectCode) ? 'right' : 'wrong'
}
