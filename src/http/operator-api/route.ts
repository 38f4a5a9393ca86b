import type { z } from 'zod'
import type { StoreRow } from '../../db/db.ts'
import type { Actor } from '../../domain/actor.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Money } from '../../domain/money.ts'
import type { Rights, Scope } from '../../domain/rights.ts'
import type { Core } from '../../payments/facade/facade.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import type { StoreDeps } from '../../payments/ports/store-connecting.ts'
import type { InvitationMail } from '../../people/invitation-mail.ts'
import type { Person } from '../../people/person.ts'
import {
  type Answer,
  type RequestInput,
  type Route as RouteFor,
  refuse,
} from '../../runtime/http/route.ts'
import type { StoreConnecting } from '../merchant-api/route.ts'
import type { ChangeStreams } from './changes/streams.ts'
import type { DemoData } from './demo-data-port.ts'

export { type Answer, refuse }

/** What the use case of a route has beside the request. */
export interface Given {
  ctx: PaymentsContext
  core: Core
  connecting: StoreConnecting
  /** What stores are changed with. */
  stores: Omit<StoreDeps, 'now'>
  person: Person
  actor: Actor
  /** The stores in which the person may do what the route is for. */
  storeIds: readonly StoreId[]
  /** The organizations in which the person may do that. */
  organizationIds: readonly string[]
  changes: ChangeStreams
  /** Where people see what the gateway has of them, where that is known. */
  portalUrl: string | undefined
  /** Only where Puente is tried out. */
  demoData: DemoData | undefined
  /** How invitations are mailed; the language is that of the installation. */
  mail: InvitationMail
  /** Amounts from which a refund requires a fresh sign-in. */
  largeRefunds: readonly Money[]
  /** The last event that a browser has heard that watches changes. */
  lastEventId: string | undefined
  /** Whether the session goes on, with the same rights. */
  goesOn(): Promise<boolean>
  /** The organization of a store that the person can know of. */
  organizationOf(storeId: StoreId | undefined): string | undefined
  /** What is known of a store to the person, and what they may do there. */
  reach(storeId: StoreId | undefined): Promise<Reach>
}

/** `refused`: no store that the person could know of, or one where they may not do this. */
export type Reach = { outcome: 'reached'; store: StoreRow; rights: Rights } | Refused

/** A request that ends with this answer. */
export interface Refused {
  outcome: 'refused'
  answer: Answer
}

export const refused = (...problem: Parameters<typeof refuse>): Refused => ({
  outcome: 'refused',
  answer: refuse(...problem),
})

export type OperatorTag =
  | 'Stores'
  | 'Orders'
  | 'Payments'
  | 'Refunds'
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

/** What the path of a route names, as the merchant API of its store names it. */
export interface Located {
  storeId: StoreId | undefined
  id: string
  refundId?: string
}

export type Locate = (given: Pick<Given, 'ctx'>, id: string) => Promise<Located>

/** One route of the operator API. */
export interface Route extends RouteFor<Given> {
  tag: OperatorTag
  /** What a person has to be allowed in the organization of the store. */
  scope: Scope
  /** Which store the path is about, where it is about one. */
  locate?: Locate
  /** Whether a request that is no `get` is none of the audit log: it only looks, or is about the person's own view. */
  isUnaudited?(body: unknown): boolean
  /** Tells whether a request requires a fresh sign-in: a password typed within the last minutes. */
  needsFreshSignIn?(input: Given & { id: string; body: unknown }): boolean | Promise<boolean>
}

/** Types `handle` by the route's schemas; the server passes it only what they accepted. */
export const defineRoute = <Body extends z.ZodType, Query extends z.ZodObject>(
  route: Omit<Route, 'handle' | 'body' | 'query' | 'isUnaudited' | 'needsFreshSignIn'> & {
    body?: Body
    query?: Query
    isUnaudited?(body: z.output<Body>): boolean
    needsFreshSignIn?(input: { body: z.output<Body> }): boolean
    handle(input: Given & RequestInput<z.output<Body>, z.output<Query>>): Promise<Answer>
  },
): Route => ({
  ...route,
  isUnaudited: (body) => route.isUnaudited?.(body as z.output<Body>) ?? false,
  needsFreshSignIn: ({ body }) =>
    route.needsFreshSignIn?.({ body: body as z.output<Body> }) ?? false,
  handle: (input) => route.handle(input as Parameters<typeof route.handle>[0]),
})
