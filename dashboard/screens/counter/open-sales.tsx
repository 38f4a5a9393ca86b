import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '../../../src/domain/money-text.ts'
import { use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { useCounterTexts } from './counter-texts.ts'
import { type CounterSale, sales, show, shown } from './sales.ts'

const openQuery = (store: string) =>
  use.queryOptions('get', '/operator/v1/payment-requests', {
    params: { query: { store_id: store, source: 'counter', state: 'open', limit: 50 } },
  })

interface OpenSale {
  key: string
  amount: string
  currency: string
  description: string | null | undefined
  badge: string | undefined
}

/** Shows unpaid payments: those that Puente lists, and those that this device has not sent yet. */
export const OpenSales = ({ store, counter }: { store: string; counter: string }) => {
  const { open: texts } = useCounterTexts()
  const { format, language } = useLanguage()
  const shownKey = shown.use()
  const kept = sales.use()
  const listed = useQuery(openQuery(store)).data?.data ?? []
  const shownOrder = kept.find(({ key }) => key === shownKey)?.orderId ?? shownKey
  const open: OpenSale[] = [
    ...kept
      .filter(({ key, orderId }) => !orderId && key !== shownKey)
      .map((sale) => unsent(sale, texts)),
    ...listed.flatMap(({ order, amount, currency, description, counter: other }) =>
      order && order.id !== shownOrder
        ? [
            {
              ...{ key: order.id, amount, currency, description },
              badge:
                other && other !== counter ? format(texts.counter, { counter: other }) : undefined,
            },
          ]
        : [],
    ),
  ]
  if (open.length === 0) return null
  return (
    <section>
      <Title order={2}>{texts.title}</Title>
      <ul className="counter-open">
        {open.map(({ key, amount, currency, description, badge }) => {
          const what = [moneyText(amount, currency, language), description]
            .filter(Boolean)
            .join(' · ')
          return (
            <li key={key}>
              <Group justify="space-between" wrap="nowrap">
                <Text className="counter-what">
                  <bdi>{what}</bdi>{' '}
                  {badge ? (
                    <Badge variant="outline" tt="none">
                      {badge}
                    </Badge>
                  ) : null}
                </Text>
                <Button
                  variant="default"
                  aria-label={format(texts.showName, { what })}
                  onClick={() => show(key)}
                >
                  {texts.show}
                </Button>
              </Group>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const unsent = (
  { key, body, refusal }: CounterSale,
  texts: { unsent: string; refused: string },
): OpenSale => ({
  ...{ key, amount: body.amount, currency: body.currency, description: body.description },
  badge: refusal === undefined ? texts.unsent : texts.refused,
})
