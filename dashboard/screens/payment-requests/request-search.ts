import { readOneOf, searchOf, searchText } from '../../parts/search.ts'

export const REQUEST_STATES = ['open', 'paid', 'expired', 'cancelled', 'paid_otherwise'] as const

export const readRequestSearch = searchOf({ state: readOneOf(REQUEST_STATES), store: searchText })

export type RequestSearch = ReturnType<typeof readRequestSearch>
