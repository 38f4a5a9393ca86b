import { Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageList } from '../../parts/page-list.tsx'
import type { usePages } from '../../parts/pages.ts'

export const DeliveryList = <Row extends { id: string }>({
  pages,
  empty,
  row,
}: {
  pages: ReturnType<typeof usePages<Row>>
  empty: string
  row: (row: Row) => ReactNode
}) => (
  <Stack gap="md">
    <PageList
      pages={pages}
      loading={<Skeleton h={240} radius="lg" />}
      empty={<Text c="dimmed">{empty}</Text>}
      keepsRows
    >
      {(rows) => <ul className="bare card delivery-list">{rows.map(row)}</ul>}
    </PageList>
  </Stack>
)
