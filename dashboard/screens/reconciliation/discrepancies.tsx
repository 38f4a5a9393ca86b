import { Group, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { moneyText } from '../../../src/domain/money-text.ts'
import { api, type Schemas } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { OrderLink, orderLabel } from '../../parts/order-link.tsx'
import { PageList } from '../../parts/page-list.tsx'
import { pagesOptions, usePages } from '../../parts/pages.ts'
import { Chip } from '../../parts/values/chip.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { useDiscrepancyWords } from './discrepancy-words.ts'

type Report = Schemas['ReconciliationReportOfStore']
type Discrepancy = Schemas['DifferenceOfStore']
type Action = Discrepancy['action']

export const Discrepancies = ({ run }: { run: Report }) => {
  const { texts, format } = useLanguage()
  const { action } = useSearch({ from: '/money/reconciliations/$id' })
  const navigate = useNavigate({ from: '/money/reconciliations/$id' })
  const counts = Map.groupBy(run.summary, (row) => row.action)
  const countOf = (rows: Report['summary']) => rows.reduce((sum, { count }) => sum + count, 0)
  const all = countOf(run.summary)
  const choose = (chosen: Action | undefined) =>
    void navigate({ search: chosen ? { action: chosen } : {}, replace: true, resetScroll: false })
  return (
    <section>
      <Stack gap="md">
        <Title order={2}>{texts.money.runs.discrepancies}</Title>
        {run.problems_not_listed > 0 ? (
          <p className="banner">
            {format(texts.money.runs.notListed, { count: run.problems_not_listed })}
          </p>
        ) : null}
        {all === 0 ? (
          <Text>{run.state === 'done' ? texts.money.runs.noDiscrepancies : '—'}</Text>
        ) : (
          <>
            <Group gap="xs" component="nav" aria-label={texts.money.runs.filter}>
              <Chip
                name={`${texts.money.runs.all} (${all})`}
                isCurrent={action === undefined}
                choose={() => choose(undefined)}
              />
              {[...counts].map(([each, rows]) => (
                <Chip
                  key={each}
                  name={`${texts.money.runs.actions[each]} (${countOf(rows)})`}
                  isCurrent={action === each}
                  choose={() => choose(each)}
                />
              ))}
            </Group>
            <Rows run={run} action={action} />
          </>
        )}
      </Stack>
    </section>
  )
}

const Rows = ({ run, action }: { run: Report; action: Action | undefined }) => {
  // Belongs to the query key, to refetch when the run finds more.
  const found = run.summary.reduce((sum, { count }) => sum + count, 0)
  const options = pagesOptions(['discrepancies', run.id, action, found], async (cursor, signal) => {
    const { data, error } = await api.GET('/operator/v1/reconciliations/{id}', {
      params: {
        path: { id: run.id },
        query: { limit: 50, ...(action ? { action } : {}), ...cursor },
      },
      signal,
    })
    return data ? { data: data.differences } : { error }
  })
  return (
    <Stack gap="sm">
      <PageList pages={usePages(options)}>
        {(rows) => (
          <Stack component="ul" className="bare" gap="sm">
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </Stack>
        )}
      </PageList>
    </Stack>
  )
}

const ACTION_TONES: Readonly<Record<Action, string>> = {
  found: 'waiting',
  repaired: 'done',
  would_be_repaired: 'waiting',
  for_a_person: 'failed',
  would_be_for_a_person: 'failed',
  counted: 'quiet',
}

const Row = ({ row }: { row: Discrepancy }) => {
  const { format } = useLanguage()
  const texts = useTexts().money.runs
  const { kinds } = useDiscrepancyWords()
  const differs = differencesOf(row)
  return (
    <li className="card payment">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start">
          <Text fw={700}>{kinds[row.kind] ?? row.kind}</Text>
          <StatusBadge
            state={ACTION_TONES[row.action]}
            text={texts.actions[row.action] ?? row.action}
          />
        </Group>
        {differs.length > 0 ? (
          <ul className="bare lines">
            {differs.map((each) => (
              <Field key={each.field} row={row} {...each} />
            ))}
          </ul>
        ) : null}
        <Text size="xs" c="dimmed">
          {row.order ? (
            <OrderLink order={row.order}>
              {format(texts.order, { number: orderLabel(row.order) })}
            </OrderLink>
          ) : row.gateway_payment_id ? (
            format(texts.gatewayPayment, { id: row.gateway_payment_id })
          ) : null}{' '}
          · <Moment at={row.found_at} />
        </Text>
      </Stack>
    </li>
  )
}

interface Difference {
  field: string
  ours: string | null
  theirs: string | null
}

const differencesOf = ({ details }: Discrepancy): Difference[] => {
  const { differs } = details
  if (typeof differs !== 'object' || differs === null) return []
  return Object.entries(differs).flatMap(([field, pair]) => {
    if (!Array.isArray(pair)) return []
    const [ours, theirs] = pair.map((value) => (value === null ? null : String(value)))
    return [{ field, ours: ours ?? null, theirs: theirs ?? null }]
  })
}

const MONEY_FIELDS = new Set(['amount', 'refunded', 'total', 'service_fee', 'sales_tax', 'tip'])
const STATE_FIELDS = new Set(['state', 'status'])
const A_DECIMAL = /^-?\d+(\.\d+)?$/

const Field = ({ row, field, ours, theirs }: Difference & { row: Discrepancy }) => {
  const { fields } = useDiscrepancyWords()
  const { texts, language } = useLanguage()
  const { currency, side } = row.details
  const shown = (value: string | null): string => {
    if (value === null) return texts.money.runs.nothingThere
    if (STATE_FIELDS.has(field)) {
      const states: Record<string, string> = {
        ...texts.states,
        ...texts.paymentStates,
        unpaid: texts.money.runs.unpaid,
      }
      return states[value] ?? value
    }
    const isMoney = MONEY_FIELDS.has(field) && typeof currency === 'string' && A_DECIMAL.test(value)
    return isMoney ? moneyText(value, currency, language) : value
  }
  return (
    <li>
      <Text size="xs" c="dimmed">
        {fields[field] ?? field}
      </Text>
      <div className="sides">
        <span>
          {texts.money.runs.puente}: <bdi>{shown(ours)}</bdi>
        </span>
        <span>
          {side === 'store' ? texts.money.runs.storeSide : texts.money.runs.gateway}:{' '}
          <bdi>{shown(theirs)}</bdi>
        </span>
      </div>
    </li>
  )
}
