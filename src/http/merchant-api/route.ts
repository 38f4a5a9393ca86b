import type { z } from 'zod'
import type { StoreRow } from '../../db/db.ts'
import type { Platform } from '../../db/tables/stores.ts'
import type { Core } from '../../payments/facade/facade.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import type { Answer, RequestInput, Route as RouteFor } from '../../runtime/http/route.ts'

export { type Answer, refuse } from '../../runtime/http/route.ts'

/** What the use case of a route has beside the request. */
export interface Given {
  ctx: PaymentsContext
  /** For the routes of adapters. */
  core: Core
  /** Who calls. */
  store: StoreRow
}

/** One route of the merchant API. */
export interface Route extends RouteFor<Given> {
  tag:
    | 'Checkouts'
    | 'Orders'
    | 'Saved cards'
    | 'Problems'
    | 'Tasks'
    | 'Notifications'
    | 'Webhook health'
    | 'Reconciliation'
  /** For stores of this platform alone. */
  platform?: Platform
}

/** Types `handle` by the route's schemas; the server passes it only what they accepted. */
export const defineRoute = <Body extends z.ZodType, Query extends z.ZodObject>(
  route: Omit<Route, 'handle' | 'body' | 'query'> & {
    body?: Body
    query?: Query
    handle(input: Given & RequestInput<z.output<Body>, z.output<Query>>): Promise<Answer>
  },
): Route => ({
  ...route,
  handle: (input) => route.handle(input as Parameters<typeof route.handle>[0]),
})
