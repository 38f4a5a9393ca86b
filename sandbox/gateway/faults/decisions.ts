import { createHash } from 'node:crypto'
import { matches } from './pattern.ts'
import {
  ATTEMPT_FAULTS,
  type AttemptFault,
  EVENT_FAULTS,
  type EventFault,
  type FaultSettings,
  type Plan,
  REQUEST_FAULTS,
  type RequestFault,
} from './settings.ts'

/** Counts by kind since the seed was set. */
export interface FaultState {
  settings: FaultSettings
  ordinals: Record<string, number>
}

export type FaultStep<Decision> = (state: FaultState) => { state: FaultState; decision: Decision }

export interface EventFaults {
  /** Seed of the attempts' draws; `null` if no fault was set. */
  key: string | null
  faults: EventFault[]
  plannedForAttempt: AttemptFault | null
  delaySeconds: number
}

export interface RequestFaults {
  latencyMs: number
  fault: RequestFault | null
  retryAfterSeconds: number
}

export interface Request {
  method: string
  path: string
  /** `POST /v1/payments/:id/void`; counted by route. */
  route: string
}

const PLANNED_LATENCY_MS = 1_000

/** Skips the state lock for types without faults, the usual case. */
export const concernsEvents = ({ webhooks, next }: FaultSettings, type: string): boolean =>
  [...EVENT_FAULTS, ...ATTEMPT_FAULTS].some((fault) => webhooks[fault] > 0) ||
  next.some((plan) => isFor(plan, type))

export const concernsAttempts = ({ webhooks, next }: FaultSettings, type: string): boolean =>
  ATTEMPT_FAULTS.some((fault) => webhooks[fault] > 0) || next.some((plan) => isFor(plan, type))

export const concernsRequest = ({ api, next }: FaultSettings, request: Request): boolean =>
  (hasApiFaults(api) && isAbout(api.only, request)) ||
  next.some((plan) => isForRequest(plan, request))

const hasApiFaults = (api: FaultSettings['api']): boolean =>
  REQUEST_FAULTS.some((fault) => api[fault] > 0) || [api.latency_ms].flat().some((ms) => ms > 0)

const isAbout = (only: FaultSettings['api']['only'], request: Request): boolean =>
  only === null || [only].flat().some((pattern) => matches(pattern, request))

const isFor = ({ on }: Plan, type: string): boolean => [on].flat().includes(type)

const isForRequest = ({ on }: Plan, request: Request): boolean =>
  [on].flat().some((pattern) => matches(pattern, request))

const consumePlan = (
  settings: FaultSettings,
  fits: (plan: Plan) => boolean,
): { plan: Plan | undefined; settings: FaultSettings } => {
  const plan = settings.next.find(fits)
  if (!plan) return { plan, settings }
  const next = settings.next
    .map((each) => (each === plan ? { ...each, times: each.times - 1 } : each))
    .filter(({ times }) => times > 0)
  return { plan, settings: { ...settings, next } }
}

const counted = (
  ordinals: FaultState['ordinals'],
  kind: string,
): { ordinal: number; ordinals: FaultState['ordinals'] } => {
  const ordinal = (ordinals[kind] ?? 0) + 1
  return { ordinal, ordinals: { ...ordinals, [kind]: ordinal } }
}

export const decideEvent =
  (type: string): FaultStep<EventFaults> =>
  (state) => {
    const { ordinal, ordinals } = counted(state.ordinals, type)
    const { plan, settings } = consumePlan(state.settings, (each) => isFor(each, type))
    const { seed, webhooks } = settings
    const key = JSON.stringify([seed, type, ordinal])
    return {
      state: { settings, ordinals },
      decision: {
        key,
        faults: EVENT_FAULTS.filter((fault) =>
          plan ? plan.fault === fault : draw(key, fault) < webhooks[fault],
        ),
        plannedForAttempt: ATTEMPT_FAULTS.find((fault) => plan?.fault === fault) ?? null,
        delaySeconds: plan?.delay_seconds ?? webhooks.delay_seconds,
      },
    }
  }

export interface AttemptAhead {
  type: string
  key: string
  /** Starts at 1. */
  attempt: number
  planned: AttemptFault | null
}

/**
 * Several faults can coincide. Each event consumes one use of a plan, and its retries consume
 * further ones.
 */
export const decideAttempt =
  (about: AttemptAhead): FaultStep<AttemptFault[]> =>
  (state) => {
    if (about.planned && about.attempt === 1) return { state, decision: [about.planned] }
    const { plan, settings } = consumePlan(
      state.settings,
      (each) => isFor(each, about.type) && each.fault === about.planned,
    )
    return {
      state: plan ? { ...state, settings } : state,
      decision: ATTEMPT_FAULTS.filter((fault) =>
        plan
          ? plan.fault === fault
          : draw(about.key, fault, about.attempt) < settings.webhooks[fault],
      ),
    }
  }

const plannedLatency = ({ latency_ms = PLANNED_LATENCY_MS }: Plan) => latency_ms

/** Decides latency and at most one other fault. */
export const decideRequest =
  (request: Request): FaultStep<RequestFaults> =>
  (state) => {
    const { ordinal, ordinals } = counted(state.ordinals, request.route)
    const { plan, settings } = consumePlan(state.settings, (each) => isForRequest(each, request))
    const { seed, api } = settings
    const chance = (kind: string) => draw(String(seed), request.route, ordinal, kind)
    const isConcerned = isAbout(api.only, request)
    const drawn = REQUEST_FAULTS.find((fault) => isConcerned && chance(fault) < api[fault])
    const planned = plan && REQUEST_FAULTS.find((fault) => fault === plan.fault)
    const latency =
      plan?.fault === 'latency' ? plannedLatency(plan) : isConcerned ? api.latency_ms : 0
    const [from, to = from] = [latency].flat()
    return {
      state: { settings, ordinals },
      decision: {
        latencyMs: (from ?? 0) + ((to ?? 0) - (from ?? 0)) * chance('latency'),
        fault: (plan ? planned : drawn) ?? null,
        retryAfterSeconds: plan?.retry_after ?? api.retry_after,
      },
    }
  }

const BYTES = 6

/**
 * Draws a number in [0, 1) from a hash, so concurrent decisions do not affect each other as in a
 * random stream.
 */
const draw = (...parts: readonly (string | number)[]): number =>
  createHash('sha256').update(JSON.stringify(parts)).digest().readUIntBE(0, BYTES) /
  2 ** (8 * BYTES)
