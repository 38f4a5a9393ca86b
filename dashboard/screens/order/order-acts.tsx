import { Button, Group } from '@mantine/core'
import { useTexts } from '../../app/language.ts'
import { ActButton } from '../../parts/forms/act-button.tsx'
import { awaitsPayment, refundable, type Whole } from './refundable.ts'

export const OrderActs = ({
  whole,
  refund,
}: {
  whole: Whole
  refund: (paymentId: string) => void
}) => {
  const texts = useTexts().order
  const { order, receipt_path: receipt, gateway_portal_url: portal } = whole
  const [charged] = refundable(whole)
  const newest = whole.payments.at(-1)
  return (
    <Group gap="sm">
      {charged ? (
        <Button onClick={() => refund(order.effective_payment_id ?? charged.id)}>
          {texts.refund}
        </Button>
      ) : null}
      {newest ? (
        <ActButton path="/operator/v1/payments/{id}/ask" id={newest.id} done={texts.gatewayChecked}>
          {texts.checkGateway}
        </ActButton>
      ) : null}
      <ActButton path="/operator/v1/orders/{id}/notify" id={order.id} done={texts.notifiedAgain}>
        {texts.notify}
      </ActButton>
      {receipt ? (
        <Button
          variant="default"
          component="a"
          href={`${receipt}.pdf?language=${document.documentElement.lang}`}
          target="_blank"
        >
          {texts.receipt}
        </Button>
      ) : null}
      {portal ? (
        <Button variant="default" component="a" href={portal} target="_blank" rel="noreferrer">
          {texts.portal}
        </Button>
      ) : null}
      {awaitsPayment(order) ? (
        <ActButton
          path="/operator/v1/orders/{id}/cancel"
          id={order.id}
          done={texts.cancelled}
          question={{
            title: texts.cancelTitle,
            text: texts.cancelText,
            confirm: texts.cancel,
            cancel: texts.keep,
          }}
        >
          {texts.cancel}
        </ActButton>
      ) : null}
    </Group>
  )
}
