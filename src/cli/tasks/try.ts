import type { DbQuery } from '../../db/db.ts'
import { nowOfInstallation } from '../../db/installation/test-clock.ts'
import { StoreId } from '../../domain/ids.ts'
import { taskIdOf, taskName } from '../../domain/public-ids.ts'
import { CIRCUIT_NAMES, tryCircuitNow, tryTaskNow } from '../../payments/tasks/try-now.ts'
import { UserError } from '../../runtime/failure.ts'
import { openCommandDb } from '../context/open-command-db.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { storeNamed } from '../terminal/store-named.ts'

/** Makes a waiting task due now, or one per circuit of a store. */
export const tryTasks = async (
  program: CommandProgram,
  task: string | undefined,
  { store: storeId }: { store?: string },
): Promise<void> => {
  if (task === undefined && storeId === undefined) {
    throw new WrongUse('Name a task, such as tsk_12, or a store (--store).')
  }
  const { query } = await openCommandDb(program, 'tasks')
  const now = await nowOfInstallation(query)
  await auditedCommand(query, { action: 'tasks try', subject: task, storeId }, () =>
    task === undefined ? tryStore(query, StoreId.parse(storeId), now) : tryOne(query, task, now),
  )
}

const tryOne = async (query: DbQuery, name: string, now: Date): Promise<void> => {
  const id = taskIdOf(name)
  const outcome =
    id === undefined
      ? { outcome: 'no-such-task' as const }
      : await tryTaskNow({ query, now, storeId: undefined }, id)
  switch (outcome.outcome) {
    case 'no-such-task':
      throw new UserError(`There is no task ${name}.`)
    case 'not-waiting':
      throw new UserError(`${name} is not waiting: it is ${outcome.state}.`)
    case 'due':
      console.log(`Trying ${name} now.`)
  }
}

const tryStore = async (query: DbQuery, storeId: StoreId, now: Date): Promise<void> => {
  const store = await storeNamed(query, storeId)
  for (const name of CIRCUIT_NAMES) {
    const outcome = await tryCircuitNow({ query, now }, store, name)
    console.log(
      outcome.outcome === 'tried'
        ? `${name}: trying ${taskName(outcome.task.id)} now. The other waiting tasks follow if it succeeds.`
        : `${name}: no task is waiting.`,
    )
  }
}
