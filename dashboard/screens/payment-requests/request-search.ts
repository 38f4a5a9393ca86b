import { REQUEST_STATES } from '../../../src/domain/requests/request-states.ts'
import { readOneOf, searchOf, searchText } from '../../parts/search.ts'

export const readRequestSearch = searchOf({ state: readOneOf(REQUEST_STATES), store: searchText })

export type RequestSearch = ReturnType<typeof readRequestSearch>
