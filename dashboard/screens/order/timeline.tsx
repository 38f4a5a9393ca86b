import { Stack, Text, Title } from '@mantine/core'
import { useLanguage } from '../../app/language.ts'
import { dateText, timeText } from '../../parts/values/moment.tsx'
import { Raw } from '../../parts/values/raw.tsx'
import type { Whole } from './refundable.ts'
import { type Fact, factsOfTimeline } from './timeline-facts.ts'

/** Lists facts by day, newest first, with expandable raw messages. */
export const Timeline = ({ whole: { timeline } }: { whole: Whole }) => {
  const { texts, language } = useLanguage()
  const facts = factsOfTimeline(timeline)
  const days = Map.groupBy(facts, ({ line }) => dateText(new Date(line.at), language))
  return (
    <section>
      <Title order={2}>{texts.order.timeline}</Title>
      <Stack gap="lg" mt="sm">
        {[...days].map(([day, ofDay]) => (
          <div key={day}>
            <Text component="h3" c="dimmed" fw={600}>
              {day}
            </Text>
            <ol className="bare timeline">
              {ofDay.map((fact, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: Facts have no id, and never change their order.
                <FactRow key={index} fact={fact} />
              ))}
            </ol>
          </div>
        ))}
      </Stack>
    </section>
  )
}

const FactRow = ({ fact: { line, also, times, event } }: { fact: Fact }) => {
  const { texts, format, language } = useLanguage()
  return (
    <li>
      <time dateTime={line.at}>{timeText(new Date(line.at), language)}</time>
      <div>
        <Text>
          {line.text} <Mark details={line.details} />
          {times > 1 ? (
            <span className="repeated"> {format(texts.order.times, { count: times })}</span>
          ) : null}
        </Text>
        {also.map(({ text }) => (
          <p key={text} className="also">
            {text}
          </p>
        ))}
        {line.actor && isAuthor(line.actor.kind) ? (
          <Text size="xs" c="dimmed">
            <bdi>{line.actor.text}</bdi>
          </Text>
        ) : null}
        {event ? <Raw label={texts.order.raw} text={event.body} /> : null}
      </div>
    </li>
  )
}

/** The sentence itself names the gateway and Puente's own work. */
const isAuthor = (kind: string): boolean => kind !== 'gateway' && kind !== 'job'

/** Distinguishes entries of one kind by event type or decline code. */
const Mark = ({ details: { type, code } }: { details: Record<string, unknown> }) => {
  const mark = typeof type === 'string' ? type : code
  return typeof mark === 'string' ? <span className="code">{mark}</span> : null
}
