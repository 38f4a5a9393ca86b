import { Button, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../app/api.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { reportQueryOptions } from '../queries.ts'
import { useHealthTexts } from './health-texts.ts'
import { Signal } from './signal.tsx'

export const ReconciliationSignal = ({ health }: { health: Schemas['StoreHealth'] }) => {
  const texts = useHealthTexts()
  const [isOpen, { toggle }] = useDisclosure()
  const run = health.last_reconciliation
  if (!run) {
    return (
      <Signal name={texts.reconciliation} state="run_none" word={texts.runStates.none}>
        <p>{texts.noRun}</p>
      </Signal>
    )
  }
  return (
    <Signal
      name={texts.reconciliation}
      state={`run_${run.state}`}
      word={texts.runStates[run.state]}
      act={
        <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
          {isOpen ? texts.hide : texts.found}
        </Button>
      }
      below={<Collapse expanded={isOpen}>{isOpen ? <Run id={run.id} /> : null}</Collapse>}
    >
      <Facts
        className="known"
        facts={{
          [texts.began]: <Moment at={run.started_at} />,
          [texts.ended]: run.ended_at && <Moment at={run.ended_at} />,
        }}
      />
    </Signal>
  )
}

const OF_PERSON = new Set<string>(['for_a_person', 'would_be_for_a_person'])

const Run = ({ id }: { id: string }) => {
  const texts = useHealthTexts()
  const report = useQuery(reportQueryOptions(id))
  return (
    <Loaded query={report}>
      {(run) => {
        const count = (isCounted: (action: string) => boolean) =>
          run.summary.reduce((sum, { action, count: n }) => sum + (isCounted(action) ? n : 0), 0)
        return (
          <Facts
            className="known"
            facts={{
              [texts.days]: run.from === run.to ? run.from : `${run.from} – ${run.to}`,
              [texts.paymentsCompared]: run.progress.payments,
              [texts.ordersCompared]: run.progress.orders,
              [texts.repaired]: count((action) => action === 'repaired'),
              [texts.forPerson]: count((action) => OF_PERSON.has(action)),
              [texts.lastError]: run.reason && <bdi className="code">{run.reason}</bdi>,
              [texts.report]: (
                <Link to="/money/reconciliations/$id" params={{ id }}>
                  {texts.openReport}
                </Link>
              ),
            }}
          />
        )
      }}
    </Loaded>
  )
}
