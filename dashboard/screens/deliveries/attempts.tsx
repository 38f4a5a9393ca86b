import { Text } from '@mantine/core'
import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { Dotted } from '../../parts/values/dotted.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { Raw } from '../../parts/values/raw.tsx'
import { StatusBadge } from '../../parts/values/status-badge.tsx'
import { Tries } from './tries.tsx'

type Notification = Pick<
  Schemas['NotificationWithBody'],
  'attempts' | 'attempts_kept_days' | 'failures' | 'earlier_failures' | 'state'
>

/** Lists the newest first, each with its calls. */
export const Attempts = ({ notification }: { notification: Notification }) => {
  const { texts, format } = useLanguage()
  const own = texts.deliveries.log
  const { attempts, attempts_kept_days: days, failures, state } = notification
  const kept = new Set(attempts.map((attempt) => attempt.try))
  // Includes failures without a call to the store, or older than the log.
  const others = failures.filter((failure) => !kept.has(failure.try))
  return (
    <>
      {attempts.length > 0 ? (
        <ol className="bare attempts">
          {attempts.map((attempt) => (
            <li key={attempt.try}>
              <div className="attempt-head">
                <span>
                  <Dotted>
                    <strong>{format(own.attempt, { number: attempt.try })}</strong>
                    <Moment at={attempt.at} />
                  </Dotted>
                </span>
                <StatusBadge
                  state={attempt.outcome === 'delivered' ? 'told' : 'failed'}
                  text={own[attempt.outcome]}
                />
              </div>
              {attempt.calls.map((call, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the calls of an attempt never change
                <Call key={index} call={call} />
              ))}
            </li>
          ))}
        </ol>
      ) : null}
      {others.length > 0 ? <Tries task={{ ...notification, failures: others }} /> : null}
      {attempts.length === 0 && others.length === 0 ? (
        <p>{state === 'waiting' ? own.noAttemptYet : own.noAttempts}</p>
      ) : null}
      <Text size="xs" c="dimmed">
        {format(own.kept, { days })}
      </Text>
    </>
  )
}

const Call = ({ call }: { call: Schemas['DeliveryCall'] }) => {
  const { texts, format } = useLanguage()
  const own = texts.deliveries.log
  const { sent, sent_length: length, answer, answer_kind: kind } = call
  return (
    <div className="delivery-call">
      <div>
        <Dotted>
          <bdi className="code">
            {call.method} {call.address}
          </bdi>
          <strong>{call.status === null ? own.noAnswer : `HTTP ${call.status}`}</strong>
          {format(own.ms, { ms: call.duration_ms })}
        </Dotted>
      </div>
      {call.error === null ? null : <bdi className="code">{call.error}</bdi>}
      {sent === null ? null : (
        <>
          <Raw label={own.sent} text={sent} />
          {length > sent.length ? (
            <p>{format(own.sentCut, { shown: sent.length, length })}</p>
          ) : null}
        </>
      )}
      {answer === null ? null : <Raw label={own.answer} text={answer} />}
      {call.status === null || kind === 'whole' ? null : <p>{own.kinds[kind]}</p>}
    </div>
  )
}
