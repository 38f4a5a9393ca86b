import { BarChart } from '@mantine/charts'
import { Stack, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { moneyText } from '../../../../src/domain/money-text.ts'
import { useLanguage, useTexts } from '../../../app/language.ts'
import { dayText, windowText } from '../../../parts/values/honduras-day.ts'
import { heightOf, scaleText } from '../figures.ts'
import {
  MONEY_TABS,
  type MoneySearch,
  type MoneyTab,
  type SearchWindow,
  showing,
} from '../money-search.ts'
import type { MoneyOfCurrency } from '../sums.ts'

const COLORS: Record<MoneyTab, string> = {
  paid: 'var(--accent)',
  refunded: 'var(--chart-refunded)',
  declined: 'var(--bad)',
}

interface Props {
  money: MoneyOfCurrency
  window: SearchWindow
  search: MoneySearch
}

/** A bar opens its rows. Screen readers get the table below. */
export const DayCharts = memo(({ money, window, search }: Props) => {
  const texts = useTexts().money
  const { format, language } = useLanguage()
  const navigate = useNavigate({ from: '/money' })
  const { currency } = money
  const rows = money.days.map((each) => ({
    ...each,
    label: dayText(each.day, language, { short: true }),
    heights: {
      paid: heightOf(each.paid.amount),
      refunded: heightOf(each.refunded.amount),
      declined: heightOf(each.declined.amount),
    },
  }))
  const labelOf = (kind: MoneyTab, amount: string) =>
    format(texts.byDayAlt, {
      kind: texts.kinds[kind],
      total: moneyText(amount, currency, language),
      window: windowText(window, language),
    })
  return (
    <Stack gap="md">
      <Title order={2}>{texts.byDay}</Title>
      <div
        role="img"
        aria-label={MONEY_TABS.map((kind) => labelOf(kind, money.all[kind].amount)).join('; ')}
      >
        <BarChart
          h={280}
          data={rows}
          dataKey="label"
          series={MONEY_TABS.map((kind) => ({
            name: `heights.${kind}`,
            label: texts.kinds[kind],
            color: COLORS[kind],
          }))}
          withLegend
          legendProps={{ verticalAlign: 'top', itemSorter: null }}
          tickLine="none"
          gridAxis="x"
          maxBarWidth={26}
          valueFormatter={(height) => scaleText(height, language)}
          xAxisProps={{ minTickGap: 24, interval: 'preserveStartEnd' }}
          yAxisProps={{ width: 48 }}
          barChartProps={{ accessibilityLayer: false, barGap: 1 }}
          barProps={({ name }) => ({
            isAnimationActive: false,
            radius: [3, 3, 0, 0],
            cursor: 'pointer',
            onClick: ({ payload }: { payload?: { day?: string } }) => {
              const show = MONEY_TABS.find((kind) => name === `heights.${kind}`)
              const day = payload?.day
              if (!show || !day) return
              void navigate({
                search: { ...showing(search, { show, day }), currency },
                resetScroll: false,
              })
            },
          })}
          tooltipProps={{
            isAnimationActive: false,
            content: ({ payload }) => {
              const row = payload?.[0]?.payload as (typeof rows)[number] | undefined
              if (!row) return null
              return (
                <div className="tip">
                  <strong>{dayText(row.day, language)}</strong>
                  {MONEY_TABS.map((kind) => (
                    <div key={kind}>
                      <span className="dot" style={{ background: COLORS[kind] }} />
                      {texts.kinds[kind]} {moneyText(row[kind].amount, currency, language)}
                    </div>
                  ))}
                </div>
              )
            },
          }}
        />
      </div>
    </Stack>
  )
})
