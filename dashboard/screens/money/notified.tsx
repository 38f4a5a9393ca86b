import { Table, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Schemas } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { dayText } from '../../parts/values/honduras-day.ts'
import { secondsText } from './figures.ts'
import type { SearchWindow } from './money-search.ts'

type NotifiedDay = Schemas['NotifiedOfDay']

/** Lazy: the chart library is large. */
const NotifiedLines = lazy(async () => ({
  default: (await import('./charts/charts.ts')).NotifiedLines,
}))
const NOTIFIED_HEIGHT = 180

/** Delay between payment and notification. */
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
          <dl className="facts wide">
            <div>
              <dt>{dayText(newest.day, language)}</dt>
              <dd />
            </div>
            <div>
              <dt>{texts.half}</dt>
              <dd>{secondsText(newest.p50_seconds, language)}</dd>
            </div>
            <div>
              <dt>{texts.nearlyAll}</dt>
              <dd>{secondsText(newest.p95_seconds, language)}</dd>
            </div>
          </dl>
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
      <Table className="rows" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.day}</Table.Th>
            <Table.Th ta="end">{texts.notifications}</Table.Th>
            <Table.Th ta="end">{texts.half}</Table.Th>
            <Table.Th ta="end">{texts.nearlyAll}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...days].reverse().map((each) => (
            <Table.Tr key={each.day}>
              <Table.Td data-label={texts.day}>{dayText(each.day, language)}</Table.Td>
              <Table.Td data-label={texts.notifications} ta="end">
                {each.notified}
              </Table.Td>
              <Table.Td data-label={texts.half} ta="end">
                {secondsText(each.p50_seconds, language)}
              </Table.Td>
              <Table.Td data-label={texts.nearlyAll} ta="end">
                {secondsText(each.p95_seconds, language)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  )
}
