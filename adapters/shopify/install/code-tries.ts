import { isSameCode } from '../../../src/http/connecting/same-code.ts'
import { mayTryOnceMore } from '../../../src/payments/checkout/count-tries.ts'
import type { PaymentsContext } from '../../../src/payments/context.ts'

/** So many wrong codes of one shop within an hour, and no more is looked at. */
const WRONG_CODES = { most: 5, withinMs: 60 * 60_000 }

/** Compares what was typed in with the code of this installation. */
export const tryCode = async (
  ctx: PaymentsContext,
  { shop, typed, connectCode }: { shop: string; typed: string; connectCode: string },
): Promise<'right' | 'wrong' | 'too-many'> => {
  if (!(await mayTryOnceMore(ctx, { what: `shopify-code:${shop}`, ...WRONG_CODES }))) {
    return 'too-many'
  }
  return isSameCode(typed, connectCode) ? 'right' : 'wrong'
}
