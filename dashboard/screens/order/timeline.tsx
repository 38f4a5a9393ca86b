import { Stack, Text, Title } from '@mantine/core'
import { useLanguage } from '../../app/language.ts'
import { dateText, timeText } from '../../parts/values/moment.tsx'
import { Raw } from '../../parts/values/raw.tsx'
import type { Whole } from './refundable.ts'

/** Timeline by day, newest first, with expandable raw messages. */
export const Timeline = ({ whole: { timeline } }: { whole: Whole }) => {
  const { texts, language } = useLanguage()
  const days = Map.groupBy([...timeline].reverse(), ({ at }) => dateText(new Date(at), language))
  return (
    <section>
      <Title order={2}>{texts.order.timeline}</Title>
      <Stack gap="lg" mt="sm">
        {[...days].map(([day, lines]) => (
          <div key={day}>
            <Text component="h3" c="dimmed" fw={600}>
              {day}
            </Text>
            <ol className="bare timeline">
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: Lines have no id, and never change their order.
                <li key={index}>
                  <time dateTime={line.at}>{timeText(new Date(line.at), language)}</time>
                  <div>
                    <Text>
                      {line.text} <Mark details={line.details} />
                    </Text>
                    {line.actor ? (
                      <Text size="xs" c="dimmed">
                        <bdi>{line.actor.text}</bdi>
                      </Text>
                    ) : null}
                    {line.event ? <Raw label={texts.order.raw} text={line.event.body} /> : null}
                  </div>
                </li>
              ))}
            </ol>
          </div>
        ))}
      </Stack>
    </section>
  )
}

/** Distinguishes entries of one kind by event type or decline code. */
const Mark = ({ details: { type, code } }: { details: Record<string, unknown> }) => {
  const mark = typeof type === 'string' ? type : code
  return typeof mark === 'string' ? <span className="code">{mark}</span> : null
}
