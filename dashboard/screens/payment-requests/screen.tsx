import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { REQUEST_STATES } from '../../../src/domain/requests/request-states.ts'
import { useTexts } from '../../app/language.ts'
import { Choice } from '../../parts/forms/choice.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { PageList } from '../../parts/page-list.tsx'
import { usePages } from '../../parts/pages.ts'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { known } from '../../parts/search.ts'
import { StoreSelect } from '../../parts/stores/store-select.tsx'
import { useActs } from '../../parts/stores/use-administers.ts'
import { useIsHere } from '../../parts/use-is-here.ts'
import { pagesOfRequests } from './request-queries.ts'
import type { RequestSearch } from './request-search.ts'
import { RequestTable } from './request-table.tsx'

export const RequestsScreen = () => {
  const texts = useTexts().requests
  const search: RequestSearch = useSearch({ from: '/requests' })
  const navigate = useNavigate({ from: '/requests' })
  const isHere = useIsHere()
  const set = (changed: { [Field in keyof RequestSearch]: RequestSearch[Field] | undefined }) => {
    if (isHere()) void navigate({ search: known({ ...search, ...changed }), replace: true })
  }
  const pages = usePages(pagesOfRequests(search))
  const isFiltered = Object.keys(search).length > 0
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <ScreenTitle name={texts.title} />
        {useActs() ? <LinkButton to="/requests/new">{texts.new}</LinkButton> : null}
      </Group>
      <Group gap="sm" align="flex-start" className="filters">
        <Choice
          label={texts.state}
          values={REQUEST_STATES}
          names={texts.states}
          value={search.state}
          set={(state) => set({ state })}
        />
        <StoreSelect value={search.store} set={(store) => set({ store })} />
      </Group>
      <PageList
        pages={pages}
        loading={<Skeleton h={240} radius="lg" />}
        empty={<Text c="dimmed">{isFiltered ? texts.nothingFound : texts.nothing}</Text>}
      >
        {(requests) => <RequestTable requests={requests} />}
      </PageList>
    </Stack>
  )
}
