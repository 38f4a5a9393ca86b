import type { PaymentLinkRow, StoreRow } from '../../db/db.ts'
import { boundedPlaces, findLinkByToken, type PlacesOfLink } from '../../db/links/payment-links.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { type LinkState, stateOfLink } from './rules/link-state.ts'

export interface OpenedLink {
  link: PaymentLinkRow
  store: StoreRow
  /** Zeros without a stock. */
  places: PlacesOfLink
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
  const places = await boundedPlaces(db.query, link, now)
  const state = stateOfLink(link, { taken: places.taken, now })
  const takesNone = store.disabled_at !== null || store.frozen_at !== null
  return { link, store, places, state: state === 'open' && takesNone ? 'unavailable' : state }
}
