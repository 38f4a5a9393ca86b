import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useLanguage } from '../../app/language.ts'
import { FIXED_BY_REFUND, MarkDone, RetryTask } from '../attention/alert-action.tsx'
import { RefundOutcomeForm } from './refund-answer.tsx'
import { paymentToRefund, refundInQuestion, type Whole } from './refundable.ts'

export const AlertsOfOrder = ({
  whole,
  refund,
}: {
  whole: Whole
  refund: (paymentId: string) => void
}) => {
  const { texts, format } = useLanguage()
  const open = whole.alerts.filter(({ closed_at }) => closed_at === null)
  if (open.length === 0) return null
  return (
    <Stack gap="sm">
      {open.map((alert) => {
        const payment = FIXED_BY_REFUND.has(alert.kind) ? paymentToRefund(whole) : undefined
        const inQuestion = refundInQuestion(whole.refunds, alert)
        return (
          <Alert key={alert.id} color="red" title={alert.what}>
            <Stack gap="sm">
              <Text>{alert.why}</Text>
              <Text>{alert.todo}</Text>
              <Group gap="sm">
                {payment ? (
                  <Button onClick={() => refund(payment.id)}>
                    {format(texts.order.refundPayment, { attempt: payment.attempt })}
                  </Button>
                ) : null}
                {inQuestion ? <RefundOutcomeForm id={inQuestion.id} /> : null}
                <RetryTask alert={alert} variant="filled" />
                <MarkDone id={alert.id} />
              </Group>
            </Stack>
          </Alert>
        )
      })}
    </Stack>
  )
}
