import type { StoreWork } from '../../../domain/store-work.ts'

/** `percent` of a store's notifications arrive within `seconds` of their order's change. */
export interface ServiceLevel {
  seconds: number
  percent: number
}

export interface StoreLevel extends StoreWork {
  /** Share of its notifications that arrived in time; `undefined`: there were none. */
  inTime: number | undefined
  /** Share of all events, notifications and other tasks of the installation. */
  workShare: number
  /** Whose delays miss the level, the store's own failures or Puente; `undefined`: it is met. */
  missedBy: 'puente' | 'store' | undefined
}

/** Judges each store; the largest share of the work comes first. */
export const judgeLevels = (
  works: readonly StoreWork[],
  { percent }: Pick<ServiceLevel, 'percent'>,
): StoreLevel[] => {
  const all = works.reduce((sum, work) => sum + unitsOf(work), 0)
  return works
    .map((work) => ({
      ...work,
      inTime: work.notifications > 0 ? 1 - work.late / work.notifications : undefined,
      workShare: all > 0 ? unitsOf(work) / all : 0,
      missedBy: missedBy(work, percent),
    }))
    .sort(
      (one, other) => other.workShare - one.workShare || one.store_id.localeCompare(other.store_id),
    )
}

/** The lowest share in time first, those that Puente delays before those that delay themselves. */
export const missedLevels = (levels: readonly StoreLevel[]): StoreLevel[] =>
  levels
    .filter(({ missedBy }) => missedBy !== undefined)
    .sort(
      (one, other) =>
        Number(one.missedBy === 'store') - Number(other.missedBy === 'store') ||
        (one.inTime ?? 1) - (other.inTime ?? 1),
    )

const unitsOf = ({ events, tasks, notifications }: StoreWork): number =>
  events + tasks + notifications

/** Rounded up, so that one late notification of a few misses nothing. */
const missedBy = (
  { notifications, late, late_after_failure: afterFailure }: StoreWork,
  percent: number,
): StoreLevel['missedBy'] => {
  const allowed = Math.ceil((notifications * (100 - percent)) / 100)
  if (late <= allowed) return undefined
  return late - afterFailure > allowed ? 'puente' : 'store'
}
