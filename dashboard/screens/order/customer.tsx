import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../app/language.ts'
import { Facts } from '../../parts/values/facts.tsx'
import type { Whole } from './refundable.ts'

interface Props {
  order: Whole['order']
}

const UNPAID: ReadonlySet<Whole['order']['status']> = new Set([
  'awaiting_payment',
  'payment_expired',
  'cancelled',
])

/** Shows the customer with contact details and other orders. */
export const CustomerOfOrder = ({ order: { id, customer, store_id, source, status } }: Props) => {
  const texts = useTexts().order
  const { name, email, phone, identity_number: identity } = customer
  // Anyone can name a stranger in the form of a payment link: paid orders join their customer's page.
  const isConfirmed = source !== 'link' || !UNPAID.has(status)
  const isGrouped = isConfirmed && Boolean(email || phone || identity)
  // The search finds names by their letters.
  const search = name && /\p{L}/u.test(name) ? name : undefined
  return (
    <section className="card side">
      <Title order={2}>{texts.customer}</Title>
      <Text fw={600}>
        <bdi>{name ?? texts.noName}</bdi>
      </Text>
      <Facts
        facts={{
          [texts.email]: email && <bdi>{email}</bdi>,
          [texts.phone]: phone && <bdi>{phone}</bdi>,
          [texts.identity]: identity && <bdi>{identity}</bdi>,
        }}
      />
      {isGrouped ? (
        <Link to="/customers/$id" params={{ id }}>
          {texts.toCustomer}
        </Link>
      ) : search ? (
        <Link to="/orders" search={{ search, store: store_id }}>
          {texts.ordersOfCustomer}
        </Link>
      ) : null}
    </section>
  )
}

/** Shows the store's description and `metadata.items`, which adapters fill. */
export const ItemsOfOrder = ({ order: { description, metadata } }: Props) => {
  const texts = useTexts().order
  const items = typeof metadata.items === 'string' ? metadata.items : description
  if (!items) return null
  return (
    <section className="card side">
      <Title order={2}>{texts.items}</Title>
      <Text className="items">
        <bdi>{items}</bdi>
      </Text>
    </section>
  )
}
