import { Badge, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { declineInWords } from '../../../src/domain/decline-text.ts'
import type { Schemas } from '../../app/api.ts'
import { nameOf, useLanguage, useTexts } from '../../app/language.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { duplicatesOf, refundable, type Whole } from './refundable.ts'

/** The gateway gave no reason. */
const NO_REASON = { code: null }
/** States of a payment that took money, even if returned since. */
const CHARGED = ['paid', 'partially_refunded', 'refunded', 'voided']
const PARTS = ['service_fee', 'sales_tax', 'tip'] as const

export const OrderPayments = ({
  whole,
  refund,
}: {
  whole: Whole
  refund: (paymentId: string) => void
}) => {
  const texts = useTexts().order
  const { payments, order } = whole
  const charged = new Set(refundable(whole).map(({ id }) => id))
  const duplicates = new Set(duplicatesOf(whole).map(({ id }) => id))
  const chosen = useLocation({ select: ({ hash }) => hash })
  useEffect(() => {
    if (chosen) document.getElementById(chosen)?.scrollIntoView()
  }, [chosen])
  return (
    <section>
      <Title order={2}>{texts.payments}</Title>
      {payments.length === 0 ? <Text c="dimmed">{texts.noPayments}</Text> : null}
      <SimpleGrid cols={{ base: 1, xl: 2 }} mt="sm">
        {payments.map((payment) => (
          <PaymentCard
            key={payment.id}
            payment={payment}
            isEffective={payment.id === order.effective_payment_id}
            isDuplicate={duplicates.has(payment.id)}
            refund={charged.has(payment.id) ? () => refund(payment.id) : undefined}
          />
        ))}
      </SimpleGrid>
    </section>
  )
}

const PaymentCard = ({
  payment,
  isEffective,
  isDuplicate,
  refund,
}: {
  payment: Schemas['PaymentOfStore']
  isEffective: boolean
  isDuplicate: boolean
  refund: (() => void) | undefined
}) => {
  const { texts, format, language } = useLanguage()
  const { currency } = payment
  const sum = (amount: string | null) =>
    Number(amount) !== 0 && amount && <Amount amount={amount} currency={currency} />
  return (
    <article
      id={payment.id}
      className={isEffective ? 'card payment anchor effective' : 'card payment anchor'}
    >
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={700}>
            <Amount amount={payment.total ?? payment.amount} currency={currency} />
          </Text>
          <StatusBadge state={payment.state} text={nameOf(texts.paymentStates, payment.state)} />
        </Group>
        {isEffective ? (
          <Badge variant="light" tt="none">
            {texts.order.effective}
          </Badge>
        ) : null}
        {isDuplicate ? (
          <Badge variant="light" color="red" tt="none">
            {texts.order.duplicate}
          </Badge>
        ) : null}
        {payment.decline_count > 0 ? (
          <Text size="xs">
            <bdi>
              {format(CHARGED.includes(payment.state) ? texts.declinesOfPaid : texts.declines, {
                count: payment.decline_count,
                reason: declineInWords(payment.decline ?? NO_REASON, language),
              })}
            </bdi>{' '}
            {payment.last_declined_at ? <Moment at={payment.last_declined_at} /> : null}
          </Text>
        ) : null}
        <Facts
          facts={{
            [texts.order.attempt]: `${payment.attempt} · ${nameOf(texts.modes, payment.mode)}`,
            [payment.paid_at ? texts.order.paidAt : texts.order.begunAt]: (
              <Moment at={payment.paid_at ?? payment.created_at} />
            ),
            ...Object.fromEntries(
              PARTS.map((name) => [texts.order.parts[name], sum(payment[name])]),
            ),
            [texts.order.refunded]: sum(payment.refunded_amount),
            [texts.order.atGateway]: payment.gateway_payment_id,
            [texts.order.transaction]: payment.transaction_id && (
              <span className="code">{payment.transaction_id}</span>
            ),
          }}
        />
        {refund ? (
          <Button variant="default" onClick={refund} style={{ alignSelf: 'start' }}>
            {texts.order.refund}
          </Button>
        ) : null}
      </Stack>
    </article>
  )
}
