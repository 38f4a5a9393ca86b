import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { currencyByCode } from '../../../src/domain/currencies.ts'
import { formatMoney } from '../../../src/domain/money.ts'
import { parseTypedAmount } from '../../../src/domain/typed-amount.ts'
import { type Schemas, use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { FormFailure } from '../../parts/forms/form-failure.tsx'
import { newKey } from '../../parts/forms/new-key.ts'
import { useFormAction } from '../../parts/forms/use-form-action.ts'
import { FormStep } from './headless-form.tsx'

const CURRENCIES = ['HNL', 'USD']
const REFETCH_MS = 2_000

interface First {
  orderId: string
  payUrl: string
}

/** Creates an order, opens its pay link and polls until it is paid. */
export const FirstPayment = ({ store }: { store: Schemas['WholeStore'] }) => {
  const texts = useTexts().connect.firstPayment
  const [typed, setTyped] = useState('10.00')
  const [currency, setCurrency] = useState('HNL')
  const [first, setFirst] = useState<First>()
  const known = currencyByCode(currency)
  const read = known && parseTypedAmount(typed.trim(), known)
  const money = read?.ok && read.money.minor > 0n ? read.money : undefined
  const act = useFormAction(use.useMutation('post', '/operator/v1/stores/{id}/checkouts'), {})
  const order = useOrder(store.id, first?.orderId)
  const isPaid = order?.status === 'paid'
  const make = () => {
    if (!money) return
    // Browsers allow a popup during the click only.
    const tab = window.open('about:blank', '_blank')
    const orderId = `first-${newKey().slice(0, 8)}`
    act.run(
      {
        params: { path: { id: store.id } },
        body: {
          order: {
            id: orderId,
            number: orderId,
            amount: formatMoney(money),
            currency,
            description: texts.description,
          },
        },
      },
      {
        done: ({ pay_url: payUrl }) => {
          setFirst({ orderId, payUrl })
          if (!tab) return
          tab.opener = null
          tab.location.replace(payUrl)
        },
        failed: () => tab?.close(),
      },
    )
  }
  return (
    <FormStep title={texts.title} isDone={isPaid}>
      <Text>{store.environment === 'test' ? texts.test : texts.live}</Text>
      {first ? null : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            make()
          }}
        >
          <Group gap="sm" align="flex-end">
            <TextInput
              w={130}
              label={texts.amount}
              inputMode="decimal"
              value={typed}
              error={typed.trim() !== '' && !money ? texts.noAmount : undefined}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Select
              w={110}
              label={texts.currency}
              allowDeselect={false}
              data={CURRENCIES}
              value={currency}
              onChange={(chosen) => setCurrency(chosen ?? 'HNL')}
            />
            <Button type="submit" loading={act.isPending} disabled={!money}>
              {texts.make}
            </Button>
          </Group>
        </form>
      )}
      <FormFailure act={act} />
      <div role="status">
        {first && isPaid ? <Text className="good">{texts.paid}</Text> : null}
        {first && !isPaid ? <Text>{texts.waits}</Text> : null}
      </div>
      {first ? (
        <Group>
          {isPaid ? null : (
            <Button component="a" href={first.payUrl} target="_blank" rel="noreferrer">
              {texts.again}
            </Button>
          )}
          {order ? (
            <Link to="/orders/$id" params={{ id: order.id }}>
              {isPaid ? texts.refund : texts.viewOrder}
            </Link>
          ) : null}
        </Group>
      ) : null}
    </FormStep>
  )
}

const useOrder = (storeId: string, search: string | undefined) => {
  const found = use.useQuery(
    'get',
    '/operator/v1/orders',
    { params: { query: { store_id: storeId, search: search ?? '', limit: 1 } } },
    {
      enabled: search !== undefined,
      refetchInterval: ({ state }) => (state.data?.data[0]?.status === 'paid' ? false : REFETCH_MS),
    },
  )
  return search === undefined ? undefined : found.data?.data[0]
}
