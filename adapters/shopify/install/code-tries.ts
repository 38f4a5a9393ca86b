import type { Core } from '../../adapter.ts'
import { isSameCode, MOST_WRONG_CODES } from '../../onboarding/same-code.ts'

/** So many wrong codes of one shop within an hour, and no more is looked at. */
const WRONG_CODES = { most: MOST_WRONG_CODES, withinMs: 60 * 60_000 }

/** Compares what was typed in with the code of this installation. */
export const tryCode = async (
  ctx: Core,
  { shop, typed, connectCode }: { shop: string; typed: string; connectCode: string },
): Promise<'right' | 'wrong' | 'too-many'> => {
  if (!(await ctx.mayTryOnceMore({ what: `shopify-code:${shop}`, ...WRONG_CODES }))) {
    return 'too-many'
  }
  return isSameCode(typed, connectCode) ? 'right' : 'wrong'
}
