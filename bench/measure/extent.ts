export interface Extent {
  rounds: number
  events: number
  /** Events with notifications. */
  notifiedEvents: number
  warmUpEvents: number
  /** Duration of a timed load, per round. */
  loadMs: number
  /** Events at a steady rate, per round. */
  steadyEvents: number
  tasks: number
  manyPayments: number
}

export const FULL: Extent = {
  rounds: 3,
  events: 12_000,
  notifiedEvents: 6_000,
  warmUpEvents: 2_000,
  loadMs: 4_000,
  steadyEvents: 500,
  tasks: 100_000,
  manyPayments: 1_000_000,
}

/** Smoke test. */
export const QUICK: Extent = {
  rounds: 1,
  events: 3_000,
  notifiedEvents: 3_000,
  warmUpEvents: 500,
  loadMs: 1_500,
  steadyEvents: 150,
  tasks: 5_000,
  manyPayments: 20_000,
}
