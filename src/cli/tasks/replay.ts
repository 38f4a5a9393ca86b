import type { DbQuery } from '../../db/db.ts'
import { countReplayableTasks } from '../../db/events/replays.ts'
import { StoreId } from '../../domain/ids.ts'
import { taskIdOf, taskName } from '../../domain/public-ids.ts'
import { REPLAY_LIMIT, replayTask, replayTasks } from '../../payments/ports/replay-tasks.ts'
import { systemClock } from '../../runtime/clock.ts'
import { UserError } from '../../runtime/failure.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { confirm } from '../terminal/confirm.ts'
import { counted } from '../terminal/print.ts'
import { tableLines } from '../terminal/table.ts'

export interface ReplayOptions {
  store?: string
  kind?: string
  diedAfter?: Date
  diedBefore?: Date
  yes: boolean
}

/** Replays one task, or all that match the filter. */
export const replayTasksCommand = async (
  program: CommandProgram,
  task: string | undefined,
  options: ReplayOptions,
): Promise<void> => {
  const { query } = await openCommandDb(program, 'tasks')
  const { store: storeId, kind, diedAfter, diedBefore } = options
  const request = { kind, died_after: diedAfter, died_before: diedBefore }
  await auditedCommand(query, { action: 'tasks replay', subject: task, storeId, request }, () =>
    task === undefined ? replayMany(query, options) : replayOne(query, task),
  )
}

const replayOne = async (query: DbQuery, name: string): Promise<void> => {
  const id = taskIdOf(name)
  const replaying = { query, now: systemClock.now(), storeId: undefined }
  const outcome =
    id === undefined ? { outcome: 'no-such-task' as const } : await replayTask(replaying, id)
  switch (outcome.outcome) {
    case 'no-such-task':
      throw new UserError(`There is no task ${name}.`)
    case 'not-dead':
      throw new UserError(`${name} is ${outcome.state}, not dead.`)
    case 'done-by-replay':
      throw new UserError(`${taskName(outcome.task.id)} already replayed ${name} successfully.`)
    case 'under-way':
      console.log(`${taskName(outcome.task.id)} is already replaying ${name}.`)
      break
    case 'replayed':
      console.log(`Replaying ${name} as ${taskName(outcome.task.id)}.`)
  }
}

const replayMany = async (
  query: DbQuery,
  { store, kind, diedAfter, diedBefore, yes }: ReplayOptions,
): Promise<void> => {
  const now = systemClock.now()
  const filter = { kind, diedAfter, diedBefore }
  const isNarrowed = [store, ...Object.values(filter)].some((part) => part !== undefined)
  if (!isNarrowed && !(await agreeToAll(query, { yes }))) return
  const storeId = StoreId.optional().parse(store)
  const { replayed, more } = await replayTasks({ query, now, storeId }, filter)
  console.log(`Replaying ${counted(replayed, 'dead task')}.`)
  if (more) console.log('More dead tasks are left. Run the command again.')
}

/** Few users intend to replay every store's dead tasks. */
const agreeToAll = async (query: DbQuery, { yes }: { yes: boolean }): Promise<boolean> => {
  const dead = await countReplayableTasks(query, { storeIds: undefined })
  if (dead.length === 0) {
    console.log('There are no dead tasks.')
    return false
  }
  const rows = dead.map(({ store_id, kind, count, oldest }) => [
    ...[`${count}`, kind, store_id],
    oldest,
  ])
  const lines = tableLines(['TASKS', 'KIND', 'STORE', 'OLDEST'], rows, { isTTY: true })
  const all = dead.reduce((sum, { count }) => sum + count, 0)
  const most = all > REPLAY_LIMIT ? ` (the oldest ${REPLAY_LIMIT} now)` : ''
  const what = `This replays ${counted(all, 'dead task')}${most}:\n${lines.map((line) => `  ${line}`).join('\n')}`
  if (yes) console.log(what)
  await confirm(what, { yes })
  return true
}
