import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { alertGroupName } from '../../../src/domain/dashboard-addresses.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { groupsQuery } from '../../parts/alert-groups-query.ts'
import { useShowsFirstSteps } from '../../parts/first-steps/use-begins.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { AllIsWell } from './all-is-well.tsx'
import { GroupCard } from './group-card.tsx'
import { LatestOrders } from './latest-orders.tsx'
import { NumbersOfDays } from './numbers-of-days.tsx'

/** Only the first visit needs it. */
const FirstSteps = lazy(async () => ({
  default: (await import('../../parts/first-steps/first-steps.tsx')).FirstSteps,
}))

const countsOf = (groups: readonly { alerts: number }[]) => {
  const alerts = groups.reduce((sum, group) => sum + group.alerts, 0)
  return { groups: groups.length, alerts, more: alerts > groups.length ? 'yes' : 'no' }
}

/** Home screen: open alerts by cause, numbers of the last days, latest orders. */
export const AttentionScreen = () => {
  const { format } = useLanguage()
  const texts = useTexts().attention
  const { group: chosen } = useSearch({ from: '/' })
  const begins = useShowsFirstSteps()
  const groups = useQuery(groupsQuery)
  return (
    <Stack gap="lg" maw={1440}>
      <ScreenTitle name={texts.title} waiting={groups.data?.data.length ?? 0} />
      <div className={begins === false ? 'home' : undefined}>
        <Stack gap="lg" className="home-alerts">
          <Loaded query={groups}>
            {({ data }) =>
              data.length === 0 ? (
                begins === false && <AllIsWell />
              ) : (
                <>
                  <Text c="dimmed" aria-live="polite">
                    {format(texts.count, countsOf(data))}
                  </Text>
                  <Stack component="ul" gap="md" className="bare">
                    {data.map((group) => {
                      const name = alertGroupName({ storeId: group.store_id, cause: group.cause })
                      return <GroupCard key={name} group={group} isChosen={name === chosen} />
                    })}
                  </Stack>
                </>
              )
            }
          </Loaded>
        </Stack>
        {begins === false ? (
          <>
            <NumbersOfDays />
            <LatestOrders />
          </>
        ) : null}
      </div>
      {begins ? (
        <Suspense>
          <FirstSteps />
        </Suspense>
      ) : null}
    </Stack>
  )
}
