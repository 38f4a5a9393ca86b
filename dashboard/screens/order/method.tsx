import { Title } from '@mantine/core'
import { nameOf, useTexts } from '../../app/language.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { savedCardText } from '../../parts/values/saved-card-text.ts'
import type { Whole } from './refundable.ts'

const PARTS = ['service_fee', 'sales_tax', 'tip'] as const
const isSome = (amount: string | null): amount is string => amount !== null && /[1-9]/.test(amount)

/** Shows the payment method, and the total for the customer. */
export const MethodOfOrder = ({ whole: { order, payments } }: { whole: Whole }) => {
  const texts = useTexts()
  const { payment_mode: mode, card, currency, paid_amount: paid, refunded_amount: refunded } = order
  const payment = payments.find(({ id }) => id === order.method_payment_id)
  if (!mode || !payment) return null
  const isOther = payment.currency !== currency
  const sum = (amount: string | null, of = payment.currency) =>
    isSome(amount) && <Amount amount={amount} currency={of} />
  return (
    <section className="card side">
      <Title order={2}>{texts.order.method}</Title>
      <Facts
        facts={{
          [texts.order.mode]: nameOf(texts.modes, mode),
          [texts.order.card]: card && <bdi>{savedCardText(card)}</bdi>,
          [texts.order.amount]: <Amount amount={order.amount} currency={currency} />,
          ...Object.fromEntries(PARTS.map((name) => [texts.order.parts[name], sum(payment[name])])),
          [texts.order.totalOfPayment]: isOther && sum(payment.total ?? payment.amount),
          [texts.order.paidInAll]: isSome(paid) && (
            <strong>
              <Amount amount={paid} currency={currency} />
            </strong>
          ),
          [texts.order.refunded]: sum(refunded, currency),
          [texts.order.paidAt]: order.paid_at && <Moment at={order.paid_at} />,
        }}
      />
    </section>
  )
}
