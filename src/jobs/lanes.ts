import type { HandedTask } from '../ledger/outbox.ts'
import { LANES, type Lane, laneOf } from './catalogue.ts'

/** What a job carries: which task, and which hand-over of it. */
export interface TaskJob {
  id: string
  handovers: number
  storeId: string
}

export const queueOf = (lane: Lane): string => `tasks-${lane}`

/** Tasks as jobs, by lane. The same hand-over of a task has the same job id. */
export const jobsByLane = (tasks: readonly HandedTask[]) =>
  LANES.map((lane) => ({
    queue: queueOf(lane),
    jobs: tasks
      .filter(({ kind }) => laneOf(kind) === lane)
      .map(({ id, handovers, store_id }) => ({
        id: `${id}-${handovers}`,
        data: { id: id.toString(), handovers, storeId: store_id } satisfies TaskJob,
      })),
  })).filter(({ jobs }) => jobs.length > 0)
