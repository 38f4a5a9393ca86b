import { searchOf, searchText } from '../../parts/search.ts'

export const readStoresSearch = searchOf({ search: (given) => searchText(given)?.slice(0, 100) })
