import { Text } from '@mantine/core'
import { moneyText } from '../../../src/domain/money-text.ts'
import type { Schemas } from '../../app/api.ts'
import { nameOf, useLanguage } from '../../app/language.ts'
import { OrderLink } from '../../parts/order-link.tsx'
import { StatusOfOrder } from '../../parts/order-status.tsx'
import { RowTable } from '../../parts/row-table.tsx'
import { StoreName, useStores } from '../../parts/stores/store-name.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { savedCardText } from '../../parts/values/saved-card-text.ts'

type Order = Schemas['OrderOfStore']

export const OrderTable = ({
  orders,
  isOfOneCustomer = false,
}: {
  orders: readonly Order[]
  isOfOneCustomer?: boolean
}) => {
  const { texts } = useLanguage()
  const hasManyStores = useStores().length > 1 && !isOfOneCustomer
  const ofStore = {
    name: texts.orders.store,
    cell: ({ store_id }: Order) => <StoreName id={store_id} />,
  }
  const ofCustomer = {
    name: texts.orders.customer,
    cell: ({ customer }: Order) => <bdi>{customer.name ?? customer.email ?? '—'}</bdi>,
  }
  return (
    <RowTable
      highlightOnHover
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        { name: texts.orders.order, cell: (order) => <OrderAndSource order={order} /> },
        ...(isOfOneCustomer ? [] : [ofCustomer]),
        ...(hasManyStores ? [ofStore] : []),
        {
          name: texts.orders.status,
          cell: (order) => <StatusOfOrder order={order} />,
        },
        {
          name: texts.orders.method,
          cell: (order) => <Method order={order} />,
        },
        { name: texts.orders.created, cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          name: texts.orders.amount,
          ta: 'end',
          cell: (order) => <AmountOfOrder order={order} />,
        },
      ]}
    />
  )
}

/** Badge with the source of an order made at Puente. */
const OrderAndSource = ({ order }: { order: Order }) => {
  const { texts } = useLanguage()
  return (
    <span>
      <OrderLink order={order} />
      {order.source === 'storefront' ? null : (
        <Text size="xs" c="dimmed" component="span" display="block">
          {texts.orders.sources[order.source]}
        </Text>
      )}
    </span>
  )
}

const AmountOfOrder = ({ order }: { order: Order }) => {
  const { texts, format, language } = useLanguage()
  const { amount, currency, refunded_amount: refunded } = order
  return (
    <div>
      <Amount amount={amount} currency={currency} />
      {/[1-9]/.test(refunded) ? (
        <Text size="xs" c="dimmed">
          {format(texts.orders.refundedPart, { amount: moneyText(refunded, currency, language) })}
        </Text>
      ) : null}
    </div>
  )
}

/** Shows the payment method, with the saved card if known. */
const Method = ({ order: { payment_mode: mode, card } }: { order: Order }) => {
  const { texts } = useLanguage()
  if (!mode) return '—'
  return (
    <span>
      {nameOf(texts.modes, mode)}
      {card ? (
        <Text size="xs" c="dimmed" component="span" display="block">
          <bdi>{savedCardText(card)}</bdi>
        </Text>
      ) : null}
    </span>
  )
}
