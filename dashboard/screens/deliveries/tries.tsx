import type { Schemas } from '../../app/api.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { useDeliveriesTexts } from './texts.ts'

type Task = Pick<Schemas['TaskOfStore'], 'failures' | 'earlier_failures'>

export const Tries = ({ task: { failures, earlier_failures: earlier } }: { task: Task }) => {
  const texts = useDeliveriesTexts().deliveries
  if (failures.length === 0) return <p>{texts.noFailures}</p>
  return (
    <>
      <ol className="bare tries">
        {failures.toReversed().map((failure) => (
          <li key={failure.try}>
            {texts.try(failure.try)} · <Moment at={failure.at} /> ·{' '}
            <bdi className="code">{failure.detail}</bdi>
          </li>
        ))}
      </ol>
      {earlier > 0 ? <p>{texts.earlier(earlier)}</p> : null}
    </>
  )
}
