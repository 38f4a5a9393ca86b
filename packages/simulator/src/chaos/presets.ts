import type { FaultOptions } from '../gateway/faults.ts'

/** Requests that move money or create something. */
const WRITES = [
  'POST /v1/payments',
  'POST /v1/payments/{transaction_id}/void',
  'POST /v1/payments/{transaction_id}/refund',
  'POST /v1/payment-methods/{payment_method_id}/charge',
  'POST /v1/payments/token-charge',
  'POST /embed/v1/confirm',
]

export interface FaultPreset {
  /** What a test under it proves. */
  proves: string
  faults: FaultOptions
}

/** Presets that set faults. The ninth preset, `portal-refund`, is an action of the merchant. */
export const FAULT_PRESETS = {
  'lost-answer': {
    proves: 'A request whose answer was lost is not repeated blindly: no second charge or refund.',
    faults: { next: [{ on: WRITES, fault: 'lost_answer', times: 1 }] },
  },
  'server-errors': {
    proves: 'Errors are retried with the same idempotency key, also those that hide done work.',
    faults: { api: { error_500: 0.2, error_503: 0.2, error_after: 0.1 } },
  },
  'rate-limited': {
    proves: 'A 429 is retried, and not before Retry-After.',
    faults: { api: { rate_429: 0.5, retry_after: 1 } },
  },
  slow: {
    proves: 'Timeouts are longer than the gateway is slow, and a page shows that it waits.',
    faults: { api: { latency_ms: [300, 1500] } },
  },
  'duplicate-events': {
    proves: 'An event that arrives twice has one effect.',
    faults: { webhooks: { duplicate: 1 } },
  },
  'reordered-events': {
    proves: 'An older event that arrives late does not undo a newer one.',
    faults: { webhooks: { reorder: 1 } },
  },
  'lost-events': {
    proves: 'An order is settled by asking the gateway when its event never comes.',
    faults: { webhooks: { drop: 0.5 } },
  },
  'wrong-secret': {
    proves: 'A delivery with a wrong signature is refused and changes nothing; its retry counts.',
    faults: { webhooks: { wrong_secret: 0.5 } },
  },
} as const satisfies Record<string, FaultPreset>

export type FaultPresetName = keyof typeof FAULT_PRESETS

export type ChaosPreset = FaultPresetName | 'portal-refund'

export const CHAOS_PRESETS: readonly ChaosPreset[] = [
  ...(Object.keys(FAULT_PRESETS) as FaultPresetName[]),
  'portal-refund',
]

export const isFaultPreset = (name: string): name is FaultPresetName =>
  Object.hasOwn(FAULT_PRESETS, name)

/** Same seed, same faults; without one, the preset's own. */
export const DEFAULT_SEED = 1
