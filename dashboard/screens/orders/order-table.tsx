import { Skeleton, Table } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { StoreName, useStores } from '../../parts/stores/store-name.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'

export const OrderTable = ({
  orders,
  isLoading,
}: {
  orders: readonly Schemas['OrderOfStore'][]
  isLoading: boolean
}) => {
  const texts = useTexts()
  const hasManyStores = useStores().length > 1
  if (isLoading) return <Skeleton h={240} radius="lg" />
  if (orders.length === 0) return null
  return (
    <Table className="rows" verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.orders.order}</Table.Th>
          <Table.Th>{texts.orders.customer}</Table.Th>
          {hasManyStores ? <Table.Th>{texts.orders.store}</Table.Th> : null}
          <Table.Th>{texts.orders.status}</Table.Th>
          <Table.Th>{texts.orders.created}</Table.Th>
          <Table.Th ta="end">{texts.orders.amount}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {orders.map((order) => (
          <Table.Tr key={order.id}>
            <Table.Td data-label={texts.orders.order}>
              <Link to="/orders/$id" params={{ id: order.id }} className="row-link">
                <bdi>{order.number ?? order.external_id}</bdi>
              </Link>
            </Table.Td>
            <Table.Td data-label={texts.orders.customer}>
              <bdi>{order.customer.name ?? order.customer.email ?? '—'}</bdi>
            </Table.Td>
            {hasManyStores ? (
              <Table.Td data-label={texts.orders.store}>
                <StoreName id={order.store_id} />
              </Table.Td>
            ) : null}
            <Table.Td data-label={texts.orders.status}>
              <StatusBadge state={order.status} text={texts.states[order.status]} />
            </Table.Td>
            <Table.Td data-label={texts.orders.created}>
              <Moment at={order.created_at} />
            </Table.Td>
            <Table.Td data-label={texts.orders.amount} ta="end">
              <Amount amount={order.amount} currency={order.currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
