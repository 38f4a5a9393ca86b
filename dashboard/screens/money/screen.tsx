import { useTexts } from '../../app/language.ts'
import '@mantine/charts/styles.layer.css'
import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import type { Schemas } from '../../app/api.ts'
import { FirstSteps } from '../../parts/first-steps/first-steps.tsx'
import { useShowsFirstSteps } from '../../parts/first-steps/use-begins.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { moneyQuery } from '../queries.ts'
import { DayTable } from './charts/day-table.tsx'
import { DeclineReasons } from './decline-reasons.tsx'
import { AccountingJournal } from './journal.tsx'
import { type MoneySearch, type SearchWindow, showing, windowOfSearch } from './money-search.ts'
import { NotifiedDays } from './notified.tsx'
import { Numbers } from './numbers.tsx'
import { RangePicker } from './range-picker.tsx'
import { Reconciliations } from './reconciliations/reconciliations.tsx'
import { RowsBehind } from './rows-behind.tsx'
import { Settlements } from './settlements/settlements.tsx'
import { moneyByCurrency } from './sums.ts'

/** The chart library is large: it loads while the server sums. */
const charts = import('./charts/charts.ts')
charts.catch(() => undefined)
const DayCharts = lazy(async () => ({ default: (await charts).DayCharts }))
const CHARTS_HEIGHT = 340

/** Links sums to their rows. */
export const MoneyScreen = () => {
  const texts = useTexts()
  const search = useSearch({ from: '/money' })
  const navigate = useNavigate({ from: '/money' })
  const begins = useShowsFirstSteps()
  const change = (changed: MoneySearch) => void navigate({ search: changed, replace: true })
  const window = useMemo(() => windowOfSearch(search), [search])
  const money = useQuery(moneyQuery(search))
  return (
    <Stack gap="xl" maw={1440}>
      <Group justify="space-between" align="flex-end">
        <ScreenTitle name={texts.money.title} />
        {begins ? null : <RangePicker search={search} change={change} />}
      </Group>
      {begins ? (
        <FirstSteps />
      ) : (
        <>
          <Loaded query={money}>
            {(found) => <Shown found={found} search={search} change={change} window={window} />}
          </Loaded>
          <Settlements search={search} change={change} window={window} />
          <AccountingJournal search={search} />
          <Reconciliations store={search.store} />
          <RowsBehind search={search} window={window} close={() => change(showing(search))} />
        </>
      )}
    </Stack>
  )
}

const Shown = ({
  found: { data, notified },
  search,
  change,
  window,
}: {
  found: Schemas['MoneyByDay']
  search: MoneySearch
  change: (search: MoneySearch) => void
  window: SearchWindow
}) => {
  const texts = useTexts()
  // A refetch without changes must not redraw charts.
  const all = useMemo(() => moneyByCurrency(data, window), [data, window])
  const shown = all.find(({ currency }) => currency === search.currency) ?? all[0]
  if (!shown) return <NoMoney />
  return (
    <Stack gap="xl">
      {all.length > 1 ? (
        <SegmentedControl
          aria-label={texts.money.currency}
          style={{ alignSelf: 'start' }}
          data={all.map(({ currency }) => currency)}
          value={shown.currency}
          onChange={(currency) => change({ ...showing(search), currency })}
        />
      ) : null}
      <Numbers money={shown} search={search} />
      <section className="card figure">
        <Suspense fallback={<div style={{ height: CHARTS_HEIGHT }} />}>
          <DayCharts money={shown} window={window} search={search} />
        </Suspense>
        <DayTable money={shown} search={search} />
      </section>
      <div className="beside">
        <DeclineReasons money={shown} search={search} />
        <NotifiedDays days={notified} window={window} />
      </div>
    </Stack>
  )
}

const NoMoney = () => {
  const texts = useTexts().money
  return (
    <div className="card calm">
      <Text fw={700} size="lg">
        {texts.nothing}
      </Text>
      <Text c="dimmed">{texts.nothingHint}</Text>
    </div>
  )
}
