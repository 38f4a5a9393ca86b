import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { use } from '../app/api.ts'
import { useAdministers } from './use-administers.ts'

const LOOK_EVERY_MS = 700

/** Whether no store of the person has an order; `undefined`: not known. */
const useHasNoOrder = (): boolean | undefined => {
  const orders = use.useQuery('get', '/operator/v1/orders', { params: { query: { limit: 1 } } })
  return orders.isError ? false : orders.data && orders.data.data.length === 0
}

/** Whether demo data are offered, or how far they are made; asked by owners who have no order. */
export const useDemoData = () => {
  const hasNoOrder = useHasNoOrder()
  const isOwner = useAdministers()
  const found = use.useQuery(
    'get',
    '/operator/v1/demo-data',
    {},
    {
      enabled: ({ state }) =>
        state.data?.state === 'running' || (hasNoOrder === true && isOwner === true),
      refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_EVERY_MS : false),
    },
  )
  useAllReadAfter(found.data?.state === 'running')
  return found
}

/** What was made may be of a store of which nothing was heard so far. */
const useAllReadAfter = (isRunning: boolean): void => {
  const queries = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queries.invalidateQueries()
    wasRunning.current = isRunning
  }, [isRunning, queries])
}

/** Whether a screen says what to do first; `undefined`: not known. */
export const useBegins = (): boolean | undefined => {
  const hasNoOrder = useHasNoOrder()
  const isFilling = useDemoData().data?.state === 'running'
  return isFilling || hasNoOrder
}
