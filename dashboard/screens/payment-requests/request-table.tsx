import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../app/language.ts'
import { cutText } from '../../parts/order-link.tsx'
import { RowTable } from '../../parts/row-table.tsx'
import { StoreName, useStores } from '../../parts/stores/store-name.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { RequestBadges } from './request-badges.tsx'
import type { PaymentRequest as Request } from './request-queries.ts'

const MOST_WHAT = 60

export const RequestTable = ({ requests }: { requests: readonly Request[] }) => {
  const texts = useTexts().requests
  const hasManyStores = useStores().length > 1
  return (
    <RowTable
      highlightOnHover
      rows={requests}
      keyOf={({ reference, pay_url }) => `${reference} ${pay_url}`}
      columns={[
        { name: texts.what, cell: (request) => <What request={request} /> },
        {
          name: texts.customer,
          cell: ({ customer }) => <bdi>{customer.name ?? customer.email ?? '—'}</bdi>,
        },
        ...(hasManyStores
          ? [{ name: texts.store, cell: ({ store_id }: Request) => <StoreName id={store_id} /> }]
          : []),
        { name: texts.state, cell: (request) => <RequestBadges request={request} /> },
        { name: texts.created, cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          name: texts.amount,
          ta: 'end',
          cell: ({ amount, currency }) => <Amount amount={amount} currency={currency} />,
        },
      ]}
    />
  )
}

const What = ({ request: { order, description, reference } }: { request: Request }) => (
  <span>
    <Link to="/requests/$id" params={{ id: order?.id ?? '' }} className="row-link">
      <bdi>{cutText(description ?? reference, MOST_WHAT)}</bdi>
    </Link>
    {description ? (
      <Text size="xs" c="dimmed" component="span" display="block">
        <bdi>{reference}</bdi>
      </Text>
    ) : null}
  </span>
)
