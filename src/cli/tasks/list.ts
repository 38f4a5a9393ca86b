import type { DbQuery, StoreRow } from '../../db/db.ts'
import { nowOfInstallation } from '../../db/installation/test-clock.ts'
import { idsOfAllStores, listStores } from '../../db/stores/stores.ts'
import type { TaskState } from '../../db/tables/tasks.ts'
import type { TaskRow } from '../../db/tasks/outbox.ts'
import { failuresOfTasks, latestReplays, tasksOfStores } from '../../db/tasks/task-history.ts'
import { StoreId } from '../../domain/ids.ts'
import { taskName } from '../../domain/public-ids.ts'
import type { Wait } from '../../payments/tasks/rules/waiting.ts'
import { readCircuitsOfStore } from '../../payments/tasks/try-now.ts'
import { waitsOfTasks } from '../../payments/tasks/waiting.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { counted, printReportJson } from '../terminal/print.ts'
import { type Cell, printBelow, stdoutOutlet, tableLines } from '../terminal/table.ts'

export interface ListTasksOptions {
  state: TaskState | 'all'
  store?: string
  kind?: string
  limit: number
  json: boolean
}

/** Prints tasks with their latest failures, then the stores' open circuits. */
export const listTasksCommand = async (
  program: CommandProgram,
  { state, store: storeId, kind, limit, json }: ListTasksOptions,
): Promise<void> => {
  const { query } = await openCommandDb(program, 'tasks')
  const now = await nowOfInstallation(query)
  const { rows: found } = await tasksOfStores(query, {
    storeIds: storeId === undefined ? await idsOfAllStores(query) : [StoreId.parse(storeId)],
    states: state === 'all' ? undefined : [state],
    kinds: kind === undefined ? undefined : [kind],
    before: undefined,
    limit,
    isExhaustive: true,
  })
  const ids = found.map(({ id }) => id)
  const failures = await failuresOfTasks(query, ids, { most: MOST_FAILURES })
  const replays = await latestReplays(query, ids)
  const waits = await waitsOfTasks(query, found, now)
  const shown = found.map((task) => ({
    task,
    beside: { replay: replays.get(task.id), wait: waits.get(task.id) },
    failed: failures.get(task.id) ?? { latest: [], earlier: 0 },
  }))
  if (json) {
    const data = shown.map(({ task, beside, failed }) => ({
      ...inJson(task, beside),
      failures: failed.latest,
      earlier_failures: failed.earlier,
    }))
    printReportJson({ data })
    return
  }
  const outlet = stdoutOutlet()
  const rows = shown.map(({ task, beside }) => rowOf(task, { ...beside, isTTY: outlet.isTTY }))
  const lines = tableLines(COLUMNS, rows, outlet)
  if (outlet.isTTY && found.length > 0) console.log(lines.shift())
  for (const [index, { failed }] of shown.entries()) {
    console.log(lines[index])
    if (failed.earlier > 0) printBelow(`(${counted(failed.earlier, 'earlier failure')})`)
    for (const { at, detail } of failed.latest) printBelow(`${at.toISOString()}  ${detail}`)
  }
  if (found.length === 0) console.log('No tasks.')
  for (const store of await listStores(query)) {
    if (storeId === undefined || storeId === store.id) await printOpenCircuits(query, store, now)
  }
}

const MOST_FAILURES = 5

interface Beside {
  replay: TaskRow | undefined
  wait: Wait | undefined
}

const inJson = (task: TaskRow, { replay, wait }: Beside) => ({
  id: taskName(task.id),
  ...{ state: task.state, store_id: task.store_id, kind: task.kind, tries: task.tries },
  ...{ ended_at: task.ended_at, next_try_at: task.ended_at ? null : task.run_at },
  waits_for: wait?.for ?? null,
  waits_until: wait?.until ?? null,
  replay_of: task.replay_of === null ? null : taskName(task.replay_of),
  replayed_by: replay ? taskName(replay.id) : null,
})

const COLUMNS = [
  'TASK',
  'STATE',
  { header: 'STORE', yields: 'cut' },
  { header: 'KIND', yields: 'cut' },
  'TRIES',
  'ENDED OR NEXT',
  { header: 'MORE', yields: 'cut' },
] as const

/** Without a terminal, each remark has its own cell. */
const rowOf = (task: TaskRow, { replay, wait, isTTY }: Beside & { isTTY: boolean }): Cell[] => {
  const remarks = [
    ...(wait
      ? [`waits for ${wait.for}${wait.until ? ` until ${wait.until.toISOString()}` : ''}`]
      : []),
    ...(task.replay_of === null ? [] : [`replay of ${taskName(task.replay_of)}`]),
    ...(replay ? [`replayed by ${taskName(replay.id)} (${replay.state})`] : []),
  ]
  const { state, store_id, kind, tries } = task
  const name = taskName(task.id)
  return isTTY
    ? [name, state, store_id, kind, `${tries}`, task.ended_at ?? task.run_at, remarks.join(', ')]
    : [
        ...[name, state, store_id, kind, `${tries} tries`],
        task.ended_at ?? `next ${task.run_at.toISOString()}`,
        ...remarks,
      ]
}

const printOpenCircuits = async (query: DbQuery, store: StoreRow, now: Date): Promise<void> => {
  for (const circuit of await readCircuitsOfStore(query, store, now)) {
    if (circuit.state === 'closed') continue
    const { name, state, openUntil, failingSince, lastError, tasksWaiting } = circuit
    const parts = [
      openUntil ? `${state} until ${openUntil.toISOString()}` : state,
      `failing since ${failingSince?.toISOString()}`,
      counted(tasksWaiting, 'task', ['waits', 'wait']),
      lastError ?? '',
    ]
    console.log(`${name} of ${store.id}\t${parts.join('\t')}`)
  }
}
