import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { storesQuery } from '../parts/stores/stores-query.ts'
import { SESSION } from './session/person.ts'

/** Minimum interval between refetches. */
const REFETCH_INTERVAL_MS = 400
/** Delay for changes from before the stream opened. */
const CAUGHT_UP_MS = 3_000
/** Grace for a refetch in flight: another would cancel it. */
const PATIENCE_MS = 2_000

/** Excludes the session: a query would extend it. */
const OF_ORDERS = { predicate: ({ queryKey: [key] }: Query) => key !== SESSION[0] }

const FIRST_LOADS_OF_ORDERS = {
  predicate: (query: Query) => OF_ORDERS.predicate(query) && query.state.data === undefined,
}

/**
 * Refetches active queries after changes; after a reconnect, all. Returns `false` while
 * disconnected.
 */
export const useChanges = ({ isAllowed }: { isAllowed: boolean }): boolean => {
  const queries = useQueryClient()
  const stores = useQuery(storesQuery)
  // A stream's stores are fixed at its start, so new stores need a new stream.
  const subscribedStores = stores.isFetched ? idsOf(stores.data?.data ?? []) : undefined
  const [isConnected, setConnected] = useState(true)
  const hasSubscribed = useRef(false)
  useEffect(() => {
    if (!isAllowed) setConnected(true)
    if (!isAllowed || subscribedStores === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let dueAt = Number.POSITIVE_INFINITY
    const readAgain = (inMs: number, since = performance.now() + inMs) => {
      const at = performance.now() + inMs
      if (at >= dueAt) return
      clearTimeout(timer)
      dueAt = at
      timer = setTimeout(() => {
        dueAt = Number.POSITIVE_INFINITY
        const isWaitedFor = performance.now() < since + PATIENCE_MS
        if (isWaitedFor && queries.isFetching(OF_ORDERS) > 0) {
          readAgain(REFETCH_INTERVAL_MS, since)
          return
        }
        // Invalidation does not repeat a first load in flight, which may precede the change.
        const isFirstLoad = queries.isFetching(FIRST_LOADS_OF_ORDERS) > 0
        void queries.invalidateQueries(OF_ORDERS)
        if (isFirstLoad) readAgain(REFETCH_INTERVAL_MS)
      }, inMs)
    }
    let source: EventSource | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    let wasLost = hasSubscribed.current
    hasSubscribed.current = true
    const connect = () => {
      source = new EventSource('/operator/v1/changes')
      source.onopen = () => {
        setConnected(true)
        if (wasLost) readAgain(REFETCH_INTERVAL_MS)
        wasLost = false
      }
      source.addEventListener('changes', ({ data }: MessageEvent<string>) =>
        readAgain(JSON.parse(data).changes.length === 0 ? CAUGHT_UP_MS : REFETCH_INTERVAL_MS),
      )
      source.addEventListener('reset', () => readAgain(REFETCH_INTERVAL_MS))
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return
        // EventSource gives up after a non-stream response, as from a full or restarting Puente.
        wasLost = true
        setConnected(false)
        // An expired session also closes the stream.
        void queries.invalidateQueries({ queryKey: SESSION })
        again = setTimeout(connect, 5_000)
      }
    }
    connect()
    return () => {
      clearTimeout(timer)
      clearTimeout(again)
      source?.close()
    }
  }, [queries, subscribedStores, isAllowed])
  return isConnected
}

const idsOf = (stores: readonly { id: string }[]): string => stores.map(({ id }) => id).join(' ')
