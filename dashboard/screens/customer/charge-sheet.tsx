import { Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { currencyByCode } from '../../../src/domain/currencies.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { moneyText } from '../../../src/domain/money-text.ts'
import { splitCurrencyMark } from '../../../src/domain/requests/currency-marks.ts'
import { readPositiveAmount } from '../../../src/domain/typed-amount.ts'
import { problemOf, type Schemas, use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { Form } from '../../parts/forms/form.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { Sheet } from '../../parts/sheet.tsx'
import { ProblemText } from '../../parts/values/problem-text.tsx'
import { savedCardText } from '../../parts/values/saved-card-text.ts'
import { ORDER_CURRENCIES } from '../orders/order-search.ts'
import { type ChargeKeys, createChargeKeys } from './charge-keys.ts'

type Customer = Schemas['WholeCustomer']
type Card = Schemas['SavedCardList']['data'][number]

/** `false`: the card may have been charged. */
const isKnown = (error: unknown): boolean => {
  const problem = problemOf(error)
  if (!problem || problem.status >= 500) return false
  return problem.status === DECLINED || problem.retry !== 'retry'
}

const DECLINED = 402

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
  // The sheet outlives its form, which a person may open again.
  const [keys] = useState(createChargeKeys)
  return (
    <Sheet
      opened={card !== undefined}
      onClose={close}
      size="md"
      phoneSize="auto"
      title={card ? format(texts.customer.charge.title, { card: savedCardText(card) }) : ''}
    >
      {card ? (
        <ChargeForm key={card.id} customer={customer} card={card} keys={keys} close={close} />
      ) : null}
    </Sheet>
  )
}

const ChargeForm = ({
  customer,
  card,
  keys,
  close,
}: {
  customer: Customer
  card: Card
  keys: ChargeKeys
  close: () => void
}) => {
  const { texts, format, language } = useLanguage()
  const own = texts.customer.charge
  const [amount, setAmount] = useState('')
  const [chosen, setChosen] = useState(customer.sums.data[0]?.currency ?? ORDER_CURRENCIES[0])
  const [what, setWhat] = useState('')
  const typed = splitCurrencyMark(amount)
  const code = typed.currency ?? chosen
  const currency = currencyByCode(code)
  const read = typed.amount && currency ? readPositiveAmount(typed.amount, currency) : undefined
  const money = read?.ok ? read.money : undefined
  const shown = money ? moneyText(formatMoney(money), code, language) : ''
  const mutation = use.useMutation('post', '/operator/v1/customers/{id}/charges', {
    onSuccess: (_, { body }) => keys.forget(body),
    onError: (error, { body }) => {
      if (isKnown(error)) keys.forget(body)
    },
  })
  const done = ({ order }: Schemas['Checkout']) =>
    order.status === 'paid' ? format(own.done, { amount: shown }) : own.waits
  const act = useAction(mutation, done, { after: close, isFailureShown: true })
  const currencies = [...new Set([...ORDER_CURRENCIES, code])]
  const submit = () => {
    if (!money) return
    const body = {
      payment_method: card.id,
      amount: formatMoney(money),
      currency: code,
      ...(what.trim() ? { description: what.trim() } : {}),
    }
    const header = { 'Idempotency-Key': keys.keyOf(body) }
    act.run({ params: { path: { id: customer.id }, header }, body })
  }
  return (
    <Form
      submit={submit}
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
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <Select
        label={own.currency}
        data={currencies}
        allowDeselect={false}
        value={code}
        disabled={typed.currency !== undefined}
        onChange={(value) => value && setChosen(value)}
      />
      <TextInput
        label={own.what}
        description={own.whatHint}
        maxLength={120}
        value={what}
        onChange={(event) => setWhat(event.currentTarget.value)}
      />
      <div className="notice">
        <Text>{own.follows}</Text>
      </div>
      <ProblemText error={mutation.error} />
    </Form>
  )
}
