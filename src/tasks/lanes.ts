import type { TaskNeeds } from '../db/tables/tasks.ts'
import type { ClaimedTask } from '../db/task-claims.ts'
import type { StoreId } from '../domain/ids.ts'

/** Tasks that only need the database never wait behind tasks that wait for the network. */
export const LANES = ['db', 'network'] as const
export type Lane = (typeof LANES)[number]

/** What a job carries: which task, which claim of it, and whom it needs for what. */
export interface TaskJob {
  id: string
  claims: number
  kind: string
  storeId: StoreId
  needs: TaskNeeds
  /** A person wants it tried, whatever its circuit says. */
  passesCircuit: boolean
}

export const queueOf = (lane: Lane): string => `tasks-${lane}`

const laneOf = ({ needs }: Pick<ClaimedTask, 'needs'>): Lane => (needs === 'db' ? 'db' : 'network')

/** The lanes of tasks that need these. */
export const lanesOf = (needs: readonly TaskNeeds[]): Lane[] => [
  ...new Set(needs.map((each) => laneOf({ needs: each }))),
]

/** Tasks as jobs, by lane. The same claim of a task has the same job id. */
export const jobsByLane = (tasks: readonly ClaimedTask[]) =>
  LANES.map((lane) => ({
    queue: queueOf(lane),
    jobs: tasks
      .filter((task) => laneOf(task) === lane)
      .map(({ id, claims, kind, needs, store_id, passes_circuit }) => ({
        id: `${id}-${claims}`,
        data: {
          id: id.toString(),
          claims,
          kind,
          needs,
          storeId: store_id,
          passesCircuit: passes_circuit,
        } satisfies TaskJob,
      })),
  })).filter(({ jobs }) => jobs.length > 0)
