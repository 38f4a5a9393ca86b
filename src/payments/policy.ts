import { z } from 'zod'
import type { StoreRow } from '../ledger/ledger.ts'

/** What a store has decided about its payments; each has its default. */
export const policySchema = z.strictObject({
  /**
   * Money that does not fit its order (paid twice, paid after it was cancelled, another amount): a
   * person decides, or it is given back at once.
   */
  on_trouble: z.enum(['hold', 'reverse']).default('hold'),
  /** Two routes of the gateway charge saved cards; their answers differ (`gateway-api.md` 4.12). */
  saved_card_route: z.enum(['by-method', 'by-token']).default('by-method'),
  /** What follows when a saved card is declined: a checkout for the order, or nothing. */
  saved_card_on_decline: z.enum(['checkout', 'stop']).default('checkout'),
})

export type Policy = z.output<typeof policySchema>

export const policyOf = (store: StoreRow): Policy => policySchema.parse(store.policy)
