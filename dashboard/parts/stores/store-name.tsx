import { useQuery } from '@tanstack/react-query'
import { storeNameQuery } from './store-name-query.ts'
import { storesQuery } from './stores-query.ts'

export const useStores = () => useQuery(storesQuery).data?.data ?? []

/** Returns the id while loading. */
export const useStoreName = (id: string): string => {
  const { data: first } = useQuery(storesQuery)
  const known = first?.data.find((one) => one.id === id)
  const isQueried = id !== '' && !known && first?.next_cursor != null
  const { data: found } = useQuery({ ...storeNameQuery(id), enabled: isQueried })
  return (known ?? found)?.name ?? id
}

export const StoreName = ({ id }: { id: string }) => <bdi>{useStoreName(id)}</bdi>
