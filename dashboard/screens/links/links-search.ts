import { searchOf, searchText } from '../../parts/search.ts'

/** `store`: only its links. */
export const readLinksSearch = searchOf({ store: searchText })

export type LinksSearch = ReturnType<typeof readLinksSearch>
