import { Group, Stack, Text, Title } from '@mantine/core'
import type { Schemas } from '../../app/api.ts'
import { type Names, useTexts } from '../../app/language.ts'
import { ActButton } from '../../parts/forms/act-button.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { RefundOutcomeForm } from './refund-answer.tsx'
import { ApprovalOfRefund } from './refund-approval.tsx'
import { RefundNextStep } from './refund-next-step.tsx'
import { isInQuestion, refundInQuestion, type Whole } from './refundable.ts'

export const Refunds = ({ whole: { refunds, alerts } }: { whole: Whole }) => {
  const texts = useTexts().order
  if (refunds.length === 0) return null
  const requestedAbove = alerts.map((alert) => refundInQuestion(refunds, alert)?.id)
  return (
    <section>
      <Title order={2}>{texts.refunds}</Title>
      <Stack component="ul" className="bare" gap="sm" mt="sm">
        {refunds.map((refund) => (
          <RefundRow
            key={refund.id}
            refund={refund}
            isRequestedAbove={requestedAbove.includes(refund.id)}
          />
        ))}
      </Stack>
    </section>
  )
}

/** Puente's own reasons in the reader's language, the gateway's in its words. */
const refusalText = (
  { code, words }: NonNullable<Schemas['RefundOfStore']['refusal']>,
  names: Names,
): string => names[code] ?? words.join(' ')

const RefundRow = ({
  refund,
  isRequestedAbove,
}: {
  refund: Schemas['RefundOfStore']
  isRequestedAbove: boolean
}) => {
  const texts = useTexts()
  const inQuestion = isInQuestion(refund)
  return (
    <li className="card payment">
      <Group justify="space-between">
        <Text fw={700}>
          {texts.refund.kinds[refund.kind]}{' '}
          <Amount amount={refund.amount} currency={refund.currency} />
        </Text>
        <StatusBadge state={refund.state} text={texts.refundStates[refund.state]} />
      </Group>
      <Text c="dimmed">
        {texts.refund.origins[refund.origin]}
        {refund.reason ? (
          <>
            {': '}
            <bdi>{refund.reason}</bdi>
          </>
        ) : null}
      </Text>
      <ApprovalOfRefund refund={refund} />
      {inQuestion ? null : <RefundNextStep refund={refund} />}
      {inQuestion ? (
        <Text>{texts.refund[isRequestedAbove ? 'requestedAbove' : 'inQuestion']}</Text>
      ) : null}
      {inQuestion && !isRequestedAbove ? <RefundOutcomeForm id={refund.id} /> : null}
      {refund.refusal ? (
        <Text c="red">{refusalText(refund.refusal, texts.refund.refusals)}</Text>
      ) : null}
      <Group gap="sm" mt={refund.next_step ? 'sm' : 0}>
        {refund.next_step && refund.next_step !== 'approval' ? (
          <ActButton path="/operator/v1/refunds/{id}/try" id={refund.id} done={texts.refund.tried}>
            {texts.refund.tryNow[refund.next_step]}
          </ActButton>
        ) : null}
        {refund.state === 'waiting' || refund.state === 'pending' ? (
          <ActButton
            path="/operator/v1/refunds/{id}/cancel"
            id={refund.id}
            done={texts.refund.cancelled}
          >
            {texts.refund.cancel}
          </ActButton>
        ) : null}
      </Group>
    </li>
  )
}
