import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../app/api.ts'
import { Facts } from '../../parts/values/facts.tsx'
import { Moment } from '../../parts/values/moment.tsx'
import { useHealthTexts } from './health-texts.ts'
import { stateOfQueue } from './needs-attention.ts'
import { Signal } from './signal.tsx'

export const QueueSignal = ({ health }: { health: Schemas['StoreHealth'] }) => {
  const texts = useHealthTexts()
  const { event_waits_since: event, task_due_since: task, dead_tasks: dead } = health.queue
  const state = stateOfQueue(health)
  return (
    <Signal name={texts.queue} state={`queue_${state}`} word={texts.queueStates[state]}>
      {event || task || dead > 0 ? (
        <Facts
          className="known"
          facts={{
            [texts.oldestEvent]: event && <Moment at={event} />,
            [texts.oldestTask]: task && <Moment at={task} />,
            [texts.deadTasks]: dead > 0 && (
              <Link to="/deliveries" search={{ tab: 'tasks', store: health.store_id }}>
                {dead}
              </Link>
            ),
          }}
        />
      ) : (
        <p>{texts.nothingWaits}</p>
      )}
    </Signal>
  )
}
