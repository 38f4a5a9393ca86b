import { Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failed } from '../../parts/loaded.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import type { usePages } from '../../parts/use-pages.ts'

/** Paginated list with loading, error and empty states. */
export const DeliveryList = <Row extends { id: string }>({
  pages,
  empty,
  row,
}: {
  pages: ReturnType<typeof usePages<Row>>
  empty: string
  row: (row: Row) => ReactNode
}) => {
  if (pages.error && pages.rows.length === 0) {
    return <Failed error={pages.error} tryAgain={() => void pages.refetch()} />
  }
  if (pages.isPending) return <Skeleton h={240} radius="lg" />
  return (
    <Stack gap="md">
      {pages.rows.length > 0 ? (
        <ul className="bare card delivery-list">{pages.rows.map(row)}</ul>
      ) : pages.hasNextPage ? null : (
        <Text c="dimmed">{empty}</Text>
      )}
      <MoreButton pages={pages} />
    </Stack>
  )
}
