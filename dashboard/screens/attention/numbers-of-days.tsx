import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { useServerNow } from '../../app/server-clock.ts'
import { readerZoneName } from '../../app/time-zone.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { percentText } from '../money/figures.ts'
import { MONEY_TABS, type SearchWindow } from '../money/money-search.ts'
import { type MoneyOfCurrency, moneyByCurrency } from '../money/sums.ts'
import { moneyQuery, sevenDaysUntil } from '../queries.ts'

/** Shows today and seven days. */
export const NumbersOfDays = () => {
  const { language } = useLanguage()
  const { loading, attention: texts } = useTexts()
  const now = useServerNow()
  const week = sevenDaysUntil(now)
  const money = useQuery(moneyQuery(week))
  return (
    <section className="home-numbers" aria-label={texts.numbers}>
      <Loaded
        query={money}
        frame={<Skeleton h={320} radius="lg" role="status" aria-label={loading} />}
      >
        {({ data }) => (
          <>
            <Period name={texts.today} rows={data} window={{ ...week, from: week.to }} />
            <Period name={texts.sevenDays} rows={data} window={week} />
          </>
        )}
      </Loaded>
      {readerZoneName(now, language) ? (
        <Text size="xs" c="dimmed">
          {texts.hondurasDays}
        </Text>
      ) : null}
    </section>
  )
}

const Period = ({
  name,
  rows,
  window,
}: {
  name: string
  rows: readonly Schemas['MoneyOfDay'][]
  window: SearchWindow
}) => {
  const texts = useTexts().attention
  const inWindow = rows.filter(({ day }) => day >= window.from && day <= window.to)
  const sums = moneyByCurrency(inWindow, window)
  return (
    <article className="card period">
      <Title order={2}>
        <Link to="/money" search={window}>
          {name}
        </Link>
      </Title>
      {sums.length === 0 ? <Text c="dimmed">{texts.noPayments}</Text> : null}
      {sums.map((sum) => (
        <Sums key={sum.currency} sum={sum} window={window} isOnly={sums.length === 1} />
      ))}
    </article>
  )
}

const Sums = ({
  sum: { currency, all, approvalRate },
  window,
  isOnly,
}: {
  sum: MoneyOfCurrency
  window: SearchWindow
  isOnly: boolean
}) => {
  const { texts, format, language } = useLanguage()
  return (
    <>
      {isOnly ? null : (
        <Text component="h3" size="xs" c="dimmed" fw={700}>
          {currency}
        </Text>
      )}
      <dl className="period-sums">
        {MONEY_TABS.map((kind) => (
          <div key={kind} data-kind={kind}>
            <dt>{texts.money.kinds[kind]}</dt>
            <dd>
              <Amount amount={all[kind].amount} currency={currency} />
              <Text size="xs" c="dimmed" component="span">
                {all[kind].count > 0 ? (
                  <Link to="/money" search={{ ...window, currency, show: kind }}>
                    {format(texts.money.counts[kind], { count: all[kind].count })}
                  </Link>
                ) : (
                  format(texts.money.counts[kind], { count: 0 })
                )}
              </Text>
            </dd>
          </div>
        ))}
        <div data-kind="approval">
          <dt>{texts.money.approval}</dt>
          <dd>{approvalRate === undefined ? '—' : percentText(approvalRate, language)}</dd>
        </div>
      </dl>
    </>
  )
}
