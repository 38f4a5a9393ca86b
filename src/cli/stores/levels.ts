import { storeWorkSince } from '../../db/stores/store-work.ts'
import { judgeLevels, type StoreLevel } from '../../payments/health/rules/service-level.ts'
import { addMs, HOUR } from '../../runtime/clock.ts'
import { printReportJson } from '../terminal/print.ts'
import { printTable } from '../terminal/table.ts'
import type { StoreCommandContext } from './workplace.ts'

/** Shows how fast each store was notified, and its share of the work. */
export const showLevels = async (
  { connecting: { query, now }, settings }: StoreCommandContext,
  { hours, json }: { hours: number; json: boolean },
): Promise<void> => {
  const works = await storeWorkSince(query, addMs(now, -hours * HOUR))
  const level = {
    seconds: settings.SERVICE_LEVEL_SECONDS,
    percent: settings.SERVICE_LEVEL_PERCENT,
  }
  const levels = judgeLevels(works, level)
  if (json) return printReportJson({ level, hours, data: levels.map(levelInJson) })
  printTable(
    COLUMNS,
    levels.map((one) => [
      one.store_id,
      percentOf(one.workShare),
      String(one.events),
      String(one.tasks),
      String(one.notifications),
      one.inTime === undefined ? '-' : percentOf(one.inTime),
      one.missedBy ? `missed by ${one.missedBy === 'puente' ? 'Puente' : 'the store'}` : 'met',
    ]),
    { none: 'No store has caused any work in this time.' },
  )
}

const COLUMNS = [
  'STORE',
  'SHARE OF WORK',
  { header: 'EVENTS', yields: 'extra' },
  { header: 'TASKS', yields: 'extra' },
  { header: 'NOTIFICATIONS', yields: 'extra' },
  'IN TIME',
  'LEVEL',
] as const

/** Rounded down: 99.96 % is not 100 %. */
const percentOf = (share: number): string => `${(Math.floor(share * 1_000) / 10).toFixed(1)} %`

const levelInJson = (one: StoreLevel) => ({
  store: one.store_id,
  work_share: one.workShare,
  events: one.events,
  tasks: one.tasks,
  notifications: one.notifications,
  late: one.late,
  late_after_failure: one.late_after_failure,
  in_time_share: one.inTime ?? null,
  missed_by: one.missedBy ?? null,
})
