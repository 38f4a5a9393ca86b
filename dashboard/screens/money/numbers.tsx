import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '../../app/language.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { percentText } from './figures.ts'
import { MONEY_TABS, type MoneySearch, type MoneyTab, showing } from './money-search.ts'
import type { MoneyOfCurrency } from './sums.ts'

/** Links totals to their payments. */
export const Numbers = ({ money, search }: { money: MoneyOfCurrency; search: MoneySearch }) => {
  const texts = useTexts().money
  const { format, language } = useLanguage()
  const { all, approvalRate } = money
  return (
    <ul className="numbers bare">
      {MONEY_TABS.map((kind) => (
        <li key={kind} className="card number" data-kind={kind}>
          <Text c="dimmed">{texts.kinds[kind]}</Text>
          <span className="big">
            <Amount amount={all[kind].amount} currency={money.currency} />
          </span>
          <Counted kind={kind} count={all[kind].count} money={money} search={search} />
        </li>
      ))}
      <li className="card number">
        <Text c="dimmed">{texts.approval}</Text>
        <span className="big">
          {approvalRate === undefined ? '—' : percentText(approvalRate, language)}
        </span>
        <Text size="xs" c="dimmed">
          {format(texts.approvalOf, {
            paid: all.paid.count,
            tried: all.paid.count + all.declined.count,
          })}
        </Text>
      </li>
    </ul>
  )
}

const Counted = ({
  kind,
  count,
  money: { currency },
  search,
}: {
  kind: MoneyTab
  count: number
  money: MoneyOfCurrency
  search: MoneySearch
}) => {
  const { texts, format } = useLanguage()
  const text = format(texts.money.counts[kind], { count })
  return count === 0 ? (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  ) : (
    <Link to="/money" search={{ ...showing(search, { show: kind }), currency }} resetScroll={false}>
      {text}
    </Link>
  )
}
