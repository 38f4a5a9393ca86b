import { draw } from './draw.ts'
import { matches } from './pattern.ts'
import {
  ATTEMPT_FAULTS,
  type AttemptFault,
  EARLY_FAULTS,
  EVENT_FAULTS,
  type EventFault,
  type FaultSettings,
  LATE_FAULTS,
  type Plan,
  type RequestFault,
} from './settings.ts'

/** The settings, and how many requests and events of each kind there were since the seed was set. */
export interface FaultState {
  settings: FaultSettings
  ordinals: Record<string, number>
}

/** What becomes of the state, and what was decided. */
export type Step<Decision> = (state: FaultState) => { state: FaultState; decision: Decision }

export interface EventFate {
  /** What the attempts' own decisions are drawn from; `null`: none were to be taken. */
  key: string | null
  faults: EventFault[]
  /** The plan for the event is one for its first attempt. */
  plannedForAttempt: AttemptFault | null
  delaySeconds: number
}

export interface RequestFate {
  latencyMs: number
  fault: RequestFault | null
  retryAfterSeconds: number
}

export interface Request {
  method: string
  path: string
  /** `POST /v1/payments/:id/void`: requests are numbered route by route. */
  route: string
}

/** Of a plan that does not say. */
const PLANNED_LATENCY_MS = 1_000

/** Whether a new event of a type needs a decision: most of the time none does. */
export const concernsEvents = ({ webhooks, next }: FaultSettings, type: string): boolean =>
  [...EVENT_FAULTS, ...ATTEMPT_FAULTS].some((fault) => webhooks[fault] > 0) ||
  next.some((plan) => isFor(plan, type))

export const concernsAttempts = ({ webhooks, next }: FaultSettings, type: string): boolean =>
  ATTEMPT_FAULTS.some((fault) => webhooks[fault] > 0) || next.some((plan) => isFor(plan, type))

export const concernsRequest = ({ api, next }: FaultSettings, request: Request): boolean =>
  (hasApiFaults(api) && isAbout(api.only, request)) ||
  next.some((plan) => isForRequest(plan, request))

const hasApiFaults = (api: FaultSettings['api']): boolean =>
  [...EARLY_FAULTS, ...LATE_FAULTS].some((fault) => api[fault] > 0) ||
  [api.latency_ms].flat().some((ms) => ms > 0)

const isAbout = (only: FaultSettings['api']['only'], request: Request): boolean =>
  only === null || [only].flat().some((pattern) => matches(pattern, request))

const isFor = ({ on }: Plan, type: string): boolean => [on].flat().includes(type)

const isForRequest = ({ on }: Plan, request: Request): boolean =>
  [on].flat().some((pattern) => matches(pattern, request))

/** Takes the first plan that fits, once. */
const takePlan = (
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

/** What goes wrong with an event as a whole: a plan for it, or else what the seed says. */
export const decideEvent =
  (type: string): Step<EventFate> =>
  (state) => {
    const { ordinal, ordinals } = counted(state.ordinals, type)
    const { plan, settings } = takePlan(state.settings, (each) => isFor(each, type))
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

/** An attempt that is about to be made. */
export interface AttemptAhead {
  type: string
  key: string
  /** 1 for the first one. */
  attempt: number
  /** The plan that its event has taken. */
  planned: AttemptFault | null
}

/**
 * What goes wrong with one attempt to deliver an event: several things may. A plan is taken by the
 * event, one each; the event's retries take more of the same plan, as long as it has any.
 */
export const decideAttempt =
  (about: AttemptAhead): Step<AttemptFault[]> =>
  (state) => {
    if (about.planned && about.attempt === 1) return { state, decision: [about.planned] }
    const { plan, settings } = takePlan(
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

/** What goes wrong with a request: how long it takes, and at most one thing more. */
export const decideRequest =
  (request: Request): Step<RequestFate> =>
  (state) => {
    const { ordinal, ordinals } = counted(state.ordinals, request.route)
    const { plan, settings } = takePlan(state.settings, (each) => isForRequest(each, request))
    const { seed, api } = settings
    const chance = (kind: string) => draw(String(seed), request.route, ordinal, kind)
    const isConcerned = isAbout(api.only, request)
    const drawn = [...EARLY_FAULTS, ...LATE_FAULTS].find(
      (fault) => isConcerned && chance(fault) < api[fault],
    )
    const planned = plan && [...EARLY_FAULTS, ...LATE_FAULTS].find((fault) => fault === plan.fault)
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
