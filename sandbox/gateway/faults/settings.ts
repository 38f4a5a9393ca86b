import { z } from 'zod'
import { EVENT_TYPES } from '../../../src/contract/events.ts'
import { withoutDefaults } from '../without-defaults.ts'
import { isPattern, namesARoute } from './pattern.ts'

export const EVENT_FAULTS = ['drop', 'reorder', 'delay', 'duplicate'] as const
export const ATTEMPT_FAULTS = ['fail_attempt', 'wrong_secret', 'tamper'] as const
/** The last two come after the request's work, the others before. */
export const REQUEST_FAULTS = [
  'error_500',
  'error_503',
  'rate_429',
  'lost_answer',
  'error_after',
] as const

export type EventFault = (typeof EVENT_FAULTS)[number]
export type AttemptFault = (typeof ATTEMPT_FAULTS)[number]
export type RequestFault = (typeof REQUEST_FAULTS)[number]

const WEBHOOK_FAULTS = [...EVENT_FAULTS, ...ATTEMPT_FAULTS] as const
const API_FAULTS = [...REQUEST_FAULTS, 'latency'] as const

const TYPES: readonly string[] = [...EVENT_TYPES, 'payment.disabled']
const MAX_LATENCY_MS = 120_000
const MAX_SECONDS = 31_536_000

const probability = z.number().min(0).max(1).default(0)
const ms = z.number().min(0).max(MAX_LATENCY_MS)
const latency = z.union([
  ms,
  z.tuple([ms, ms]).refine(([from, to]) => from <= to, 'expected [from, to]'),
])
const seconds = z.number().int().min(0).max(MAX_SECONDS)
const listOf = <T extends z.ZodType>(one: T) => z.union([one, z.array(one).min(1).max(100)])

const matcher = (isKnown: (text: string) => boolean, expected: string) =>
  z
    .string()
    .max(500)
    .refine(isKnown, expected)
    .refine(
      (text) => !isPattern(text) || namesARoute(text),
      'there is no such route under /v1 or /embed/v1',
    )

const pattern = matcher(isPattern, 'expected a method and a path, such as "POST /v1/payments"')

const webhooks = z.strictObject({
  drop: probability,
  duplicate: probability,
  reorder: probability,
  delay: probability,
  /** Seconds of the sandbox clock. */
  delay_seconds: seconds.default(30),
  tamper: probability,
  wrong_secret: probability,
  fail_attempt: probability,
})

const api = z.strictObject({
  /** Wall-clock milliseconds, fixed or drawn from a range. */
  latency_ms: latency.default(0),
  error_500: probability,
  error_503: probability,
  rate_429: probability,
  /** `Retry-After` of a 429, seconds. */
  retry_after: seconds.default(1),
  lost_answer: probability,
  error_after: probability,
  /** `null`: all of `/v1` and `/embed/v1`. */
  only: listOf(pattern).nullable().default(null),
})

const plan = z
  .strictObject({
    /** `POST /v1/payments` or `payment.approved`. */
    on: listOf(
      matcher(
        (on) => TYPES.includes(on) || isPattern(on),
        'expected a request, such as "POST /v1/payments", or the type of an event',
      ),
    ),
    fault: z.enum([...WEBHOOK_FAULTS, ...API_FAULTS]),
    times: z.number().int().min(1).max(1_000_000).default(1),
    latency_ms: latency.optional(),
    retry_after: seconds.optional(),
    delay_seconds: seconds.optional(),
  })
  .superRefine(({ on, fault }, context) => {
    const known: readonly string[] = WEBHOOK_FAULTS
    const isOfEvents = known.includes(fault)
    if ([on].flat().every((each) => TYPES.includes(each) === isOfEvents)) return
    context.addIssue({
      code: 'custom',
      path: ['fault'],
      message: isOfEvents
        ? 'this fault happens to events: "on" names their type, such as "payment.approved"'
        : 'this fault happens to requests: "on" names them, such as "POST /v1/payments"',
    })
  })

const seed = z.union([z.number(), z.string().min(1).max(200)])

/** `next` holds the remaining plans. */
export const faultSettings = z.strictObject({
  seed,
  webhooks: webhooks.prefault({}),
  api: api.prefault({}),
  next: z.array(plan).max(1_000).default([]),
  /** The processor rejects refunds (4.7). */
  refund_rejected_by_processor: z.boolean().default(false),
})

/** `next` replaces the existing plans. */
export const faultsInput = z
  .strictObject({
    seed,
    webhooks: withoutDefaults(webhooks).partial(),
    api: withoutDefaults(api).partial(),
    next: faultSettings.shape.next.unwrap(),
    refund_rejected_by_processor: z.boolean(),
  })
  .partial()

export type FaultSettings = z.output<typeof faultSettings>
export type FaultsInput = z.output<typeof faultsInput>
export type Plan = FaultSettings['next'][number]

export const noFaults = (newSeed: FaultSettings['seed']): FaultSettings =>
  faultSettings.parse({ seed: newSeed })

export const merged = (settings: FaultSettings, input: FaultsInput): FaultSettings => ({
  seed: input.seed ?? settings.seed,
  webhooks: { ...settings.webhooks, ...input.webhooks },
  api: { ...settings.api, ...input.api },
  next: input.next ?? settings.next,
  refund_rejected_by_processor:
    input.refund_rejected_by_processor ?? settings.refund_rejected_by_processor,
})
