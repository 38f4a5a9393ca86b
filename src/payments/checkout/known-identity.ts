import type { PaymentsContext } from '../ports/context.ts'
import { policyOf } from '../ports/policy.ts'
import { mayTryOnceMore } from './count-tries.ts'
import { openCardPageLink } from './pay-on-card-page.ts'

/** Whoever has a pay link could guess the number of its customer. */
const GUESSES = { most: 5, withinMs: 60 * 60_000 }

export type IdentityCheck =
  /** As the shop has it: cards are found again by exactly that (`gateway-api.md` 4.14, rule 10). */
  | { outcome: 'known'; identityNumber: string }
  | { outcome: 'other' }
  | { outcome: 'too-many' }
  /** There is no such page, or no card is kept there. */
  | { outcome: 'none' }

/**
 * Whether an identity number is the one that the shop has of the order's customer. The card page hands
 * it out to nobody; who wants a card kept types it.
 */
export const checkIdentity = async (
  ctx: PaymentsContext,
  { payToken, typed }: { payToken: string; typed: string },
): Promise<IdentityCheck> => {
  const page = await openCardPageLink(ctx, payToken)
  if (page?.state !== 'open' || !policyOf(page.store).save_cards) return { outcome: 'none' }
  const { id, customer } = page.order
  if (!customer.identity_number) return { outcome: 'none' }
  if (!(await mayTryOnceMore(ctx, { what: `identity:${id}`, ...GUESSES }))) {
    return { outcome: 'too-many' }
  }
  return plain(typed) === plain(customer.identity_number)
    ? { outcome: 'known', identityNumber: customer.identity_number }
    : { outcome: 'other' }
}

/** However it is grouped. */
const plain = (identity: string): string =>
  identity
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
