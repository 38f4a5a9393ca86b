import { Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemOf } from '../app/api.ts'
import { NotFound } from '../app/not-found.tsx'
import { Loaded } from './loaded.tsx'
import { ScreenTitle } from './screen-title.tsx'

/** A screen about one thing: until it is there it has its name and the way back, and says where there is nothing. */
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
        <NotFound />
      ) : (
        <>
          <ScreenTitle name={name} />
          <Loaded query={query}>{children}</Loaded>
        </>
      )}
    </Stack>
  )
}
