import type { z } from 'zod'
import type { StoreRow } from '../../../db/db.ts'
import type { Platform } from '../../../db/tables/stores.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { Rights, Scope } from '../../../domain/rights.ts'
import type { Core } from '../../../payments/facade/facade.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import type { GatewayOfKey } from '../../../payments/ports/store-connecting.ts'
import type { RequestInput, Route as RouteFor, RouteResponse } from '../../../runtime/http/route.ts'
import type { SecretSealer } from '../../../runtime/secrets/sealed-secrets.ts'

export { type RouteResponse as Answer, refuse } from '../../../runtime/http/route.ts'

export interface StoreConnecting {
  sealer: SecretSealer
  gatewayOf: GatewayOfKey
}

export interface MerchantInput {
  ctx: PaymentsContext
  /** For adapter routes. */
  core: Core
  store: StoreRow
  rights: Rights
  actor: Actor
  connecting: StoreConnecting
}

export interface MerchantRoute extends RouteFor<MerchantInput> {
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
  scope: Scope
  /** Restricts the route to this platform's stores. */
  platform?: Platform
}

/** Types `handle` by the route's schemas; the server passes only validated input. */
export const defineMerchantRoute = <Body extends z.ZodType, Query extends z.ZodObject>(
  route: Omit<MerchantRoute, 'handle' | 'body' | 'query'> & {
    body?: Body
    query?: Query
    handle(
      input: MerchantInput & RequestInput<z.output<Body>, z.output<Query>>,
    ): Promise<RouteResponse>
  },
): MerchantRoute => ({
  ...route,
  handle: (input) => route.handle(input as Parameters<typeof route.handle>[0]),
})
