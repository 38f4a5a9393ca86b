import { Group, Stack, Text, Title } from '@mantine/core'
import type { Schemas } from '../../app/api.ts'
import { nameOf, useLanguage, useTexts } from '../../app/language.ts'
import { OrderLink, orderLabel } from '../../parts/order-link.tsx'
import { PageList } from '../../parts/page-list.tsx'
import { pagesQuery, usePages } from '../../parts/pages.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Dotted } from '../../parts/values/dotted.tsx'
import { shiftDay, startOf } from '../../parts/values/honduras-day.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { useDiscrepancyWords } from './discrepancy-words.ts'

type Run = Schemas['ReconciliationReportOfStore']

/** Includes payments without discrepancies. */
export const Compared = ({ run }: { run: Run }) => {
  const texts = useTexts()
  const query = {
    store_id: run.store_id,
    created_from: startOf(run.from),
    created_to: earlier(startOf(shiftDay(run.to, 1)), run.started_at),
  }
  return (
    <section>
      <Stack gap="sm">
        <Title order={2}>{texts.money.runs.compared}</Title>
        <PageList
          pages={usePages(pagesQuery('/operator/v1/payments', query))}
          loading={<Text c="dimmed">{texts.loading}</Text>}
          empty={<Text c="dimmed">{texts.money.runs.nothingCompared}</Text>}
        >
          {(payments) => (
            <ul className="bare lines">
              {payments.map((payment) => (
                <Row key={payment.id} payment={payment} />
              ))}
            </ul>
          )}
        </PageList>
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
          <OrderLink order={order}>
            {format(texts.money.runs.order, { number: orderLabel(order) })}
          </OrderLink>
        ) : (
          <span>{texts.money.noOrder}</span>
        )}
        <Amount amount={payment.total ?? payment.amount} currency={currency} />
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          <Dotted>
            <Moment at={payment.created_at} />
            {Number(payment.refunded_amount) > 0 ? (
              <>
                {fields.refunded} <Amount amount={payment.refunded_amount} currency={currency} />
              </>
            ) : null}
          </Dotted>
        </Text>
        <StatusBadge state={state} text={nameOf(texts.paymentStates, state)} />
      </Group>
    </li>
  )
}
