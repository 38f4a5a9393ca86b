import { Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemOf } from '../app/api.ts'
import { NotFoundPage } from '../app/not-found.tsx'
import { Loaded } from './loaded.tsx'
import { ScreenTitle } from './screen-title.tsx'

/** Shows name and back link while loading, or "not found" for a 404. */
export const LoadedScreen = <Data,>({
  query,
  name,
  back,
  children,
}: {
  query: UseQueryResult<Data, unknown>
  name: string
  back: ReactNode
  children: (data: Data) => ReactNode
}) => {
  if (query.data !== undefined) return children(query.data)
  const isNothing = problemOf(query.error)?.status === 404
  return (
    <Stack gap="xs">
      {back}
      {isNothing ? (
        <NotFoundPage />
      ) : (
        <>
          <ScreenTitle name={name} />
          <Loaded query={query}>{children}</Loaded>
        </>
      )}
    </Stack>
  )
}
