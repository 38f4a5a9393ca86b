import { isStorable } from '../../../runtime/text/storable.ts'
import type { MerchantRoute, OperatorRoute, PersonAccess } from '../route.ts'
import { NOWHERE } from './locate.ts'

/** Lists the merchant routes that people reach too, as operator routes. */
export const routesByPerson = (routes: readonly MerchantRoute[]): OperatorRoute[] =>
  routes.flatMap((route) => (route.byPerson ? [openToPeople(route, route.byPerson)] : []))

export const openToPeople = (
  route: MerchantRoute,
  { locate, ...own }: PersonAccess,
): OperatorRoute => {
  const { platform: _, byPerson: __, ...shared } = route
  return {
    ...shared,
    ...own,
    locate,
    problems: { ...route.problems, 404: 'The person has no such thing' },
    handle: async (input) => {
      const { ctx, core, actor, connecting } = input
      const { body, query, reader, idempotencyKey, fromAddress } = input
      // PostgreSQL text cannot hold NUL.
      const located = isStorable(input.id) ? await locate(input, input.id) : NOWHERE
      const access = await input.accessTo(located.storeId)
      if (access.outcome === 'refused') return access.answer
      const { store, rights } = access
      const { id, refundId = '' } = located
      const caller = { ctx, core, store, rights, actor, connecting }
      const request = { body, query, reader, idempotencyKey, fromAddress, id, refundId }
      return route.handle({ ...caller, ...request })
    },
  }
}
