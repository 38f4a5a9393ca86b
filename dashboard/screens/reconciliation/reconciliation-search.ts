import type { Schemas } from '../../app/api.ts'
import { readOneOf, searchOf } from '../../parts/search.ts'

type Action = Schemas['DifferenceOfStore']['action']

const ACTIONS: readonly Action[] = [
  'found',
  'repaired',
  'for_a_person',
  'counted',
  'would_be_repaired',
  'would_be_for_a_person',
]

export const readReconciliationSearch = searchOf({ action: readOneOf(ACTIONS) })
