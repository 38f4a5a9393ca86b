import { useQuery } from '@tanstack/react-query'
import { storeNameQuery } from './store-name-query.ts'
import { storesQuery } from './stores-query.ts'

/** The first stores of the person; whether there are more says `useHasManyStores`. */
export const useStores = () => useQuery(storesQuery).data?.data ?? []

/** The name of a store; until it is known, its id. */
export const useStoreName = (id: string): string => {
  const { data: first } = useQuery(storesQuery)
  const known = first?.data.find((one) => one.id === id)
  const isAsked = first !== undefined && !known && first.next_cursor !== null
  const { data: asked } = useQuery({ ...storeNameQuery(id), enabled: isAsked })
  return (known ?? asked)?.name ?? id
}

export const StoreName = ({ id }: { id: string }) => <bdi>{useStoreName(id)}</bdi>
