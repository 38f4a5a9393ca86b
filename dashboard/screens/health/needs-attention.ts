import type { Schemas } from '../../app/api.ts'

type Health = Schemas['StoreHealth']

/** The server decides, for every screen and `puente doctor`. */
export const needsAttention = ({ concerns }: Pick<Health, 'concerns'>): boolean =>
  concerns.length > 0

export type QueueState = 'moving' | 'late' | 'given_up'

export const stateOfQueue = ({ concerns }: Health): QueueState => {
  if (concerns.includes('tasks_given_up')) return 'given_up'
  return concerns.includes('queue_late') ? 'late' : 'moving'
}
