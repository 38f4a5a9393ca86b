import { Select, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { currencyByCode } from '../../../src/domain/currencies.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { moneyText } from '../../../src/domain/money-text.ts'
import { readPositiveAmount } from '../../../src/domain/typed-amount.ts'
import { type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { Form } from '../../parts/forms/form.tsx'
import { newKey } from '../../parts/forms/new-key.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { ProblemText } from '../../parts/values/problem-text.tsx'
import { savedCardText } from '../../parts/values/saved-card-text.ts'
import { ORDER_CURRENCIES } from '../orders/order-search.ts'

type Customer = Schemas['WholeCustomer']
type Card = Schemas['SavedCardList']['data'][number]

export const ChargeSheet = ({
  customer,
  card,
  close,
}: {
  customer: Customer
  card: Card | undefined
  close: () => void
}) => {
  const { texts, format } = useLanguage()
  return (
    <Sheet
      opened={card !== undefined}
      onClose={close}
      size="md"
      phoneSize="auto"
      title={card ? format(texts.customer.charge.title, { card: savedCardText(card) }) : ''}
    >
      {card ? <ChargeForm key={card.id} customer={customer} card={card} close={close} /> : null}
    </Sheet>
  )
}

const ChargeForm = ({
  customer,
  card,
  close,
}: {
  customer: Customer
  card: Card
  close: () => void
}) => {
  const { texts, format, language } = useLanguage()
  const own = texts.customer.charge
  const [amount, setAmount] = useState('')
  const [code, setCode] = useState(customer.sums.data[0]?.currency ?? ORDER_CURRENCIES[0])
  const [what, setWhat] = useState('')
  // One idempotency key per form: repeated clicks charge once.
  const key = useRef(newKey())
  const typed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      set(value)
      key.current = newKey()
    }
  const currency = currencyByCode(code)
  const read = amount.trim() && currency ? readPositiveAmount(amount.trim(), currency) : undefined
  const money = read?.ok ? read.money : undefined
  const shown = money ? moneyText(formatMoney(money), code, language) : ''
  const mutation = use.useMutation('post', '/operator/v1/customers/{id}/charges')
  const done = ({ order }: Schemas['Checkout']) =>
    order.status === 'paid' ? format(own.done, { amount: shown }) : own.waits
  const act = useAction(mutation, done, { after: close, isFailureShown: true })
  const currencies = [...new Set([...ORDER_CURRENCIES, code])]
  return (
    <Form
      submit={() =>
        money &&
        act.run({
          params: { path: { id: customer.id }, header: { 'Idempotency-Key': key.current } },
          body: {
            payment_method: card.id,
            amount: formatMoney(money),
            currency: code,
            ...(what.trim() ? { description: what.trim() } : {}),
          },
        })
      }
      send={format(own.send, { amount: shown })}
      isPending={act.isPending}
      canSend={money !== undefined}
      close={close}
    >
      <TextInput
        label={own.amount}
        description={texts.refund.amountHint}
        inputMode="decimal"
        data-autofocus
        required
        maxLength={40}
        value={amount}
        error={read && !read.ok && read.message[language]}
        onChange={(event) => typed(setAmount)(event.currentTarget.value)}
      />
      <Select
        label={own.currency}
        data={currencies}
        allowDeselect={false}
        value={code}
        onChange={(value) => value && typed(setCode)(value)}
      />
      <TextInput
        label={own.what}
        description={own.whatHint}
        maxLength={120}
        value={what}
        onChange={(event) => typed(setWhat)(event.currentTarget.value)}
      />
      <div className="notice">
        <Text>{own.follows}</Text>
      </div>
      <ProblemText error={mutation.error} />
    </Form>
  )
}
