import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { ActButton } from '../../parts/forms/act-button.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { LinkButton } from '../../parts/link-button.tsx'
import { shortOrderLabel } from '../../parts/order-link.tsx'

type Group = Schemas['AlertGroup']

const NotifyStore = lazy(async () => ({
  default: (await import('./notify-store.tsx')).NotifyStore,
}))

/** Circuit to probe, by alert kind. */
const CIRCUIT_OF_ALERT: Readonly<Record<string, 'gateway' | 'store'>> = {
  gateway_unreachable: 'gateway',
  shop_unreachable: 'store',
  shop_paused: 'store',
  store_access_refused: 'store',
}

/** Settings field that fixes the alert; `undefined`: all settings. */
const OF_STORE_SETTINGS: ReadonlyMap<string, string | undefined> = new Map([
  ['gateway_key_refused', 'secret_key'],
  ['webhooks_stopped', 'webhook_secret'],
  ['previous_secret_in_use', 'webhook_secret'],
  ['endpoint_failing', undefined],
  ['endpoint_disabled', undefined],
  ['saved_cards_disabled', undefined],
  ['store_frozen', undefined],
  ['approval_limit_raised', undefined],
  ['payment_method_unknown', undefined],
  ['api_version_ending', undefined],
])

export const FIXED_BY_REFUND: ReadonlySet<string> = new Set([
  'order_paid_twice',
  'order_paid_other_amount',
  'order_paid_after_cancellation',
])

export const AlertAction = ({ group }: { group: Group }) => {
  const { format } = useLanguage()
  const texts = useTexts().attention.actions
  const { newest, kind } = group
  const circuit = CIRCUIT_OF_ALERT[kind]
  if (circuit) {
    return (
      <ActButton
        path="/operator/v1/circuits/{id}/try"
        id={`${circuit}:${newest.store_id}`}
        done={texts.tried}
        variant="filled"
      >
        {texts.tryNow}
      </ActButton>
    )
  }
  if (kind === 'task_given_up') {
    if (group.alerts === 1) return <RetryTask alert={newest} variant="filled" />
    return group.store_id ? <Replay storeId={group.store_id} /> : null
  }
  if (OF_STORE_SETTINGS.has(kind) && newest.store_id) {
    const field = OF_STORE_SETTINGS.get(kind)
    const params = { id: newest.store_id }
    return (
      <LinkButton to="/stores/$id" params={params} search={field ? { field } : {}}>
        {field === 'secret_key' ? texts.replaceKey : texts.storeSettings}
      </LinkButton>
    )
  }
  if (kind === 'store_disagrees' && group.store_id && group.alerts > 1) {
    return <NotifyAgain storeId={group.store_id} orders={group.orders} />
  }
  if (newest.order && group.alerts === 1) {
    const { order } = newest
    const isRefund = FIXED_BY_REFUND.has(kind)
    return (
      <LinkButton
        to="/orders/$id"
        params={{ id: order.id }}
        search={isRefund ? { refund: 'conflict' } : {}}
      >
        {isRefund ? texts.refund : format(texts.viewOrder, { number: shortOrderLabel(order) })}
      </LinkButton>
    )
  }
  if (group.alerts === 1) return <MarkDone id={newest.id} />
  return null
}

const Replay = ({ storeId }: { storeId: string }) => {
  const texts = useTexts().attention.actions
  const act = useAction(use.useMutation('post', '/operator/v1/tasks/replay'), texts.replayed)
  return (
    <Button
      loading={act.isPending}
      onClick={() => act.run({ body: { store_id: storeId, dry: false } })}
    >
      {texts.replay}
    </Button>
  )
}

const NotifyAgain = ({ storeId, orders }: { storeId: string; orders: number }) => {
  const { format } = useLanguage()
  const texts = useTexts().attention.actions
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button onClick={open}>{format(texts.notifyStore, { orders })}</Button>
      {isOpen ? (
        <Suspense>
          <NotifyStore storeId={storeId} close={close} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Shows nothing for alerts of other kinds. */
export const RetryTask = ({
  alert: { kind, details },
  ...button
}: ButtonProps & { alert: Pick<Schemas['ListedProblem'], 'kind' | 'details'> }) => {
  const texts = useTexts().attention.actions
  const { task_id: id } = details
  return kind === 'task_given_up' && typeof id === 'string' ? (
    <ActButton path="/operator/v1/tasks/{id}/replay" id={id} done={texts.tried} {...button}>
      {texts.retryTask}
    </ActButton>
  ) : null
}

/** For alerts that Puente cannot close itself. */
export const MarkDone = ({ id }: { id: string }) => {
  const texts = useTexts().attention.actions
  return (
    <ActButton path="/operator/v1/alerts/{id}/close" id={id} done={texts.closed}>
      {texts.done}
    </ActButton>
  )
}
