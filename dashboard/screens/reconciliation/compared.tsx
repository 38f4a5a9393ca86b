import { Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { api, type Schemas } from '../../app/api.ts'
import { nameOf, useLanguage, useTexts } from '../../app/language.ts'
import { Failed } from '../../parts/loaded.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { usePages } from '../../parts/use-pages.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { shiftDay, startOf } from '../../parts/values/honduras-day.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { useDiscrepancyWords } from './discrepancy-words.ts'

type Run = Schemas['ReconciliationReportOfStore']

/** Payments that a run compared, with or without discrepancies. */
export const Compared = ({ run }: { run: Run }) => {
  const texts = useTexts()
  const query = {
    store_id: run.store_id,
    created_from: startOf(run.from),
    created_to: earlier(startOf(shiftDay(run.to, 1)), run.started_at),
  }
  const pages = usePages(['compared', query], (cursor, signal) =>
    api.GET('/operator/v1/payments', { params: { query: { ...query, ...cursor } }, signal }),
  )
  return (
    <section>
      <Stack gap="sm">
        <Title order={2}>{texts.money.runs.compared}</Title>
        {pages.error ? (
          <Failed error={pages.error} tryAgain={() => void pages.refetch()} />
        ) : pages.rows.length === 0 ? (
          <Text c="dimmed">
            {pages.isPending ? texts.loading : texts.money.runs.nothingCompared}
          </Text>
        ) : (
          <ul className="bare lines">
            {pages.rows.map((payment) => (
              <Row key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
        <MoreButton pages={pages} />
      </Stack>
    </section>
  )
}

const earlier = (one: string, other: string): string =>
  new Date(one) < new Date(other) ? one : other

const Row = ({ payment }: { payment: Schemas['PaymentOfStore'] }) => {
  const { texts, format } = useLanguage()
  const { fields } = useDiscrepancyWords()
  const { order, state, currency } = payment
  return (
    <li>
      <Group justify="space-between" gap="xs">
        {order ? (
          <Link to="/orders/$id" params={{ id: order.id }} className="row-link">
            <bdi>
              {format(texts.money.runs.order, { number: order.number ?? order.external_id })}
            </bdi>
          </Link>
        ) : (
          <span>{texts.money.noOrder}</span>
        )}
        <Amount amount={payment.total ?? payment.amount} currency={currency} />
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          <Moment at={payment.created_at} />
          {Number(payment.refunded_amount) > 0 ? (
            <>
              {' '}
              · {fields.refunded} <Amount amount={payment.refunded_amount} currency={currency} />
            </>
          ) : null}
        </Text>
        <StatusBadge state={state} text={nameOf(texts.paymentStates, state)} />
      </Group>
    </li>
  )
}
