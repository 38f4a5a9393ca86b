import { Button, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { type Schemas, use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Fact } from '../../parts/values/fact.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Known, Signal } from './signal.tsx'

export const ReconciliationSignal = ({ health }: { health: Schemas['StoreHealth'] }) => {
  const texts = useTexts().health
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
      <Known>
        <Fact name={texts.began}>
          <Moment at={run.started_at} />
        </Fact>
        {run.ended_at ? (
          <Fact name={texts.ended}>
            <Moment at={run.ended_at} />
          </Fact>
        ) : null}
      </Known>
    </Signal>
  )
}

const OF_PERSON = new Set<string>(['for_a_person', 'would_be_for_a_person'])

const Run = ({ id }: { id: string }) => {
  const texts = useTexts().health
  const report = use.useQuery('get', '/operator/v1/reconciliations/{id}', {
    params: { path: { id }, query: { limit: 1 } },
  })
  return (
    <Loaded query={report}>
      {(run) => {
        const count = (isCounted: (action: string) => boolean) =>
          run.summary.reduce((sum, { action, count: n }) => sum + (isCounted(action) ? n : 0), 0)
        return (
          <Known>
            <Fact name={texts.days}>
              {run.from === run.to ? run.from : `${run.from} – ${run.to}`}
            </Fact>
            <Fact name={texts.paymentsCompared}>{run.progress.payments}</Fact>
            <Fact name={texts.ordersCompared}>{run.progress.orders}</Fact>
            <Fact name={texts.repaired}>{count((action) => action === 'repaired')}</Fact>
            <Fact name={texts.forPerson}>{count((action) => OF_PERSON.has(action))}</Fact>
            {run.reason ? (
              <Fact name={texts.lastError}>
                <bdi className="code">{run.reason}</bdi>
              </Fact>
            ) : null}
            <Fact name={texts.report}>
              <Link to="/money/reconciliations/$id" params={{ id }}>
                {texts.openReport}
              </Link>
            </Fact>
          </Known>
        )
      }}
    </Loaded>
  )
}
