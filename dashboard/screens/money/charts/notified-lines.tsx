import { LineChart } from '@mantine/charts'
import type { Schemas } from '../../../app/api.ts'
import { useLanguage, useTexts } from '../../../app/language.ts'
import { daysBetween, dayText, windowText } from '../../../parts/values/honduras-day.ts'
import { secondsText } from '../figures.ts'
import type { SearchWindow } from '../money-search.ts'

/** Shows median and 95th percentile by day. */
export const NotifiedLines = ({
  days,
  window,
}: {
  days: readonly Schemas['NotifiedOfDay'][]
  window: SearchWindow
}) => {
  const texts = useTexts().money
  const { language } = useLanguage()
  const byDay = new Map(days.map((each) => [each.day, each]))
  return (
    <div role="img" aria-label={`${texts.notified}, ${windowText(window, language)}`}>
      <LineChart
        h={180}
        data={daysBetween(window).map((day) => ({
          label: dayText(day, language, { short: true }),
          half: byDay.get(day)?.p50_seconds ?? null,
          nearlyAll: byDay.get(day)?.p95_seconds ?? null,
        }))}
        dataKey="label"
        series={[
          { name: 'half', label: texts.half, color: 'var(--accent)' },
          { name: 'nearlyAll', label: texts.nearlyAll, color: 'var(--chart-refunded)' },
        ]}
        connectNulls
        withLegend
        legendProps={{ verticalAlign: 'top', itemSorter: null }}
        tickLine="none"
        curveType="monotone"
        valueFormatter={(seconds) => secondsText(seconds, language)}
        xAxisProps={{ minTickGap: 24, interval: 'preserveStartEnd' }}
        lineChartProps={{ accessibilityLayer: false }}
        lineProps={{ isAnimationActive: false }}
        tooltipAnimationDuration={0}
      />
    </div>
  )
}
