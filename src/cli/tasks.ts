import { platforms } from '../../adapters/registry.ts'
import type { DbQuery } from '../db/db.ts'
import type { TaskRow } from '../db/outbox.ts'
import { countReplayableTasks } from '../db/replays.ts'
import { listStores } from '../db/stores.ts'
import { TASK_STATES, type TaskState } from '../db/tables/tasks.ts'
import { failuresOfTasks, latestReplays, listTasks } from '../db/task-history.ts'
import { readClockOffsetMs } from '../db/test-clock.ts'
import { StoreId } from '../domain/ids.ts'
import type { Wait } from '../payments/operations/rules/waiting.ts'
import { taskIdOf, taskName } from '../payments/operations/task-name.ts'
import { waitsOfTasks } from '../payments/operations/waiting.ts'
import { MOST_AT_ONCE, replayTask, replayTasks } from '../payments/ports/replay-tasks.ts'
import { addMs, systemClock } from '../runtime/clock.ts'
import { actAs } from '../runtime/current-actor.ts'
import { UserError } from '../runtime/failure.ts'
import { printable } from '../runtime/printable.ts'
import { type Program, runProgram } from '../runtime/program.ts'
import { auditedCommand } from './audited-command.ts'
import { chosenFrom, inWordsOfCaller, readOptions, wrongUse } from './command-line.ts'
import { COMMAND_LINE } from './command-program.ts'
import { confirm } from './confirm.ts'
import { counted } from './counted.ts'
import { openCommandDb } from './open-command-db.ts'
import { printJson } from './print-json.ts'
import { tellCircuits, tryOne, tryStore } from './tasks/try.ts'

const USAGE = `What Puente still has to do, or has given up, of all stores.

  npm run tasks -- list [--state dead] [--store SHOP] [--kind KIND] [--limit 50] [--json]
  npm run tasks -- try tsk_12
  npm run tasks -- try --store SHOP
  npm run tasks -- replay tsk_12
  npm run tasks -- replay [--store SHOP] [--kind KIND] [--died-after TIME] [--died-before TIME]
  npm run tasks -- replay [--yes]

  --state        ${TASK_STATES.join(', ')} or all; without it, dead
  --died-after   as 2030-01-31T18:00:00-06:00

A try makes a task that waits due at once, and lets it through once where its gateway account or
shop is left alone; with --store, one task for each of the two, and what waits follows when that is
done. A replay is a new task that does a dead one again, with all its tries; dead tasks and what they
were about are on each store's list of alerts. At most ${MOST_AT_ONCE} are replayed at a time. Without
anything that narrows it, a replay shows what it would do, and asks; --yes answers that.`

const tasks = async (program: Program): Promise<'ended'> => {
  const { positionals, values } = readArguments()
  const [command, name] = positionals
  if (values.help || command === 'help') {
    console.log(inWordsOfCaller(USAGE))
    return 'ended'
  }
  if (!command) throw new UserError(inWordsOfCaller(USAGE))
  const run = chosenFrom(COMMANDS, command, { command: 'tasks' })
  if (run === tryTasks && !name && !values.store) {
    throw wrongUse('tasks', 'Which task? "try" wants one such as tsk_12, or --store')
  }
  const { db } = await openCommandDb(program, 'tasks', platforms)
  // Follow a moved test clock.
  const now = addMs(systemClock.now(), await readClockOffsetMs(db.query))
  if (values.json && run !== list) throw wrongUse('tasks', `"${command}" takes no --json`)
  const act = () => run({ query: db.query, now, name }, values)
  if (run === list) await act()
  else await auditedCommand(db.query, entryOf(command, name, values), act)
  return 'ended'
}

const entryOf = (command: string, name: string | undefined, values: Values) => {
  const { store, kind, 'died-after': diedAfter, 'died-before': diedBefore } = values
  const request = { kind, died_after: diedAfter, died_before: diedBefore }
  return { action: `tasks ${command}`, subject: name, storeId: store, request }
}

const readArguments = () =>
  readOptions('tasks', {
    allowPositionals: true,
    options: {
      state: { type: 'string', default: 'dead' },
      store: { type: 'string' },
      kind: { type: 'string' },
      limit: { type: 'string', default: '50' },
      json: { type: 'boolean', default: false },
      'died-after': { type: 'string' },
      'died-before': { type: 'string' },
      yes: { type: 'boolean', short: 'y', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })

type Values = ReturnType<typeof readArguments>['values']

type Command = (
  about: { query: DbQuery; now: Date; name: string | undefined },
  values: Values,
) => Promise<void>

const list: Command = async ({ query, now }, values) => {
  const limit = Number(values.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000) {
    throw new UserError('--limit: a whole number from 1 to 1000')
  }
  const found = await listTasks(query, StoreId.optional().parse(values.store), {
    states: readStates(values.state),
    kinds: values.kind === undefined ? undefined : [values.kind],
    limit,
  })
  const ids = found.map(({ id }) => id)
  const failures = await failuresOfTasks(query, ids, { most: MOST_FAILURES })
  const replays = await latestReplays(query, ids)
  const waits = await waitsOfTasks(query, found, now)
  if (values.json) {
    const data = found.map((task) => {
      const { latest = [], earlier = 0 } = failures.get(task.id) ?? {}
      return {
        ...inJson(task, { replay: replays.get(task.id), wait: waits.get(task.id) }),
        failures: latest,
        earlier_failures: earlier,
      }
    })
    return printJson({ data })
  }
  for (const task of found) {
    console.log(lineOf(task, { replay: replays.get(task.id), wait: waits.get(task.id) }))
    const { latest = [], earlier = 0 } = failures.get(task.id) ?? {}
    if (earlier > 0) console.log(`    (${counted(earlier, 'failure')} before these)`)
    for (const { at, detail } of latest) {
      console.log(`    ${at.toISOString()}  ${printable(detail)}`)
    }
  }
  if (found.length === 0) console.log('There are none.')
  for (const store of await listStores(query)) {
    if (values.store === undefined || values.store === store.id)
      await tellCircuits(query, store, now)
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

const lineOf = (task: TaskRow, { replay, wait }: Beside): string =>
  [
    taskName(task.id),
    task.state,
    task.store_id,
    task.kind,
    `${task.tries} tries`,
    task.ended_at?.toISOString() ?? `next ${task.run_at.toISOString()}`,
    ...(wait
      ? [`waits for ${wait.for}${wait.until ? ` until ${wait.until.toISOString()}` : ''}`]
      : []),
    ...(task.replay_of === null ? [] : [`replay of ${taskName(task.replay_of)}`]),
    ...(replay ? [`replayed by ${taskName(replay.id)} (${replay.state})`] : []),
  ].join('\t')

const readStates = (state: string): TaskState[] | undefined => {
  if (state === 'all') return undefined
  const known = TASK_STATES.find((each) => each === state)
  if (!known) throw new UserError(`--state: ${TASK_STATES.join(', ')} or all`)
  return [known]
}

const tryTasks: Command = ({ query, now, name }, { store = '' }) =>
  name ? tryOne(query, name, now) : tryStore(query, StoreId.parse(store), now)

const replay: Command = ({ query, name }, values) =>
  name ? replayOne(query, name) : replayMany(query, values)

const COMMANDS: Record<string, Command> = { list, try: tryTasks, replay }

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
      throw new UserError(`${name} was replayed with success by ${taskName(outcome.task.id)}.`)
    case 'under-way':
      console.log(`${name} is being done again already, by ${taskName(outcome.task.id)}.`)
      break
    case 'replayed':
      console.log(`${name} is done again by ${taskName(outcome.task.id)}.`)
  }
}

const replayMany = async (query: DbQuery, values: Values): Promise<void> => {
  const replaying = {
    query,
    now: systemClock.now(),
    storeId: StoreId.optional().parse(values.store),
  }
  const filter = {
    kind: values.kind,
    diedAfter: readTime(values, 'died-after'),
    diedBefore: readTime(values, 'died-before'),
  }
  const isNarrowed = [values.store, ...Object.values(filter)].some((part) => part !== undefined)
  if (!isNarrowed && !(await agreeToAll(query, values))) return
  const { replayed, more } = await replayTasks(replaying, filter)
  console.log(`${counted(replayed, 'dead task', ['is', 'are'])} done again.`)
  if (more) console.log('Some were left: run this again.')
}

/** Prompts first: few users intend to replay every store's dead tasks. */
const agreeToAll = async (query: DbQuery, { yes }: Values): Promise<boolean> => {
  const dead = await countReplayableTasks(query, { storeIds: undefined })
  if (dead.length === 0) {
    console.log('There are no dead tasks.')
    return false
  }
  const lines = dead.map(({ store_id, kind, count, oldest }) =>
    [`  ${count}`, kind, store_id, `oldest ${oldest.toISOString()}`].join('\t'),
  )
  const all = dead.reduce((sum, { count }) => sum + count, 0)
  const most = all > MOST_AT_ONCE ? `, the oldest ${MOST_AT_ONCE} of them now` : ''
  const what = `${all === 1 ? 'The one dead task' : `All ${all} dead tasks`} would be done again${most}:\n${lines.join('\n')}`
  if (yes) console.log(what)
  await confirm(what, { yes })
  return true
}

const readTime = (values: Values, name: 'died-after' | 'died-before'): Date | undefined => {
  const text = values[name]
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new UserError(`--${name}: a time, ISO 8601`)
  return time
}

await runProgram((program) => actAs(COMMAND_LINE, () => tasks(program)))
