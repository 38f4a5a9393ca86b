import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { minuteLabel } from '../../parts/values/moment.tsx'
import { sumsOfOrders } from './order-query.ts'
import type { OrderSearch } from './order-search.ts'

/** Shows paid, refunded and net by currency. A text search has no sums. */
export const SumsOfOrders = ({ search }: { search: OrderSearch }) => {
  const { texts } = useLanguage()
  const sums = useQuery({ ...sumsOfOrders(search), enabled: search.search === undefined })
  if (search.search !== undefined || !sums.data) return null
  return <FactsOfSums sums={sums.data} label={texts.orders.sums.label} />
}

export const FactsOfSums = ({
  sums: { data, since },
  label,
}: {
  sums: Schemas['OrderSums']
  label: string
}) => {
  const { texts, format, language } = useLanguage()
  const names = texts.orders.sums
  if (data.length === 0) return null
  return (
    <section aria-label={label} className="card sums">
      {data.map(({ currency, orders, paid, refunded, net }) => (
        <Facts
          key={currency}
          facts={{
            [currency]: format(names.orders, { count: orders }),
            [names.paid]: <Amount amount={paid} currency={currency} />,
            [names.refunded]: <Amount amount={refunded} currency={currency} />,
            [names.net]: (
              <strong>
                <Amount amount={net} currency={currency} />
              </strong>
            ),
          }}
        />
      ))}
      {since ? (
        <Text size="xs" c="dimmed">
          {format(names.since, { at: minuteLabel(new Date(since), language) })}
        </Text>
      ) : null}
    </section>
  )
}
