import { Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Schemas } from '../../../app/api.ts'
import { useLanguage, useTexts } from '../../../app/language.ts'
import { DialogButton } from '../../../parts/dialog.tsx'
import { PageList } from '../../../parts/page-list.tsx'
import { usePages } from '../../../parts/pages.ts'
import { StoreName } from '../../../parts/stores/store-name.tsx'
import { windowText } from '../../../parts/values/honduras-day.ts'
import { Moment } from '../../../parts/values/moment.tsx'
import { pagesOfRuns } from '../panel-queries.ts'
import { BeginRun } from './begin-run.tsx'
import { RunActs, RunBadges, RunProgress } from './run.tsx'

/** Poll interval of a running reconciliation. */
export const RUNS_REFETCH_MS = 3_000

export const Reconciliations = ({ store }: { store: string | undefined }) => {
  const texts = useTexts().money.runs
  const pages = usePages(pagesOfRuns(store))
  const isRunning = pages.rows.some(({ state }) => state === 'running')
  const { refetch } = pages
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void refetch(), RUNS_REFETCH_MS)
    return () => clearInterval(timer)
  }, [isRunning, refetch])
  return (
    <section>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{texts.title}</Title>
          <DialogButton text={`${texts.begin}…`} title={texts.begin}>
            {(close) => <BeginRun store={store} close={close} />}
          </DialogButton>
        </Group>
        <Text c="dimmed">{texts.note}</Text>
        <PageList pages={pages} empty={<Text>{texts.none}</Text>}>
          {(runs) => (
            <Stack component="ul" className="bare" gap="sm">
              {runs.map((run) => (
                <RunCard key={run.id} run={run} />
              ))}
            </Stack>
          )}
        </PageList>
      </Stack>
    </section>
  )
}

const RunCard = ({ run }: { run: Schemas['ReconciliationOfStore'] }) => {
  const texts = useTexts().money.runs
  const { language } = useLanguage()
  const found = Map.groupBy(run.summary, ({ action }) => action)
  return (
    <li className="card payment">
      <Stack gap="xs">
        <Group justify="space-between">
          <Link to="/money/reconciliations/$id" params={{ id: run.id }} className="row-link">
            {windowText(run, language)}
          </Link>
          <RunBadges run={run} />
        </Group>
        <Text c="dimmed" size="xs">
          <StoreName id={run.store_id} /> · {texts.triggers[run.trigger]} ·{' '}
          <Moment at={run.started_at} />
        </Text>
        <RunProgress run={run} />
        {run.reason ? (
          <Text c="red">
            <bdi>{run.reason}</bdi>
          </Text>
        ) : null}
        {found.size > 0 ? (
          <Group gap="md">
            {[...found].map(([action, rows]) => (
              <Link
                key={action}
                to="/money/reconciliations/$id"
                params={{ id: run.id }}
                search={{ action }}
              >
                {texts.actions[action]}: {rows.reduce((sum, { count }) => sum + count, 0)}
              </Link>
            ))}
          </Group>
        ) : run.state === 'done' ? (
          <Text>{texts.equal}</Text>
        ) : null}
        <RunActs run={run} />
      </Stack>
    </li>
  )
}
