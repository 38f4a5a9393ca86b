import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { moneyText } from '../../../src/domain/money-text.ts'
import type { Schemas } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { cutText, shortOrderLabel } from '../../parts/order-link.tsx'

type Subject = Pick<Schemas['AlertOfStore'], 'customer' | 'money' | 'payment_id'> & {
  order: NonNullable<Schemas['AlertOfStore']['order']>
}

/** Links order, customer and sum. */
export const AlertSubject = ({ order, customer, money, payment_id: payment }: Subject) => {
  const { texts, language } = useLanguage()
  const sum = money.map(({ amount, currency }) => moneyText(amount, currency, language))
  const params = { id: order.id }
  return (
    <Text size="sm" component="span">
      <Link to="/orders/$id" params={params}>
        {texts.attention.order} <bdi>{shortOrderLabel(order)}</bdi>
      </Link>
      {' · '}
      <Customer customer={customer} />
      {sum.length > 0 ? (
        <>
          {' · '}
          <span className="amount">{sum.join(' + ')}</span>
        </>
      ) : null}
      {payment ? (
        <>
          {' · '}
          <Link to="/orders/$id" params={params} hash={payment}>
            {texts.attention.payment}
          </Link>
        </>
      ) : null}
    </Text>
  )
}

const MOST_NAME = 60

/** Links a customer with an e-mail address to all their orders. */
const Customer = ({ customer }: Pick<Subject, 'customer'>) => {
  const texts = useTexts().attention
  const name = customer?.name?.trim() || customer?.email
  if (!name) return texts.noCustomer
  const shown = <bdi>{cutText(name, MOST_NAME)}</bdi>
  if (!customer?.email) return shown
  return (
    <Link to="/orders" search={{ search: customer.email }} title={texts.customerOrders}>
      {shown}
    </Link>
  )
}
