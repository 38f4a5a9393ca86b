import type { Core } from '../../adapter.ts'
import { isSameCode, MOST_WRONG_CODES } from '../../onboarding/same-code.ts'

const WRONG_CODES = { most: MOST_WRONG_CODES, withinMs: 60 * 60_000 }

/** Returns `too-many` over the shop's hourly limit. */
export const tryCode = async (
  ctx: Core,
  { shop, typed, connectCode }: { shop: string; typed: string; connectCode: string },
): Promise<'right' | 'wrong' | 'too-many'> => {
  if (!(await ctx.mayTryOnceMore({ what: `shopify-code:${shop}`, ...WRONG_CODES }))) {
    return 'too-many'
  }
  return isSameCode(typed, connectCode) ? 'right' : 'wrong'
}
