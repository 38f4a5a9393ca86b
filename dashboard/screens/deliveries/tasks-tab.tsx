import type { Schemas } from '../../app/api.ts'
import { nameOf, useTexts } from '../../app/language.ts'
import { ActButton } from '../../parts/forms/act-button.tsx'
import { Choice } from '../../parts/forms/choice.tsx'
import { pagesQuery, usePages } from '../../parts/pages.ts'
import { known, pickOneOf } from '../../parts/search.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { DeadTasks } from './dead-tasks.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { TASK_STATE_FILTERS, type TabProps } from './delivery-search.ts'
import { DeliveryFilters } from './filters.tsx'
import { type ReplayKind, TASK_KINDS } from './task-kinds.ts'
import { Tries } from './tries.tsx'
import { WaitsFor } from './waits-for.tsx'

export const TasksTab = ({ search, change }: TabProps) => {
  const own = useTexts().deliveries
  const state = pickOneOf(TASK_STATE_FILTERS, search.state) ?? 'dead'
  const filter = known({ store_id: search.store, kind: search.kind as ReplayKind | undefined })
  const pages = usePages(pagesQuery('/operator/v1/tasks', { ...filter, state, limit: 30 }))
  return (
    <>
      <DeliveryFilters search={search} change={change}>
        <Choice
          label={own.state}
          placeholder={own.taskStates.dead}
          value={state}
          values={TASK_STATE_FILTERS}
          names={own.taskStates}
          set={(chosen) => change({ state: chosen === 'dead' ? undefined : chosen })}
        />
        <Choice
          label={own.kind}
          value={pickOneOf(TASK_KINDS, search.kind)}
          values={TASK_KINDS}
          names={own.kinds}
          set={(kind) => change({ kind })}
        />
      </DeliveryFilters>
      <DeadTasks
        storeId={search.store}
        isShown={(kind) => search.kind === undefined || kind === search.kind}
      />
      <DeliveryList
        pages={pages}
        empty={state === 'dead' ? own.noDead : own.nothing}
        row={(task) => <TaskRow key={task.id} task={task} />}
      />
    </>
  )
}

const TaskRow = ({ task }: { task: Schemas['TaskOfStore'] }) => {
  const texts = useTexts().deliveries
  const { id, kind, state, replayed_by: replay } = task
  const isDoneAgain = replay !== null && replay.state !== 'dead'
  const act = { id, size: 'compact-md' }
  return (
    <DeliveryRow
      title={nameOf(texts.kinds, kind)}
      state={isDoneAgain ? 'done_again' : state}
      word={isDoneAgain ? texts.replayed : texts.taskStates[state]}
      storeId={task.store_id}
      order={task.order}
      act={
        state === 'ready' ? (
          <ActButton {...act} path="/operator/v1/tasks/{id}/try" done={texts.tried}>
            {texts.tryNow}
          </ActButton>
        ) : state === 'dead' && !isDoneAgain ? (
          <ActButton {...act} path="/operator/v1/tasks/{id}/replay" done={texts.doneAgain}>
            {texts.doAgain}
          </ActButton>
        ) : null
      }
      more={() => <MoreOfTask task={task} />}
    >
      <WaitsFor task={state === 'dead' ? { ...task, waiting_for: null } : task} />
    </DeliveryRow>
  )
}

const MoreOfTask = ({ task }: { task: Schemas['TaskOfStore'] }) => {
  const texts = useTexts().deliveries
  return (
    <>
      <p>
        <bdi className="code">
          {task.kind} {task.id}
        </bdi>{' '}
        · {texts.made} <Moment at={task.created_at} />
      </p>
      <h3>{texts.answers}</h3>
      <Tries task={task} />
    </>
  )
}
