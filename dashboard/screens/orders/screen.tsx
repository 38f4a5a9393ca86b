import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '../../app/language.ts'
import { FirstSteps } from '../../parts/first-steps/first-steps.tsx'
import { useShowsFirstSteps } from '../../parts/first-steps/use-begins.ts'
import { PageList } from '../../parts/page-list.tsx'
import { usePages } from '../../parts/pages.ts'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { useIsHere } from '../../parts/use-is-here.ts'
import { OrderFilters } from './filters.tsx'
import { rememberSearch } from './last-search.ts'
import { orderExportPath, pagesOfOrders } from './order-query.ts'
import type { OrderSearch } from './order-search.ts'
import { SumsOfOrders } from './order-sums.tsx'
import { OrderTable } from './order-table.tsx'
import { SavedViews } from './saved-views.tsx'

export const OrdersScreen = () => {
  const texts = useTexts().orders
  const search: OrderSearch = useSearch({ from: '/orders' })
  const navigate = useNavigate({ from: '/orders' })
  const isHere = useIsHere()
  const change = (changed: OrderSearch) => {
    if (isHere()) void navigate({ search: changed, replace: true })
  }
  useEffect(() => rememberSearch(search), [search])
  const begins = useShowsFirstSteps()
  const pages = usePages(pagesOfOrders(search))
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <ScreenTitle name={texts.title} />
        <Button component="a" href={orderExportPath(search)} variant="default" download>
          {texts.export}
        </Button>
      </Group>
      {begins ? (
        <FirstSteps />
      ) : (
        <>
          <SavedViews search={search} change={change} />
          <OrderFilters search={search} change={change} />
          <SumsOfOrders search={search} />
          <PageList
            pages={pages}
            loading={<Skeleton h={240} radius="lg" />}
            empty={<Text c="dimmed">{texts.nothing}</Text>}
          >
            {(orders) => <OrderTable orders={orders} />}
          </PageList>
        </>
      )}
    </Stack>
  )
}
