import { use } from '../app/api.ts'

export const groupsQuery = use.queryOptions('get', '/operator/v1/alert-groups', {})
