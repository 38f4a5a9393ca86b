import type { FaultsInput } from '../../../sandbox/gateway/faults/settings.ts'

export interface FaultMix {
  name: string
  faults: FaultsInput
  shopRefuses?: number
  crash?: 'before-the-call' | 'after-the-work'
}

/** Used in rotation. Crashes are most frequent, leaving the hardest states. */
export const FAULT_MIXES: readonly FaultMix[] = [
  { name: 'nothing', faults: {} },
  { name: 'killed before a call', faults: {}, crash: 'before-the-call' },
  { name: 'events lost', faults: { webhooks: { drop: 0.5 } } },
  { name: 'answers lost', faults: { api: { lost_answer: 0.3, error_after: 0.2 } } },
  { name: 'killed after the work', faults: {}, crash: 'after-the-work' },
  {
    name: 'events repeated and reordered',
    faults: { webhooks: { duplicate: 0.6, reorder: 0.5 } },
    shopRefuses: 5,
  },
  {
    name: 'events late',
    faults: { webhooks: { delay: 0.5, delay_seconds: 400, fail_attempt: 0.3 } },
  },
  {
    name: 'killed after the work, events lost',
    faults: { webhooks: { drop: 0.5 } },
    crash: 'after-the-work',
  },
  {
    name: 'gateway overloaded',
    faults: { api: { error_503: 0.2, error_500: 0.1, rate_429: 0.2, latency_ms: [0, 60] } },
  },
  {
    name: 'events and answers lost',
    faults: { webhooks: { drop: 0.4, duplicate: 0.4 }, api: { lost_answer: 0.3 } },
  },
  {
    name: 'killed before a call, answers lost',
    faults: { api: { lost_answer: 0.2 } },
    crash: 'before-the-call',
  },
  {
    name: 'forged events, refused refunds',
    faults: {
      webhooks: { tamper: 0.3, wrong_secret: 0.3 },
      refund_rejected_by_processor: true,
    },
  },
  { name: 'answers slow', faults: { api: { latency_ms: [0, 250] } }, shopRefuses: 8 },
]
