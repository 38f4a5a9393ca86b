import { QueryClient } from '@tanstack/react-query'
import { problemOf } from './api.ts'

/** Who has answered, or has not for so long, is not asked at once again. */
const isOver = (error: unknown): boolean =>
  problemOf(error) !== undefined || (error instanceof DOMException && error.name === 'TimeoutError')

/** What was loaded stays until a change is heard of; a lost connection is tried again when it is back. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 3 && !isOver(error),
      retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 10_000),
    },
    // What is sent without a connection fails at once: nobody expects it to happen by itself later.
    mutations: { networkMode: 'always' },
  },
})
