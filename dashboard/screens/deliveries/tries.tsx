import type { Schemas } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { Moment } from '../../parts/values/moment.tsx'

type Task = Pick<Schemas['TaskOfStore'], 'failures' | 'earlier_failures'>

export const Tries = ({ task: { failures, earlier_failures: earlier } }: { task: Task }) => {
  const { format } = useLanguage()
  const texts = useTexts().deliveries
  if (failures.length === 0) return <p>{texts.noFailures}</p>
  return (
    <>
      <ol className="bare tries">
        {failures.toReversed().map((failure) => (
          <li key={failure.try}>
            {format(texts.try, { number: failure.try })} · <Moment at={failure.at} /> ·{' '}
            <bdi className="code">{failure.detail}</bdi>
          </li>
        ))}
      </ol>
      {earlier > 0 ? <p>{format(texts.earlier, { count: earlier })}</p> : null}
    </>
  )
}
