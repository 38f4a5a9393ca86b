import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../app/language.ts'
import { Frame } from './frame.tsx'
import { Failed } from './loaded.tsx'
import type { usePages } from './pages.ts'

/** Includes loading, error and empty states, and a button for the next page. */
export const PageList = <Row,>({
  pages,
  loading = <Frame />,
  empty = null,
  keepsRows = false,
  children,
}: {
  pages: ReturnType<typeof usePages<Row>>
  loading?: ReactNode
  empty?: ReactNode
  /** Keeps rows that a failed refetch would hide. */
  keepsRows?: boolean
  children: (rows: readonly Row[]) => ReactNode
}) => {
  const { rows } = pages
  if (pages.error && !(keepsRows && rows.length > 0)) {
    return <Failed error={pages.error} tryAgain={() => void pages.refetch()} />
  }
  if (pages.isPending) return loading
  return (
    <>
      {rows.length > 0 ? children(rows) : pages.hasNextPage ? null : empty}
      {pages.hasNextPage ? <MoreButton pages={pages} /> : null}
    </>
  )
}

const MoreButton = ({ pages }: { pages: ReturnType<typeof usePages> }) => {
  const texts = useTexts()
  return (
    <Stack align="center" gap="xs">
      {pages.isFetchNextPageError ? (
        <Text c="red" role="alert">
          {texts.failed}
        </Text>
      ) : null}
      <Button
        variant="default"
        loading={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        {texts.more}
      </Button>
    </Stack>
  )
}
