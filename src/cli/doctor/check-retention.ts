import type { Settings } from '../../../config/settings.ts'
import type { DbQuery } from '../../db/db.ts'
import { type PartitionState, partitionState } from '../../db/privacy/partitions.ts'
import { nextRunOf } from '../../db/tasks/schedules.ts'
import { addMs, DAY, HOUR } from '../../runtime/clock.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Retention drops a month within two of its runs. */
const GRACE_MS = 2 * DAY
const RETENTION_LATE_MS = 12 * HOUR

/** Checks that months are created ahead, and that old rows go. */
export const checkRetention = async (
  query: DbQuery,
  { settings, now }: { settings: Pick<Settings, 'RETENTION_EVENTS_DAYS'>; now: Date },
): Promise<Finding[]> => {
  const keptMs = settings.RETENTION_EVENTS_DAYS * DAY + GRACE_MS
  const state = await partitionState(query, { now, eventsBefore: addMs(now, -keptMs) })
  return [judgePartitions(state), judgeRetention(await nextRunOf(query, 'retention'), now)]
}

export const judgePartitions = ({ missing, overdue, until }: PartitionState): Finding => {
  const check = 'partitions'
  if (missing.length > 0)
    return warning({
      check,
      text: `Tables of coming months are missing: ${missing.join(', ')}. Their rows would go to the default table, which retention empties row by row.`,
      cure: 'Start a worker with the role that owns the database, or run "puente migrate" with that role every month.',
    })
  if (overdue.length > 0)
    return warning({
      check,
      text: `Months older than RETENTION_EVENTS_DAYS are still there: ${overdue.join(', ')}.`,
      cure: 'They hold unhandled events (puente tasks list --state dead), or the role of the workers does not own the tables and cannot drop them.',
    })
  return ok({
    check,
    text: `The tables of all months until ${until} exist, and no old one is left.`,
  })
}

export const judgeRetention = (nextRunAt: Date | undefined, now: Date): Finding => {
  const check = 'retention'
  if (nextRunAt === undefined)
    return warning({
      check,
      text: 'Retention has never run.',
      cure: 'Start a process with the role worker.',
    })
  if (now.getTime() - nextRunAt.getTime() > RETENTION_LATE_MS)
    return warning({
      check,
      text: `Retention has been due since ${nextRunAt.toISOString()}.`,
      cure: 'Start a process with the role worker.',
    })
  return ok({ check, text: 'Retention runs as planned.' })
}
