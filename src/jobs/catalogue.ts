import type { TaskRow } from '../ledger/outbox.ts'
import { applyGatewayEvent } from '../payments/apply-gateway-event.ts'
import { askGateway } from '../payments/ask-gateway.ts'
import { carryOutReversal } from '../payments/carry-out-reversal.ts'
import type { PaymentsContext } from '../payments/context.ts'
import { endTimeToPay } from '../payments/end-time-to-pay.ts'
import { findOutChargeLater } from '../payments/find-out-charge.ts'
import { findOutCreation } from '../payments/find-out-creation.ts'
import { type FollowUp, type FollowUpKind, followUps } from '../payments/follow-ups.ts'
import type { TaskOutcome } from '../payments/task-outcome.ts'
import { tellSavedCard } from '../payments/tell-saved-card.ts'
import { tellStorefront } from '../payments/tell-storefront.ts'

/** How one kind of task is run, tried again and given up. Whom it needs is in `followUps`. */
interface Job<Kind extends FollowUpKind> {
  run(ctx: PaymentsContext, payload: FollowUp<Kind>): Promise<TaskOutcome>
  /** Waits between tries, each with its jitter; the last one is repeated. */
  waitsMs: readonly number[]
  /** Without it, a failure that may pass is never given up. */
  maxTries?: number
  /** A try that takes longer is given up; what it still does has to be harmless. */
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

/**
 * Every kind of task that follows from a use case. A failure says itself what it means: `retry`
 * goes on as planned here, `permanent` and `ask-a-person` end the task, and so do too many tries. A
 * task that ended so is dead and on its store's list of problems.
 */
const catalogue: { [Kind in FollowUpKind]: Job<Kind> } = {
  'apply-gateway-event': {
    run: applyGatewayEvent,
    waitsMs: [SECOND, 10 * SECOND, MINUTE, 10 * MINUTE],
    timeoutMs: 30 * SECOND,
  },
  'find-out-creation': {
    run: findOutCreation,
    waitsMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
    maxTries: 50,
    timeoutMs: 2 * MINUTE,
  },
  'find-out-charge': {
    run: findOutChargeLater,
    waitsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE],
    timeoutMs: MINUTE,
  },
  'ask-gateway': {
    run: askGateway,
    waitsMs: [10 * SECOND, MINUTE, 10 * MINUTE, HOUR],
    maxTries: 10,
    timeoutMs: MINUTE,
  },
  'carry-out-reversal': {
    run: carryOutReversal,
    // A wish that has to wait for the gateway's window says itself for how long.
    waitsMs: [MINUTE, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR],
    timeoutMs: 2 * MINUTE,
  },
  'end-time-to-pay': {
    run: endTimeToPay,
    // A charge that is under way takes seconds, a customer at the bank minutes.
    waitsMs: [5 * SECOND, 30 * SECOND, MINUTE],
    timeoutMs: 30 * SECOND,
  },
  'tell-saved-card': {
    run: tellSavedCard,
    waitsMs: WAITS_FOR_A_SHOP,
    timeoutMs: 30 * SECOND,
  },
  'tell-storefront': {
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
  const schema: (typeof followUps)[Kind]['payload'] = followUps[kind].payload
  return {
    run: (ctx) => run(ctx, schema.parse(task.payload) as FollowUp<Kind>),
    waitsMs,
    maxTries,
    timeoutMs,
  }
}
