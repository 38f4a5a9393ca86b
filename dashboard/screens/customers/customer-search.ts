import { searchOf, searchText } from '../../parts/search.ts'

export const readCustomerSearch = searchOf({ search: searchText, store: searchText })

export type CustomerSearch = ReturnType<typeof readCustomerSearch>
