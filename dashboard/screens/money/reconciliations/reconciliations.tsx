import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api, type Schemas } from '../../../app/api.ts'
import { useLanguage, useTexts } from '../../../app/language.ts'
import { Failed } from '../../../parts/loaded.tsx'
import { MoreButton } from '../../../parts/more-button.tsx'
import { StoreName } from '../../../parts/stores/store-name.tsx'
import { usePages } from '../../../parts/use-pages.ts'
import { windowText } from '../../../parts/values/honduras-day.ts'
import { Moment } from '../../../parts/values/moment.tsx'
import { BeginRun } from './begin-run.tsx'
import { RunActs, RunBadges, RunProgress } from './run.tsx'

/** Poll interval of a running reconciliation. */
export const RUNS_REFETCH_MS = 3_000

export const Reconciliations = ({ store }: { store: string | undefined }) => {
  const texts = useTexts().money.runs
  const [isOpen, { open, close }] = useDisclosure()
  const filter = store === undefined ? {} : { store_id: store }
  const pages = usePages(['reconciliations', filter], (cursor, signal) =>
    api.GET('/operator/v1/reconciliations', {
      params: { query: { ...filter, limit: 10, ...cursor } },
      signal,
    }),
  )
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
          <Button onClick={open}>{texts.begin}…</Button>
        </Group>
        <Text c="dimmed">{texts.note}</Text>
        {pages.error ? (
          <Failed error={pages.error} tryAgain={() => void refetch()} />
        ) : pages.isPending ? null : pages.rows.length === 0 ? (
          <Text>{texts.none}</Text>
        ) : (
          <Stack component="ul" className="bare" gap="sm">
            {pages.rows.map((run) => (
              <RunCard key={run.id} run={run} />
            ))}
          </Stack>
        )}
        <MoreButton pages={pages} />
      </Stack>
      <BeginRun store={store} isOpen={isOpen} close={close} />
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
