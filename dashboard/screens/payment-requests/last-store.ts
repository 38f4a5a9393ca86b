import { useQuery } from '@tanstack/react-query'
import { storesQuery } from '../../parts/stores/stores-query.ts'
import { useStoresToCharge } from '../../parts/stores/use-stores-to-charge.ts'

const KEY = 'puente.last-store'

/** Store of this device's last payment request. */
export const lastStore = (): string | undefined => localStorage.getItem(KEY) ?? undefined

export const rememberStore = (storeId: string): void => localStorage.setItem(KEY, storeId)

/**
 * Returns the chosen store, or the first that accepts payments. A chosen store may be on a later
 * page of a long list.
 */
export const useStoreToCharge = (chosen: string | undefined): string | undefined => {
  const { data } = useQuery(storesQuery)
  const stores = useStoresToCharge()
  const isListed = data?.data.some(({ id }) => id === chosen)
  const isOnLaterPage = data?.next_cursor != null && !isListed
  const isChosen = isOnLaterPage || stores.some(({ id }) => id === chosen)
  return chosen !== undefined && isChosen ? chosen : (stores[0] ?? data?.data[0])?.id
}
