import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { orderLabel } from '../../parts/order-link.tsx'
import { OrderBadges } from '../../parts/order-status.tsx'
import { StoreName, useStores } from '../../parts/stores/store-name.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { savedCardText } from '../../parts/values/saved-card-text.ts'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { nameOf, useLanguage } from '../language.ts'
import type { Hit } from './hits.ts'

/** Shows a result with its amount or time. */
export const FoundRow = ({ hit }: { hit: Hit }) => {
  const { texts } = useLanguage()
  switch (hit.kind) {
    case 'order': {
      const { order } = hit
      return (
        <Row
          name={orderLabel(order)}
          about={order.customer.name ?? order.customer.email}
          storeId={order.store_id}
          end={<Amount amount={order.amount} currency={order.currency} />}
        >
          <OrderBadges order={order} />
        </Row>
      )
    }
    case 'payment': {
      const { payment } = hit
      const number = payment.order && orderLabel(payment.order)
      return (
        <Row
          name={
            payment.card ? savedCardText(payment.card) : (payment.gateway_payment_id ?? payment.id)
          }
          about={number && `${texts.order.title} ${number}`}
          storeId={payment.store_id}
          end={<Amount amount={payment.total ?? payment.amount} currency={payment.currency} />}
        >
          <StatusBadge state={payment.state} text={nameOf(texts.paymentStates, payment.state)} />
        </Row>
      )
    }
    case 'customer': {
      const { customer } = hit
      return (
        <Row
          name={customer.name ?? customer.email ?? ''}
          about={customer.name ? customer.email : undefined}
          storeId={customer.store_id}
          end={<Moment at={customer.newest_order.created_at} />}
        />
      )
    }
    case 'store':
      return <Row name={hit.store.name} about={hit.store.id} />
  }
}

const Row = ({
  name,
  about,
  storeId,
  end,
  children,
}: {
  name: string
  about?: string | null | undefined
  storeId?: string
  end?: ReactNode
  children?: ReactNode
}) => {
  const hasManyStores = useStores().length > 1
  return (
    <span className="found-row">
      <span className="found-name">
        <bdi>{name}</bdi>
        {children}
      </span>
      <span className="found-end">{end}</span>
      <Text size="xs" c="dimmed" component="span" className="found-about">
        {about ? <bdi>{about}</bdi> : null}
        {about && storeId && hasManyStores ? ' · ' : null}
        {storeId && hasManyStores ? <StoreName id={storeId} /> : null}
      </Text>
    </span>
  )
}
