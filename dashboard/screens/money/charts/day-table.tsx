import { Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLanguage, useTexts } from '../../../app/language.ts'
import { Amount } from '../../../parts/values/amount.tsx'
import { dayText } from '../../../parts/values/honduras-day.ts'
import { percentText } from '../figures.ts'
import { MONEY_TABS, type MoneySearch, showing } from '../money-search.ts'
import { isQuiet, type MoneyOfCurrency } from '../sums.ts'

/** The chart's data as a table, newest day first. */
export const DayTable = ({ money, search }: { money: MoneyOfCurrency; search: MoneySearch }) => {
  const texts = useTexts().money
  const { language } = useLanguage()
  const { currency } = money
  const days = money.days.filter((day) => !isQuiet(day)).reverse()
  return (
    <details className="fold">
      <summary>{texts.asTable}</summary>
      <Text size="xs" c="dimmed">
        {texts.noQuietDays} {texts.hondurasDays}
      </Text>
      <Table className="rows" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.day}</Table.Th>
            {MONEY_TABS.map((kind) => (
              <Table.Th key={kind} ta="end">
                {texts.kinds[kind]}
              </Table.Th>
            ))}
            <Table.Th ta="end">{texts.approval}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((row) => {
            const tried = row.paid.count + row.declined.count
            return (
              <Table.Tr key={row.day}>
                <Table.Td data-label={texts.day}>{dayText(row.day, language)}</Table.Td>
                {MONEY_TABS.map((kind) => (
                  <Table.Td key={kind} data-label={texts.kinds[kind]} ta="end">
                    {row[kind].count === 0 ? (
                      '—'
                    ) : (
                      <Link
                        to="/money"
                        search={{ ...showing(search, { show: kind, day: row.day }), currency }}
                        resetScroll={false}
                      >
                        <Amount amount={row[kind].amount} currency={currency} /> ({row[kind].count})
                      </Link>
                    )}
                  </Table.Td>
                ))}
                <Table.Td data-label={texts.approval} ta="end">
                  {tried === 0 ? '—' : percentText(row.paid.count / tried, language)}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </details>
  )
}
