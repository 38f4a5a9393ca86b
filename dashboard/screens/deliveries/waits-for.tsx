import type { Schemas } from '../../app/api.ts'
import { useLanguage } from '../../app/language.ts'
import { Dotted } from '../../parts/values/dotted.tsx'
import { Moment, minuteLabel } from '../../parts/values/moment.tsx'

type Waiting = Pick<
  Schemas['TaskOfStore'],
  'ended_at' | 'created_at' | 'waiting_for' | 'waiting_until' | 'last_error' | 'tries'
>

export const WaitsFor = ({ task }: { task: Waiting }) => {
  const { texts, format, language } = useLanguage()
  const { waiting_for: waits, waiting_until: until, last_error: error, tries } = task
  return (
    <Dotted>
      <Moment at={task.ended_at ?? task.created_at} />
      {tries > 1 || error ? format(texts.deliveries.tries, { count: tries }) : null}
      {error ? <bdi className="code">{error}</bdi> : null}
      {waits ? (
        <>
          {texts.waits[waits]}
          {until && waits !== 'gateway' ? (
            <>
              {' '}
              {texts.deliveries.next}{' '}
              <time dateTime={until}>{minuteLabel(new Date(until), language)}</time>
            </>
          ) : null}
        </>
      ) : null}
    </Dotted>
  )
}
