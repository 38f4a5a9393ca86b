import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { OrderLink } from '../../parts/order-link.tsx'
import { RowTable } from '../../parts/row-table.tsx'
import { StoreName, useStores } from '../../parts/stores/store-name.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'

type Order = Schemas['OrderOfStore']

export const OrderTable = ({ orders }: { orders: readonly Order[] }) => {
  const texts = useTexts()
  const hasManyStores = useStores().length > 1
  const ofStore = {
    name: texts.orders.store,
    cell: ({ store_id }: Order) => <StoreName id={store_id} />,
  }
  return (
    <RowTable
      highlightOnHover
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        { name: texts.orders.order, cell: (order) => <OrderLink order={order} /> },
        {
          name: texts.orders.customer,
          cell: ({ customer }) => <bdi>{customer.name ?? customer.email ?? '—'}</bdi>,
        },
        ...(hasManyStores ? [ofStore] : []),
        {
          name: texts.orders.status,
          cell: ({ status }) => <StatusBadge state={status} text={texts.states[status]} />,
        },
        { name: texts.orders.created, cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          name: texts.orders.amount,
          ta: 'end',
          cell: ({ amount, currency }) => <Amount amount={amount} currency={currency} />,
        },
      ]}
    />
  )
}
