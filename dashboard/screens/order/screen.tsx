import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts } from '../../app/language.ts'
import { LoadedScreen } from '../../parts/loaded-screen.tsx'
import { orderLabel } from '../../parts/order-link.tsx'
import { Declines, OrderBadges } from '../../parts/order-status.tsx'
import { ScreenTitle } from '../../parts/screen-title.tsx'
import { StoreName } from '../../parts/stores/store-name.tsx'
import { useIsHere } from '../../parts/use-is-here.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { lastSearch } from '../orders/last-search.ts'
import { wholeQuery } from '../queries.ts'
import { AlertsOfOrder } from './alerts-of-order.tsx'
import { CustomerOfOrder, ItemsOfOrder } from './customer.tsx'
import { Mails } from './mails.tsx'
import { MethodOfOrder } from './method.tsx'
import { Notifications } from './notifications.tsx'
import { OrderActs } from './order-acts.tsx'
import { PayLinkField } from './pay-link.tsx'
import { OrderPayments } from './payments.tsx'
import { RefundSheet } from './refund-sheet.tsx'
import { awaitsPayment, type Whole } from './refundable.ts'
import { Refunds } from './refunds.tsx'
import { Timeline } from './timeline.tsx'

export const OrderScreen = () => {
  const texts = useTexts()
  const { id } = useParams({ from: '/orders/$id' })
  const back = (
    <Link to="/orders" search={lastSearch()}>
      {texts.sections.orders}
    </Link>
  )
  const whole = useQuery(wholeQuery(id))
  return (
    <LoadedScreen query={whole} name={texts.order.title} back={back}>
      {(order) => <Shown whole={order} back={back} />}
    </LoadedScreen>
  )
}

const Shown = ({ whole, back }: { whole: Whole; back: ReactNode }) => {
  const texts = useTexts()
  const { refund } = useSearch({ from: '/orders/$id' })
  const navigate = useNavigate({ from: '/orders/$id' })
  const isHere = useIsHere()
  const { order } = whole
  const number = orderLabel(order)
  const setRefund = (paymentId: string | undefined) => {
    if (isHere()) void navigate({ search: paymentId ? { refund: paymentId } : {}, replace: true })
  }
  return (
    <Stack gap="xl" maw={1440}>
      <Stack gap="xs">
        {back}
        <Group gap="sm">
          <ScreenTitle name={`${texts.order.title} ${number}`}>
            {texts.order.title} <bdi>{number}</bdi>
          </ScreenTitle>
          <OrderBadges order={order} />
        </Group>
        <Text size="xl" fw={700}>
          <Amount amount={order.amount} currency={order.currency} />
        </Text>
        <DeclinedAt order={order} />
        <Text c="dimmed">
          <StoreName id={order.store_id} /> · <Moment at={order.created_at} />
          <SourceOfOrder order={order} />
        </Text>
      </Stack>
      <AlertsOfOrder whole={whole} refund={setRefund} />
      <OrderActs whole={whole} refund={setRefund} />
      <div className="order-columns">
        <Stack gap="xl">
          {awaitsPayment(order) ? <PayLinkField order={order} /> : null}
          <OrderPayments whole={whole} refund={setRefund} />
          <Refunds whole={whole} />
          <Timeline whole={whole} />
        </Stack>
        <div className="order-side">
          <CustomerOfOrder order={order} />
          <ItemsOfOrder order={order} />
          <MethodOfOrder whole={whole} />
          <Mails whole={whole} />
          <Notifications whole={whole} />
        </div>
      </div>
      <RefundSheet whole={whole} chosen={refund} close={() => setRefund(undefined)} />
    </Stack>
  )
}

/** Links to the payment request or payment link of an order made at Puente. */
const SourceOfOrder = ({ order }: { order: Whole['order'] }) =>
  order.source === 'storefront' ? null : (
    <>
      {' · '}
      <NamedSource order={order} />
    </>
  )

const NamedSource = ({
  order: { id, source, payment_link_id: link },
}: {
  order: Whole['order']
}) => {
  const { sources } = useTexts().orders
  if (source === 'request') {
    return (
      <Link to="/requests/$id" params={{ id }}>
        {sources.request}
      </Link>
    )
  }
  if (link === null) return sources[source]
  return (
    <Link to="/links/$id" params={{ id: link }}>
      {sources.link}
    </Link>
  )
}

const DeclinedAt = ({ order }: { order: Whole['order'] }) =>
  order.last_decline ? (
    <Group gap="xs">
      <Declines order={order} />
      <Text size="xs" c="dimmed">
        <Moment at={order.last_decline.at} />
      </Text>
    </Group>
  ) : null
