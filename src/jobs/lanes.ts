import type { HandedTask } from '../ledger/outbox.ts'
import type { TaskNeeds } from '../ledger/tables/tasks.ts'

/** Tasks that only need the ledger never wait behind tasks that wait for the network. */
export const LANES = ['ledger', 'network'] as const
export type Lane = (typeof LANES)[number]

/** What a job carries: which task, which hand-over of it, and whom it needs for what. */
export interface TaskJob {
  id: string
  handovers: number
  kind: string
  storeId: string
  needs: TaskNeeds
  /** A person wants it tried, whatever its circuit says. */
  passesCircuit: boolean
}

export const queueOf = (lane: Lane): string => `tasks-${lane}`

const laneOf = ({ needs }: Pick<HandedTask, 'needs'>): Lane =>
  needs === 'ledger' ? 'ledger' : 'network'

/** The lanes of tasks that need these. */
export const lanesOf = (needs: readonly TaskNeeds[]): Lane[] => [
  ...new Set(needs.map((each) => laneOf({ needs: each }))),
]

/** Tasks as jobs, by lane. The same hand-over of a task has the same job id. */
export const jobsByLane = (tasks: readonly HandedTask[]) =>
  LANES.map((lane) => ({
    queue: queueOf(lane),
    jobs: tasks
      .filter((task) => laneOf(task) === lane)
      .map(({ id, handovers, kind, needs, store_id, passes_circuit }) => ({
        id: `${id}-${handovers}`,
        data: {
          id: id.toString(),
          handovers,
          kind,
          needs,
          storeId: store_id,
          passesCircuit: passes_circuit,
        } satisfies TaskJob,
      })),
  })).filter(({ jobs }) => jobs.length > 0)
