import type { PaymentLinkRow, StoreRow } from '../../db/db.ts'
import { countPlaces, findLinkByToken, isAnyPlaceUnpaid } from '../../db/links/payment-links.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { type LinkState, stateOfLink } from './rules/link-state.ts'

export interface OpenedLink {
  link: PaymentLinkRow
  store: StoreRow
  /** Places that orders hold; 0 without a stock. */
  taken: number
  /** Sold out, but the customer of a place has not paid yet. */
  mayReopen: boolean
  /** `unavailable`: the store is disabled or frozen. */
  state: LinkState | 'unavailable'
}

/** Reads a link for its page. Returns `undefined` for an unknown link or a removed store. */
export const findLinkToOpen = async (
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  token: string,
): Promise<OpenedLink | undefined> => {
  const link = await findLinkByToken(db.query, token)
  const store = link && (await findStore(db.query, link.store_id))
  if (!link || !store) return undefined
  const now = clock.now()
  const taken = link.stock === null ? 0 : await countPlaces(db.query, link, now)
  const open = stateOfLink(link, { taken, now })
  const takesNone = store.disabled_at !== null || store.frozen_at !== null
  const state = open === 'open' && takesNone ? 'unavailable' : open
  const mayReopen = state === 'sold_out' && (await isAnyPlaceUnpaid(db.query, link, now))
  return { link, store, taken, mayReopen, state }
}
