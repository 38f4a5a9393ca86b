import { useQuery } from '@tanstack/react-query'
import { Navigate, useRouterState } from '@tanstack/react-router'
import { storesQuery } from '../parts/stores/stores-query.ts'

/** Paths that work without a store. */
const WITHOUT_STORE = /^\/(stores\/new|people|audit)/

export const RedirectToFirstStore = () => {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const stores = useQuery(storesQuery)
  const hasNone = stores.data?.data.length === 0 && !stores.isFetching
  return hasNone && !WITHOUT_STORE.test(path) ? <Navigate to="/stores/new" replace /> : null
}
