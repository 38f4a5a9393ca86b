import type { TaskRow } from '../ledger/outbox.ts'
import { applyGatewayEvent } from '../payments/apply-gateway-event.ts'
import { askGateway } from '../payments/ask-gateway.ts'
import { carryOutReversal } from '../payments/carry-out-reversal.ts'
import type { PaymentsContext } from '../payments/context.ts'
import { findOutChargeLater } from '../payments/find-out-charge.ts'
import { findOutCreation } from '../payments/find-out-creation.ts'
import { type FollowUp, type FollowUpKind, followUps } from '../payments/follow-ups.ts'
import type { TaskOutcome } from '../payments/task-outcome.ts'
import { tellSavedCard } from '../payments/tell-saved-card.ts'
import { tellStorefront } from '../payments/tell-storefront.ts'

/**
 * Tasks travel in lanes, each a queue with workers of its own, so that shops and gateways that are
 * slow to answer never hold up what needs the ledger alone.
 */
export const LANES = ['ledger', 'network'] as const
export type Lane = (typeof LANES)[number]

/** How one kind of task is run and tried again. */
interface Job<Kind extends FollowUpKind> {
  /** What it waits for: the ledger alone, or others over the network. */
  lane: Lane
  run(ctx: PaymentsContext, payload: FollowUp<Kind>): Promise<TaskOutcome>
  /** The waits before the second try, the third, and so on; the last one is repeated. */
  waitsMs: readonly number[]
  /** After so many tries a task is dead; without it, it is tried until it succeeds. */
  maxTries?: number
  timeoutMs: number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A shop is told until it has taken the message. */
const WAITS_FOR_A_SHOP = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
]

/** Every kind of task that follows from a use case. */
const catalogue: { [Kind in FollowUpKind]: Job<Kind> } = {
  'apply-gateway-event': {
    lane: 'ledger',
    run: applyGatewayEvent,
    waitsMs: [SECOND, 5 * SECOND, 30 * SECOND, 5 * MINUTE],
    timeoutMs: 30 * SECOND,
  },
  'find-out-creation': {
    lane: 'network',
    run: findOutCreation,
    waitsMs: [MINUTE, 5 * MINUTE, 30 * MINUTE],
    maxTries: 50,
    timeoutMs: 2 * MINUTE,
  },
  'find-out-charge': {
    lane: 'network',
    run: findOutChargeLater,
    waitsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE],
    timeoutMs: MINUTE,
  },
  'ask-gateway': {
    lane: 'network',
    run: askGateway,
    waitsMs: [5 * SECOND, 30 * SECOND, 5 * MINUTE],
    maxTries: 10,
    timeoutMs: MINUTE,
  },
  'carry-out-reversal': {
    lane: 'network',
    run: carryOutReversal,
    // A wish that has to wait for the gateway's window says itself for how long.
    waitsMs: [MINUTE, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR],
    timeoutMs: 2 * MINUTE,
  },
  'tell-saved-card': {
    lane: 'network',
    run: tellSavedCard,
    waitsMs: WAITS_FOR_A_SHOP,
    timeoutMs: 30 * SECOND,
  },
  'tell-storefront': {
    lane: 'network',
    run: tellStorefront,
    waitsMs: WAITS_FOR_A_SHOP,
    timeoutMs: 30 * SECOND,
  },
}

export interface CataloguedJob {
  run(ctx: PaymentsContext): Promise<TaskOutcome>
  waitsMs: readonly number[]
  maxTries: number
  timeoutMs: number
}

const isKnownKind = (kind: string): kind is FollowUpKind => Object.hasOwn(catalogue, kind)

/** The lane of a kind of task; one that is not known here goes where its end is written quickly. */
export const laneOf = (kind: string): Lane => (isKnownKind(kind) ? catalogue[kind].lane : 'ledger')

/** Finds the job of a task and reads its payload. `undefined` for a kind that is not known here. */
export const jobOf = (task: TaskRow): CataloguedJob | undefined =>
  isKnownKind(task.kind) ? bind(task.kind, task) : undefined

const bind = <Kind extends FollowUpKind>(kind: Kind, task: TaskRow): CataloguedJob => {
  const {
    run,
    waitsMs,
    maxTries = Number.POSITIVE_INFINITY,
    timeoutMs,
  }: Job<Kind> = catalogue[kind]
  const schema: (typeof followUps)[Kind] = followUps[kind]
  return {
    run: (ctx) => run(ctx, schema.parse(task.payload) as FollowUp<Kind>),
    waitsMs,
    maxTries,
    timeoutMs,
  }
}
