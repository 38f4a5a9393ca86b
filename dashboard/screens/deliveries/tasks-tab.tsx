import { api, type Schemas, use } from '../../app/api.ts'
import { nameOf, useTexts } from '../../app/language.ts'
import { useAction } from '../../parts/forms/use-action.ts'
import { usePages } from '../../parts/use-pages.ts'
import { Moment } from '../../parts/values/moment.tsx'
import { DeadTasks } from './dead-tasks.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { pickOneOf, TASK_STATE_FILTERS, type TabProps } from './delivery-search.ts'
import { Choice, DeliveryFilters } from './filters.tsx'
import { type ReplayKind, TASK_KINDS } from './task-kinds.ts'
import { Tries } from './tries.tsx'
import { WaitsFor } from './waits-for.tsx'

export const TasksTab = ({ search, change }: TabProps) => {
  const texts = useTexts()
  const own = texts.deliveries
  const state = pickOneOf(TASK_STATE_FILTERS, search.state) ?? 'dead'
  const query = {
    state,
    ...(search.store ? { store_id: search.store } : {}),
    ...(search.kind ? { kind: search.kind as ReplayKind } : {}),
  }
  const pages = usePages(['tasks', query], (cursor, signal) =>
    api.GET('/operator/v1/tasks', {
      params: { query: { ...query, limit: 30, ...cursor } },
      signal,
    }),
  )
  return (
    <>
      <DeliveryFilters search={search} change={change}>
        <Choice
          label={own.state}
          placeholder={own.taskStates.dead}
          value={state}
          data={TASK_STATE_FILTERS.map((value) => ({ value, label: own.taskStates[value] }))}
          set={(chosen) => change({ state: chosen === 'dead' ? undefined : chosen })}
        />
        <Choice
          label={own.kind}
          placeholder={texts.any}
          value={search.kind}
          data={TASK_KINDS.map((value) => ({ value, label: own.kinds[value] ?? value }))}
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
  const again = useAction(
    use.useMutation('post', '/operator/v1/tasks/{id}/replay'),
    texts.doneAgain,
  )
  const now = useAction(use.useMutation('post', '/operator/v1/tasks/{id}/try'), texts.tried)
  const path = { params: { path: { id } } }
  const isDoneAgain = replay !== null && replay.state !== 'dead'
  const acts = {
    dead: { label: texts.doAgain, isPending: again.isPending, run: () => again.run(path) },
    ready: { label: texts.tryNow, isPending: now.isPending, run: () => now.run(path) },
  }
  const act =
    state === 'ready' ? acts.ready : state === 'dead' && !isDoneAgain ? acts.dead : undefined
  return (
    <DeliveryRow
      title={nameOf(texts.kinds, kind)}
      state={isDoneAgain ? 'done_again' : state}
      word={isDoneAgain ? texts.replayed : texts.taskStates[state]}
      storeId={task.store_id}
      order={task.order}
      act={act}
      more={() => <MoreOfTask task={task} />}
    >
      <Moment at={task.ended_at ?? task.created_at} />
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
