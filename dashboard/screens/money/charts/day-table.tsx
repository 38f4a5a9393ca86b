import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '../../../app/language.ts'
import { RowTable } from '../../../parts/row-table.tsx'
import { Amount } from '../../../parts/values/amount.tsx'
import { dayText } from '../../../parts/values/honduras-day.ts'
import { percentText } from '../figures.ts'
import { MONEY_TABS, type MoneySearch, showing } from '../money-search.ts'
import { isQuiet, type MoneyOfCurrency } from '../sums.ts'

type Day = MoneyOfCurrency['days'][number]

/** The chart's data, newest day first. */
export const DayTable = ({ money, search }: { money: MoneyOfCurrency; search: MoneySearch }) => {
  const texts = useTexts().money
  const { language } = useLanguage()
  const { currency } = money
  return (
    <details className="fold">
      <summary>{texts.asTable}</summary>
      <Text size="xs" c="dimmed">
        {texts.noQuietDays} {texts.hondurasDays}
      </Text>
      <RowTable
        verticalSpacing="xs"
        rows={money.days.filter((day) => !isQuiet(day)).reverse()}
        keyOf={({ day }) => day}
        columns={[
          { name: texts.day, cell: ({ day }) => dayText(day, language) },
          ...MONEY_TABS.map((kind) => ({
            name: texts.kinds[kind],
            ta: 'end' as const,
            cell: ({ day, [kind]: { amount, count } }: Day) =>
              count === 0 ? (
                '—'
              ) : (
                <Link
                  to="/money"
                  search={{ ...showing(search, { show: kind, day }), currency }}
                  resetScroll={false}
                >
                  <Amount amount={amount} currency={currency} /> ({count})
                </Link>
              ),
          })),
          {
            name: texts.approval,
            ta: 'end',
            cell: ({ paid, declined }) => {
              const tried = paid.count + declined.count
              return tried === 0 ? '—' : percentText(paid.count / tried, language)
            },
          },
        ]}
      />
    </details>
  )
}
