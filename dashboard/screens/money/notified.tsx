import { Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Schemas } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { RowTable } from '../../parts/row-table.tsx'
import { Facts } from '../../parts/values/facts.tsx'
import { dayText } from '../../parts/values/honduras-day.ts'
import { secondsText } from './figures.ts'
import type { SearchWindow } from './money-search.ts'

type NotifiedDay = Schemas['NotifiedOfDay']

/** Lazy: the chart library is large. */
const NotifiedLines = lazy(async () => ({
  default: (await import('./charts/charts.ts')).NotifiedLines,
}))
const NOTIFIED_HEIGHT = 180

export const NotifiedDays = ({
  days,
  window,
}: {
  days: readonly NotifiedDay[]
  window: SearchWindow
}) => {
  const texts = useTexts().money
  const { language } = useLanguage()
  const newest = days.at(-1)
  return (
    <section className="card figure">
      <Title order={2}>{texts.notified}</Title>
      <Text c="dimmed" size="xs">
        {texts.notifiedHint}
      </Text>
      {newest ? (
        <>
          <Facts
            className="facts wide"
            facts={{
              [dayText(newest.day, language)]: '',
              [texts.half]: secondsText(newest.p50_seconds, language),
              [texts.nearlyAll]: secondsText(newest.p95_seconds, language),
            }}
          />
          {days.length > 1 ? (
            <Suspense fallback={<div style={{ height: NOTIFIED_HEIGHT }} />}>
              <NotifiedLines days={days} window={window} />
            </Suspense>
          ) : null}
          <NotifiedTable days={days} />
        </>
      ) : (
        <Text>{texts.notNotified}</Text>
      )}
    </section>
  )
}

const NotifiedTable = ({ days }: { days: readonly NotifiedDay[] }) => {
  const texts = useTexts().money
  const { language } = useLanguage()
  return (
    <details className="fold">
      <summary>{texts.asTable}</summary>
      <RowTable
        verticalSpacing="xs"
        rows={days.toReversed()}
        keyOf={({ day }) => day}
        columns={[
          { name: texts.day, cell: ({ day }) => dayText(day, language) },
          { name: texts.notifications, ta: 'end', cell: ({ notified }) => notified },
          {
            name: texts.half,
            ta: 'end',
            cell: ({ p50_seconds: half }) => secondsText(half, language),
          },
          {
            name: texts.nearlyAll,
            ta: 'end',
            cell: ({ p95_seconds: nearlyAll }) => secondsText(nearlyAll, language),
          },
        ]}
      />
    </details>
  )
}
