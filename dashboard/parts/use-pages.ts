import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'

interface Page<Row> {
  data: Row[]
  next_cursor: string | null
}

type ReadPage<Row> = (
  cursor: { cursor?: string },
  signal: AbortSignal,
) => Promise<{ data?: Page<Row>; error?: unknown }>

export type PagesQuery<Row> = readonly [key: readonly unknown[], read: ReadPage<Row>]

export const pagesOptions = <Row>(key: readonly unknown[], read: ReadPage<Row>) =>
  infiniteQueryOptions({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await read(
        pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      )
      if (!data) throw error
      return data
    },
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  })

/** Loads a list by cursor. `againEveryMs` polls besides change notifications. */
export const usePages = <Row>(
  key: readonly unknown[],
  read: ReadPage<Row>,
  { againEveryMs = false }: { againEveryMs?: number | false } = {},
) => {
  const query = useInfiniteQuery({ ...pagesOptions(key, read), refetchInterval: againEveryMs })
  // If the next page fails, keep the loaded ones.
  const error = query.isFetchNextPageError ? null : query.error
  return { ...query, error, rows: query.data?.pages.flatMap(({ data }) => data) ?? [] }
}
