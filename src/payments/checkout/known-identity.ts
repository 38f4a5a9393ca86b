import type { PaymentsContext } from '../ports/context.ts'
import { policyOf } from '../ports/policy.ts'
import { openCardPageLink } from './pay-on-card-page.ts'
import { isWithinRateLimit } from './rate-limit.ts'

/** Limits guesses, because any holder of the pay link could try numbers. */
const GUESSES = { most: 5, withinMs: 60 * 60_000 }

export type IdentityCheck =
  /** As the store writes it: the gateway matches exactly (`gateway-api.md` 4.14, rule 10). */
  | { outcome: 'known'; identityNumber: string }
  | { outcome: 'other' }
  | { outcome: 'too-many' }
  /** Unknown page, or no saved cards there. */
  | { outcome: 'none' }

/**
 * Compares a typed identity number with the order's. The card page never reveals it: a customer who
 * saves a card types it.
 */
export const checkIdentity = async (
  ctx: PaymentsContext,
  { payToken, typed }: { payToken: string; typed: string },
): Promise<IdentityCheck> => {
  const page = await openCardPageLink(ctx, payToken)
  if (page?.state !== 'open' || !policyOf(page.store).save_cards) return { outcome: 'none' }
  const { id, customer } = page.order
  if (!customer.identity_number) return { outcome: 'none' }
  if (!(await isWithinRateLimit(ctx, { what: `identity:${id}`, ...GUESSES }))) {
    return { outcome: 'too-many' }
  }
  return plain(typed) === plain(customer.identity_number)
    ? { outcome: 'known', identityNumber: customer.identity_number }
    : { outcome: 'other' }
}

/** Ignores grouping. */
const plain = (identity: string): string =>
  identity
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
