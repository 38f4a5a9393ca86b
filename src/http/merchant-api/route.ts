import type { z } from 'zod'
import type { StoreRow } from '../../db/db.ts'
import type { Platform } from '../../db/tables/stores.ts'
import type { Actor } from '../../domain/actor.ts'
import type { Rights, Scope } from '../../domain/rights.ts'
import type { Core } from '../../payments/facade/facade.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import type { GatewayOfKey } from '../../payments/ports/store-connecting.ts'
import type { Answer, RequestInput, Route as RouteFor } from '../../runtime/http/route.ts'
import type { SecretSealer } from '../../runtime/sealed-secrets.ts'

export { type Answer, refuse } from '../../runtime/http/route.ts'

/** What a store's secrets are changed with. */
export interface StoreConnecting {
  sealer: SecretSealer
  gatewayOf: GatewayOfKey
}

/** What the use case of a route has beside the request. */
export interface Given {
  ctx: PaymentsContext
  /** For the routes of adapters. */
  core: Core
  /** The store that is called for. */
  store: StoreRow
  /** What the caller may do there. */
  rights: Rights
  /** Who calls. */
  actor: Actor
  connecting: StoreConnecting
}

/** One route of the merchant API. */
export interface Route extends RouteFor<Given> {
  tag:
    | 'Store'
    | 'Events'
    | 'Checkouts'
    | 'Orders'
    | 'Saved cards'
    | 'Problems'
    | 'Tasks'
    | 'Notifications'
    | 'Webhook health'
    | 'Reconciliation'
  /** What a caller has to be allowed. */
  scope: Scope
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
