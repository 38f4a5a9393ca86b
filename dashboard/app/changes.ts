import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { storesQuery } from '../parts/stores-query.ts'
import { SESSION } from './person.ts'

/** What is read at most once in this time, however much changes. */
const CALM_MS = 400
/** What changed before it could be heard is read once the page is there. */
const CAUGHT_UP_MS = 3_000
/** So long a reading that is under way is let finish: to read again would take its answer away. */
const PATIENCE_MS = 2_000

/** Who is signed in does not change with orders, and asking lets the session last longer. */
const OF_ORDERS = { predicate: ({ queryKey: [key] }: Query) => key !== SESSION[0] }

/**
 * Hears what changes in the stores of the person, and has what is shown read again. `false` while nothing can be
 * heard: then there is no connection, and all is read again once there is one.
 */
export const useChanges = (): boolean => {
  const queries = useQueryClient()
  const stores = useQuery(storesQuery)
  // What is heard is of the stores that there were when listening began.
  const heard = stores.isFetched ? idsOf(stores.data?.data ?? []) : undefined
  const [isConnected, setConnected] = useState(true)
  const hasListened = useRef(false)
  useEffect(() => {
    if (heard === undefined) return
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
        if (isWaitedFor && queries.isFetching(OF_ORDERS) > 0) readAgain(CALM_MS, since)
        else void queries.invalidateQueries(OF_ORDERS)
      }, inMs)
    }
    let source: EventSource | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    let wasLost = hasListened.current
    hasListened.current = true
    const connect = () => {
      source = new EventSource('/operator/v1/changes')
      source.onopen = () => {
        setConnected(true)
        if (wasLost) readAgain(CALM_MS)
        wasLost = false
      }
      source.addEventListener('changes', ({ data }: MessageEvent<string>) =>
        readAgain(JSON.parse(data).changes.length === 0 ? CAUGHT_UP_MS : CALM_MS),
      )
      source.addEventListener('reset', () => readAgain(CALM_MS))
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return
        // The browser tries no more after an answer that is no stream: a full or a starting Puente.
        wasLost = true
        setConnected(false)
        // Or the session is over.
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
  }, [queries, heard])
  return isConnected
}

const idsOf = (stores: readonly { id: string }[]): string => stores.map(({ id }) => id).join(' ')
