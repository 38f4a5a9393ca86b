import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '../../../src/domain/money-text.ts'
import { use } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { useCounterTexts } from './counter-texts.ts'

/** Shows the count and sum of this counter's Honduras day. */
export const CounterTakings = ({ store, counter }: { store: string; counter: string }) => {
  const { takings: texts } = useCounterTexts()
  const { format, language } = useLanguage()
  const query = use.queryOptions('get', '/operator/v1/stores/{id}/counter-takings', {
    params: { path: { id: store }, query: { counter } },
  })
  const sums = useQuery(query).data?.data
  if (!sums) return null
  return (
    <section className="counter-takings">
      <Title order={2}>{format(texts.title, { counter })}</Title>
      {sums.length === 0 ? <Text c="dimmed">{texts.none}</Text> : null}
      {sums.map(({ currency, payments, paid, tips, other_payments, paid_otherwise }) => {
        const money = (amount: string) => moneyText(amount, currency, language)
        return (
          <Text key={currency}>
            <strong>{money(paid)}</strong> · {format(texts.payments, { count: payments })}
            {Number(tips) > 0 ? ` · ${format(texts.tips, { amount: money(tips) })}` : null}
            {other_payments > 0
              ? ` · ${format(texts.otherwise, { count: other_payments, amount: money(paid_otherwise) })}`
              : null}
          </Text>
        )
      })}
    </section>
  )
}
