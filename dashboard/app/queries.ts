import { QueryClient } from '@tanstack/react-query'
import { problemOf } from './api.ts'

/** Stops retries after a response or a timeout. */
const isOver = (error: unknown): boolean =>
  problemOf(error) !== undefined || (error instanceof DOMException && error.name === 'TimeoutError')

/** Change notifications keep data fresh; lost connections retry with backoff. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 3 && !isOver(error),
      retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 10_000),
    },
    // Offline mutations fail immediately: users do not expect them to run later.
    mutations: { networkMode: 'always' },
  },
})
