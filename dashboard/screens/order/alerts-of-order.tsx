import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { CURED_BY_REFUND, Done } from '../attention/cure.tsx'
import { RefundAnswer } from './refund-answer.tsx'
import { paymentToRefund, refundInQuestion } from './refundable.ts'
import { useTexts } from './texts.ts'
import type { Whole } from './whole-query.ts'

export const AlertsOfOrder = ({
  whole,
  refund,
}: {
  whole: Whole
  refund: (paymentId: string) => void
}) => {
  const texts = useTexts()
  const open = whole.alerts.filter(({ closed_at }) => closed_at === null)
  if (open.length === 0) return null
  return (
    <Stack gap="sm">
      {open.map((alert) => {
        const payment = CURED_BY_REFUND.has(alert.kind) ? paymentToRefund(whole) : undefined
        const inQuestion = refundInQuestion(whole.refunds, alert)
        return (
          <Alert key={alert.id} color="red" title={alert.what}>
            <Stack gap="sm">
              <Text>{alert.why}</Text>
              <Text>{alert.todo}</Text>
              <Group gap="sm">
                {payment ? (
                  <Button onClick={() => refund(payment.id)}>
                    {texts.order.refundPayment(payment.attempt)}
                  </Button>
                ) : null}
                {inQuestion ? <RefundAnswer id={inQuestion.id} /> : null}
                <Done id={alert.id} />
              </Group>
            </Stack>
          </Alert>
        )
      })}
    </Stack>
  )
}
