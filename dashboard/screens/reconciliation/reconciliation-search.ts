import type { Schemas } from '../../app/api.ts'

type Action = Schemas['DifferenceOfStore']['action']

const ACTIONS: readonly Action[] = [
  'found',
  'repaired',
  'for_a_person',
  'counted',
  'would_be_repaired',
  'would_be_for_a_person',
]

export const readReconciliationSearch = (given: Record<string, unknown>): { action?: Action } => {
  const action = ACTIONS.find((each) => each === given.action)
  return action ? { action } : {}
}
