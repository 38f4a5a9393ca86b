import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { Fact } from '../../parts/values/fact.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { stateOfQueue } from './needs-attention.ts'
import { Known, Signal } from './signal.tsx'

/** Age of the oldest queued work. */
export const QueueSignal = ({ health }: { health: Schemas['StoreHealth'] }) => {
  const texts = useTexts().health
  const { event_waits_since: event, task_due_since: task, dead_tasks: dead } = health.queue
  const state = stateOfQueue(health)
  return (
    <Signal name={texts.queue} state={`queue_${state}`} word={texts.queueStates[state]}>
      {event || task || dead > 0 ? (
        <Known>
          {event ? (
            <Fact name={texts.oldestEvent}>
              <Moment at={event} />
            </Fact>
          ) : null}
          {task ? (
            <Fact name={texts.oldestTask}>
              <Moment at={task} />
            </Fact>
          ) : null}
          {dead > 0 ? (
            <Fact name={texts.deadTasks}>
              <Link to="/deliveries" search={{ tab: 'tasks', store: health.store_id }}>
                {dead}
              </Link>
            </Fact>
          ) : null}
        </Known>
      ) : (
        <p>{texts.nothingWaits}</p>
      )}
    </Signal>
  )
}
