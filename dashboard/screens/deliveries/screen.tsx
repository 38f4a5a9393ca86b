import { Stack, Tabs, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTexts } from '../../app/language.ts'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { type DeliverySearch, readDeliverySearch, TABS, type TabProps } from './delivery-search.ts'
import { EventsIn } from './events-in.tsx'
import { NotificationsOut } from './notifications-out.tsx'
import { TasksTab } from './tasks-tab.tsx'

const PANELS = { in: EventsIn, out: NotificationsOut, tasks: TasksTab } as const

export const DeliveriesScreen = () => {
  const texts = useTexts().deliveries
  const search: DeliverySearch = useSearch({ from: '/deliveries' })
  const navigate = useNavigate({ from: '/deliveries' })
  const tab = search.tab ?? 'in'
  const change: TabProps['change'] = (changed) =>
    void navigate({ search: readDeliverySearch({ ...search, ...changed }), replace: true })
  const store = search.store ? { store: search.store } : {}
  return (
    <Stack gap="lg" maw={1440}>
      <ScreenTitle name={texts.title} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) =>
          void navigate({ search: readDeliverySearch({ ...store, tab: chosen }) })
        }
      >
        <Tabs.List>
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {texts.tabs[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((each) => {
          const Panel = PANELS[each]
          return (
            <Tabs.Panel key={each} value={each} pt="lg">
              <Stack gap="lg">
                <Text c="dimmed">{texts.about[each]}</Text>
                <Panel search={search} change={change} />
              </Stack>
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </Stack>
  )
}
