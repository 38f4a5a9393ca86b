import { use } from '../../app/api.ts'

/** Members that the audit log filters by. */
export const peopleQuery = use.queryOptions('get', '/operator/v1/people', {
  params: { query: { limit: 100 } },
})
