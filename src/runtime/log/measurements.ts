import { Histogram, type Metric } from 'prom-client'

export type CallOutcome = 'success' | 'refused' | 'failed' | 'unreachable'

/** Histograms in seconds. */
export type Measurements = ReturnType<typeof createMeasurements>

const SOON = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600, 3_600]
const CALL = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30]

export const createMeasurements = () => {
  const calls = new Histogram({
    name: 'puente_gateway_call_seconds',
    help: 'Duration of gateway calls, by outcome: success, refused (4xx), failed (429, 5xx) or unreachable (no response).',
    labelNames: ['outcome'],
    buckets: CALL,
    registers: [],
  })
  const applied = new Histogram({
    name: 'puente_event_applied_seconds',
    help: 'Time from the arrival of a gateway event until Puente applied it.',
    buckets: SOON,
    registers: [],
  })
  const notified = new Histogram({
    name: 'puente_store_notified_seconds',
    help: 'Time from the change of an order until its store was notified, by platform.',
    labelNames: ['platform'],
    buckets: SOON,
    registers: [],
  })
  return {
    gatewayCall: (outcome: CallOutcome, seconds: number) => calls.observe({ outcome }, seconds),
    /** Time from an event's arrival to its commit. */
    eventApplied: (seconds: number) => applied.observe(Math.max(0, seconds)),
    /** Time from the order's change to the notification. */
    storeNotified: (platform: string, seconds: number) =>
      notified.observe({ platform }, Math.max(0, seconds)),
    metrics: [calls, applied, notified] satisfies Metric[],
  }
}

/** Takes `undefined` as no response. */
export const callOutcome = (status: number | undefined): CallOutcome => {
  if (status === undefined) return 'unreachable'
  if (status === 429 || status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'success'
}
