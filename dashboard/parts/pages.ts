import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { paths } from '../../packages/operator-client/schema.ts'
import { api } from '../app/api.ts'

interface Page<Row> {
  data: Row[]
  next_cursor: string | null
}

type Answer<Row> = Promise<{ data?: Page<Row>; error?: unknown }>

interface List<Row> {
  get: {
    parameters: { query?: object }
    responses: { 200: { content: { 'application/json': Page<Row> } } }
  }
}

type ListPath = {
  [Path in keyof paths]: paths[Path] extends List<unknown> ? Path : never
}[keyof paths]

type RowOf<Path extends ListPath> = paths[Path] extends List<infer Row> ? Row : never

/** Generic over paths, which the client's own type cannot infer. */
const readPage = api.GET as unknown as <Row>(
  path: ListPath,
  init: { params: { query: object }; signal: AbortSignal },
) => Answer<Row>

/** A list that `read` reads by cursor. */
export const pagesOptions = <Row>(
  queryKey: readonly unknown[],
  read: (cursor: { cursor?: string }, signal: AbortSignal) => Answer<Row>,
) =>
  infiniteQueryOptions({
    queryKey,
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

/** List of the operator API with its filter. */
export const pagesQuery = <Path extends ListPath>(
  path: Path,
  query: NonNullable<paths[Path]['get']['parameters']['query']>,
) =>
  pagesOptions([path, query], (cursor, signal) =>
    readPage<RowOf<Path>>(path, { params: { query: { ...query, ...cursor } }, signal }),
  )

/** Loads a list by cursor. `againEveryMs` polls besides change notifications. */
export const usePages = <Row>(
  options: ReturnType<typeof pagesOptions<Row>>,
  { againEveryMs = false }: { againEveryMs?: number | false } = {},
) => {
  const query = useInfiniteQuery({ ...options, refetchInterval: againEveryMs })
  // If the next page fails, keep the loaded ones.
  const error = query.isFetchNextPageError ? null : query.error
  return { ...query, error, rows: query.data?.pages.flatMap(({ data }) => data) ?? [] }
}
