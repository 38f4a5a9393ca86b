import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { use } from '../../app/api.ts'
import { usePerson } from '../../app/session/person.ts'

const REFETCH_MS = 700

/** No store has an order; `undefined` while loading. */
const useHasNoOrder = (): boolean | undefined => {
  const orders = use.useQuery('get', '/operator/v1/orders', { params: { query: { limit: 1 } } })
  return orders.isError ? false : orders.data && orders.data.data.length === 0
}

/** Queries the offer of demo data, while there is a sandbox; polls while it runs. */
export const useDemoData = () => {
  const { data: person } = usePerson()
  const found = use.useQuery(
    'get',
    '/operator/v1/demo-data',
    {},
    {
      enabled: person?.demo_data === true,
      refetchInterval: ({ state }) => (state.data?.state === 'running' ? REFETCH_MS : false),
    },
  )
  useAllReadAfter(found.data?.state === 'running')
  return found
}

/** The change stream does not cover a new store yet. */
const useAllReadAfter = (isRunning: boolean): void => {
  const queries = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queries.invalidateQueries()
    wasRunning.current = isRunning
  }, [isRunning, queries])
}

/** Returns `undefined` while loading. */
export const useShowsFirstSteps = (): boolean | undefined => {
  const hasNoOrder = useHasNoOrder()
  const { data } = useDemoData()
  const isFirstFilling = data?.state === 'running' && data.began_empty
  return isFirstFilling || hasNoOrder
}
