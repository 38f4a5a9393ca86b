import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../app/api.ts'

type Store = Schemas['StoreOfPerson']

/** Open batch of ids. */
let pending: Map<string, Promise<Map<string, Store>>> | undefined

const inOneRequest = (id: string): Promise<Map<string, Store>> => {
  if (!pending || pending.size >= MOST) {
    const batch = new Map<string, Promise<Map<string, Store>>>()
    const found = Promise.resolve().then(async () => {
      await new Promise((resolve) => setTimeout(resolve))
      if (pending === batch) pending = undefined
      const ids = [...batch.keys()].join(',')
      const { data, error } = await api.GET('/operator/v1/stores', {
        params: { query: { ids, limit: MOST } },
      })
      if (!data) throw error
      return new Map(data.data.map((store) => [store.id, store]))
    })
    pending = batch
    batch.set(id, found)
    return found
  }
  const [found] = pending.values()
  if (!found) throw new Error('The batch is empty.')
  pending.set(id, found)
  return found
}

const MOST = 100

/** Batches one render's ids into one request. */
export const storeNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['store-name', id],
    staleTime: 5 * 60_000,
    queryFn: async () => (await inOneRequest(id)).get(id) ?? null,
  })
