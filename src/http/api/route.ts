import type { z } from 'zod'
import type { StoreRow } from '../../db/db.ts'
import type { Platform } from '../../db/tables/stores.ts'
import type { Actor } from '../../domain/actor.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Money } from '../../domain/money.ts'
import type { Rights, Scope } from '../../domain/rights.ts'
import type { Core } from '../../payments/facade/core.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import type { Store } from '../../payments/ports/platform-views.ts'
import type { GatewayOfKey, StoreDeps } from '../../payments/ports/store-connecting.ts'
import type { InvitationMail } from '../../people/members/invitation-mail.ts'
import type { Person } from '../../people/person.ts'
import {
  type RequestInput,
  type Route as RouteFor,
  type RouteResponse,
  refuse,
} from '../../runtime/http/route.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { ChangeStreams } from './changes/streams.ts'
import type { TestAlerts } from './stores/alert-tests-port.ts'
import type { DemoData } from './stores/demo-data-port.ts'

export { type RouteResponse as Answer, refuse }

export interface StoreConnecting {
  sealer: SecretSealer
  gatewayOf: GatewayOfKey
}

export interface MerchantInput {
  ctx: PaymentsContext
  core: Core
  store: StoreRow
  rights: Rights
  actor: Actor
  connecting: StoreConnecting
}

/** A platform's view of `MerchantInput`: the core in place of its context. */
export interface PlatformInput extends Pick<MerchantInput, 'core' | 'rights' | 'actor'> {
  store: Store
}

/** Platform routes get their input only from the server, which passes all of it. */
export const merchantInputOf = (input: PlatformInput): MerchantInput => input as MerchantInput

/** A route that a store's API key calls, and a signed-in person too with `byPerson`. */
export interface MerchantRoute extends RouteFor<MerchantInput> {
  tag:
    | 'Store'
    | 'Events'
    | 'Checkouts'
    | 'Payment links'
    | 'Orders'
    | 'Payment requests'
    | 'Saved cards'
    | 'Alerts'
    | 'Tasks'
    | 'Notifications'
    | 'Webhook health'
    | 'Reconciliation'
  scope: Scope
  platform?: Platform
  byPerson?: PersonAccess
  /** Counterpart over all stores in a person's reach. */
  acrossStores?: OperatorRoute
  /** Keeps no answer under an `Idempotency-Key`: it would keep a person's data. */
  isUnkeyed?: boolean
  /** Reports whether the answer that an `Idempotency-Key` keeps is of no more use: the request runs again. */
  isKeptAnswerStale?(input: MerchantInput & { orderId: string }): Promise<boolean>
}

/** Lets a person call a merchant route for any store in reach. */
export interface PersonAccess
  extends Pick<OperatorRoute, 'needsFreshSignIn' | 'needsSecondFactor'> {
  locate: Locate
  /** Defaults to the merchant route's path below `/operator`. */
  path?: string
  /** Defaults to `TAG_FOR_PEOPLE` of the merchant route's tag. */
  tag?: OperatorTag
  /** Each defaults to the merchant route's value. */
  operationId?: string
  scope?: Scope
  summary?: string
  answers?: MerchantRoute['answers']
  handle?: MerchantRoute['handle']
}

/** Operator API tag for each merchant API tag. */
export const TAG_FOR_PEOPLE: Record<MerchantRoute['tag'], OperatorTag> = {
  Store: 'Stores',
  Events: 'Deliveries',
  Checkouts: 'Orders',
  'Payment links': 'Payment links',
  Orders: 'Orders',
  'Payment requests': 'Payment requests',
  'Saved cards': 'Orders',
  Alerts: 'Alerts',
  Tasks: 'Tasks',
  Notifications: 'Deliveries',
  'Webhook health': 'Deliveries',
  Reconciliation: 'Reconciliation',
}

/** Services that only operator routes need. */
export interface OperatorServices {
  connecting: StoreConnecting
  changes: ChangeStreams
  portalUrl?: string | undefined
  /** Trial installations only. */
  demoData?: DemoData | undefined
  mail: InvitationMail
  testAlerts: TestAlerts
  /** Refunds from these amounts on require a fresh sign-in. */
  largeRefunds: readonly Money[]
  secondFactorRefunds: SecondFactorRefunds
}

export interface SecondFactorRefunds {
  /** Refunds from these amounts on require a second factor; empty: none. */
  from: readonly Money[]
  /** Maximum age of the second factor. */
  minutes: number
}

export interface OperatorInput extends OperatorServices {
  ctx: PaymentsContext
  core: Core
  stores: Omit<StoreDeps, 'now'>
  person: Person
  actor: Actor
  /** Stores where the person has the route's scope. */
  storeIds: readonly StoreId[]
  /** Organizations where the person has the route's scope. */
  organizationIds: readonly string[]
  /** `Last-Event-ID` of a reconnecting change stream. */
  lastEventId: string | undefined
  /** Returns whether session and rights are unchanged. */
  isStillAllowed(): Promise<boolean>
  /** `undefined` if out of the person's reach. */
  organizationOf(storeId: StoreId | undefined): string | undefined
  accessTo(storeId: StoreId | undefined): Promise<StoreAccess>
}

/** `refused`: the person does not know the store, or lacks the scope. */
export type StoreAccess = { outcome: 'granted'; store: StoreRow; rights: Rights } | RefusedAccess

export interface RefusedAccess {
  outcome: 'refused'
  answer: RouteResponse
}

/** Wraps a problem as a refusal that ends the request. */
export const refusedWith = (...problem: Parameters<typeof refuse>): RefusedAccess => ({
  outcome: 'refused',
  answer: refuse(...problem),
})

export type OperatorTag =
  | 'Stores'
  | 'Orders'
  | 'Payment requests'
  | 'Counter'
  | 'Payments'
  | 'Payment links'
  | 'Refunds'
  | 'Customers'
  | 'Alerts'
  | 'Deliveries'
  | 'Tasks'
  | 'Circuits'
  | 'Reconciliation'
  | 'Money'
  | 'Health'
  | 'API keys'
  | 'People'
  | 'Changes'

/** Resource that a path names, in its store's merchant API. */
export interface Located<Row = unknown> {
  storeId: StoreId
  id: string
  refundId?: string
  row: Row
}

export type Locate<Row = unknown> = (
  given: Pick<OperatorInput, 'ctx'>,
  id: string,
) => Promise<Located<Row> | undefined>

/** A route that only a signed-in person calls, over all stores in their reach. */
export interface OperatorRoute extends RouteFor<OperatorInput> {
  tag: OperatorTag
  scope: Scope
  /** Resolves the path's resource of one store. */
  locate?: Locate
  /** Exempts reads and personal views from the audit log. */
  isUnaudited?(body: unknown): boolean
  /** Returns whether to require a recently typed password. */
  needsFreshSignIn?(
    input: OperatorInput & { id: string; body: unknown; idempotencyKey: string },
  ): boolean | Promise<boolean>
  /** Returns whether to require a recent second factor. */
  needsSecondFactor?(
    input: OperatorInput & { id: string; body: unknown; idempotencyKey: string },
  ): boolean | Promise<boolean>
}

type MerchantRouteWith<Input, Body extends z.ZodType, Query extends z.ZodObject> = Omit<
  MerchantRoute,
  'handle' | 'body' | 'query'
> & {
  body?: Body
  query?: Query
  handle(input: Input & RequestInput<z.output<Body>, z.output<Query>>): Promise<RouteResponse>
}

/** Types `handle` by the route's schemas; the server passes only validated input. */
export const defineMerchantRoute = <Body extends z.ZodType, Query extends z.ZodObject>(
  route: MerchantRouteWith<MerchantInput, Body, Query>,
): MerchantRoute => ({
  ...route,
  handle: (input) => route.handle(input as Parameters<typeof route.handle>[0]),
})

/** Types a platform's route, which sees the core as its adapter does. */
export const definePlatformRoute = <Body extends z.ZodType, Query extends z.ZodObject>(
  route: MerchantRouteWith<PlatformInput, Body, Query>,
): MerchantRoute => defineMerchantRoute(route)

/** Types `handle` by the route's schemas; the server passes only validated input. */
export const defineOperatorRoute = <Body extends z.ZodType, Query extends z.ZodObject>(
  route: Omit<
    OperatorRoute,
    'handle' | 'body' | 'query' | 'isUnaudited' | 'needsFreshSignIn' | 'needsSecondFactor'
  > & {
    body?: Body
    query?: Query
    isUnaudited?(body: z.output<Body>): boolean
    needsFreshSignIn?(
      input: OperatorInput & { id: string; body: z.output<Body> },
    ): boolean | Promise<boolean>
    needsSecondFactor?(
      input: OperatorInput & { id: string; body: z.output<Body> },
    ): boolean | Promise<boolean>
    handle(
      input: OperatorInput & RequestInput<z.output<Body>, z.output<Query>>,
    ): Promise<RouteResponse>
  },
): OperatorRoute => ({
  ...route,
  isUnaudited: (body) => route.isUnaudited?.(body as z.output<Body>) ?? false,
  needsFreshSignIn: (input) =>
    route.needsFreshSignIn?.({ ...input, body: input.body as z.output<Body> }) ?? false,
  needsSecondFactor: (input) =>
    route.needsSecondFactor?.({ ...input, body: input.body as z.output<Body> }) ?? false,
  handle: (input) => route.handle(input as Parameters<typeof route.handle>[0]),
})
