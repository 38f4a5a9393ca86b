import { QueryClient } from '@tanstack/react-query'
import { problemOf } from './api.ts'

/** What was loaded stays until a change is heard of; a lost connection is tried again when it is back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 3 && problemOf(error) === undefined,
      retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 10_000),
    },
  },
})
