import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { LoadedScreen } from '../../parts/loaded-screen.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { StoreName } from '../../parts/stores/store-name.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { windowText } from '../../parts/values/honduras-day.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { RUNS_REFETCH_MS } from '../money/reconciliations/reconciliations.tsx'
import { RunActs, RunBadges, RunProgress } from '../money/reconciliations/run.tsx'
import { SettlementsOfStore } from '../money/settlements/settlements.tsx'
import { reportQueryOptions } from '../queries.ts'
import { Compared } from './compared.tsx'
import { Discrepancies } from './discrepancies.tsx'
import { Totals } from './totals.tsx'

export const ReconciliationScreen = () => {
  const texts = useTexts()
  const { id } = useParams({ from: '/money/reconciliations/$id' })
  const back = <Link to="/money">{texts.money.title}</Link>
  const report = useQuery({
    ...reportQueryOptions(id),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'running' ? RUNS_REFETCH_MS : false,
  })
  return (
    <LoadedScreen query={report} name={texts.money.runs.title} back={back}>
      {(run) => <Shown run={run} back={back} />}
    </LoadedScreen>
  )
}

const Shown = ({ run, back }: { run: Schemas['ReconciliationReportOfStore']; back: ReactNode }) => {
  const { texts, language } = useLanguage()
  return (
    <Stack gap="xl" maw={1440}>
      <Stack gap="xs">
        {back}
        <Group gap="sm">
          <ScreenTitle name={windowText(run, language)} />
          <RunBadges run={run} />
        </Group>
        <Text c="dimmed">
          <StoreName id={run.store_id} /> · {texts.money.runs.triggers[run.trigger]} ·{' '}
          <Moment at={run.started_at} />
        </Text>
        <Text>{texts.money.runs.sides[run.store_side]}</Text>
        {run.dry ? <Text>{texts.money.runs.dryNote}</Text> : null}
      </Stack>
      {run.reason ? (
        <Alert color="red" title={texts.money.runs.states[run.state]}>
          <bdi>{run.reason}</bdi>
        </Alert>
      ) : null}
      {run.is_incomplete ? <p className="banner">{texts.money.runs.incomplete}</p> : null}
      <RunProgress run={run} />
      <Group gap="sm">
        <RunActs run={run} />
        <Button
          component="a"
          variant="default"
          href={`/operator/v1/reconciliations/${encodeURIComponent(run.id)}/report.csv`}
          download
        >
          {texts.money.runs.exportReport}
        </Button>
      </Group>
      <Facts
        className="facts wide"
        facts={{
          [texts.money.runs.payments]: run.progress.payments,
          [texts.money.runs.unmatched]: run.progress.foreign,
          [texts.money.runs.orders]: run.progress.orders,
        }}
      />
      <Discrepancies run={run} />
      <Compared run={run} />
      <Totals totals={run.totals ?? []} />
      <SettlementsOfStore storeId={run.store_id} window={{ from: run.from, to: run.to }} />
    </Stack>
  )
}
