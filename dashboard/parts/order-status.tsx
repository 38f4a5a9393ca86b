import { Group, Stack, Text } from '@mantine/core'
import { declineInWords } from '../../src/domain/decline-text.ts'
import type { Schemas } from '../app/api.ts'
import { useLanguage } from '../app/language.ts'
import { StatusBadge } from './values/status-badge.tsx'

type Order = Pick<Schemas['OrderOfStore'], 'status' | 'conflict' | 'decline_count' | 'last_decline'>

const isUnpaid = ({ status }: Order): boolean =>
  status === 'awaiting_payment' || status === 'payment_expired'

/** Badges of an order: its conflict instead of "on hold", and a decline while it is unpaid. */
export const OrderBadges = ({ order }: { order: Order }) => {
  const { texts } = useLanguage()
  const { status, conflict } = order
  return (
    <Group gap="xs" component="span" wrap="wrap">
      {conflict && status === 'on_hold' ? null : (
        <StatusBadge state={status} text={texts.states[status]} />
      )}
      {conflict ? <StatusBadge state="on_hold" text={texts.conflicts[conflict]} /> : null}
      {isUnpaid(order) && order.decline_count > 0 ? (
        <StatusBadge state="declined" text={texts.paymentStates.declined} />
      ) : null}
    </Group>
  )
}

/** Says how often cards were declined, and why the last one was: as history once the order is paid. */
export const Declines = ({ order }: { order: Order }) => {
  const { texts, format, language } = useLanguage()
  const { decline_count: count, last_decline: last } = order
  if (count === 0 || !last) return null
  return (
    <Text size="xs" c="dimmed">
      <bdi>
        {format(isUnpaid(order) ? texts.declines : texts.declinesOfPaid, {
          count,
          reason: declineInWords(last, language),
        })}
      </bdi>
    </Text>
  )
}

export const StatusOfOrder = ({ order }: { order: Order }) => (
  <Stack gap={2} component="span" className="order-state">
    <OrderBadges order={order} />
    <Declines order={order} />
  </Stack>
)
