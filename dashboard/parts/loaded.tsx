import { Alert, Button, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { detailOf, problemOf } from '../app/api.ts'
import { useTexts } from '../app/language.ts'
import { Frame } from './frame.tsx'

/** Renders data, a frame while loading, or the error. */
export const Loaded = <Data,>({
  query,
  frame = <Frame />,
  children,
}: {
  query: UseQueryResult<Data, unknown>
  frame?: ReactNode
  children: (data: Data) => ReactNode
}) => {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return frame
  return <Failed error={query.error} tryAgain={() => void query.refetch()} />
}

export const Failed = ({ error, tryAgain }: { error: unknown; tryAgain: () => void }) => {
  const texts = useTexts()
  const problem = problemOf(error)
  const detail = problem && detailOf(problem)
  return (
    <Alert color="red" title={problem?.title ?? texts.failed}>
      <Stack align="flex-start" gap="sm">
        {detail ? <Text>{detail}</Text> : null}
        <Button variant="default" onClick={tryAgain}>
          {texts.tryAgain}
        </Button>
      </Stack>
    </Alert>
  )
}
