import { Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import { use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { refundable } from './refundable.ts'
import type { Whole } from './whole-query.ts'

export const OrderActs = ({
  whole,
  refund,
}: {
  whole: Whole
  refund: (paymentId: string) => void
}) => {
  const texts = useTexts().order
  const { order, receipt_path: receipt, gateway_portal_url: portal } = whole
  const path = { path: { id: order.id } }
  const notify = useAction(
    use.useMutation('post', '/operator/v1/orders/{id}/notify'),
    texts.notifiedAgain,
  )
  const poll = useAction(
    use.useMutation('post', '/operator/v1/payments/{id}/ask'),
    texts.gatewayChecked,
  )
  const cancel = useAction(
    use.useMutation('post', '/operator/v1/orders/{id}/cancel'),
    texts.cancelled,
  )
  const [charged] = refundable(whole)
  const newest = whole.payments.at(-1)
  const isOpen = ['awaiting_payment', 'payment_expired'].includes(order.status)
  const confirmCancel = () =>
    modals.openConfirmModal({
      title: texts.cancelTitle,
      children: texts.cancelText,
      labels: { confirm: texts.cancel, cancel: texts.keep },
      confirmProps: { color: 'red' },
      onConfirm: () => cancel.run({ params: path }),
    })
  return (
    <Group gap="sm">
      {charged ? (
        <Button onClick={() => refund(order.effective_payment_id ?? charged.id)}>
          {texts.refund}
        </Button>
      ) : null}
      {newest ? (
        <Button
          variant="default"
          loading={poll.isPending}
          onClick={() => poll.run({ params: { path: { id: newest.id } } })}
        >
          {texts.checkGateway}
        </Button>
      ) : null}
      <Button
        variant="default"
        loading={notify.isPending}
        onClick={() => notify.run({ params: path })}
      >
        {texts.notify}
      </Button>
      {receipt ? (
        <Button variant="default" component="a" href={`${receipt}.pdf`} target="_blank">
          {texts.receipt}
        </Button>
      ) : null}
      {portal ? (
        <Button variant="default" component="a" href={portal} target="_blank" rel="noreferrer">
          {texts.portal}
        </Button>
      ) : null}
      {isOpen ? (
        <Button variant="default" loading={cancel.isPending} onClick={confirmCancel}>
          {texts.cancel}
        </Button>
      ) : null}
    </Group>
  )
}
