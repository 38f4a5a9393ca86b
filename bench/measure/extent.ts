/** How much is measured. */
export interface Extent {
  rounds: number
  events: number
  /** Where a shop is notified of each. */
  notifiedEvents: number
  warmUpEvents: number
  /** Of a load that ends by time, in one round. */
  loadMs: number
  /** Of events at a steady pace, in one round. */
  steadyEvents: number
  /** Waiting tasks of a store that floods another. */
  tasks: number
  /** Payments in the database that is full. */
  manyPayments: number
}

export const FULL: Extent = {
  rounds: 3,
  events: 20_000,
  notifiedEvents: 10_000,
  warmUpEvents: 2_000,
  loadMs: 4_000,
  steadyEvents: 500,
  tasks: 100_000,
  manyPayments: 1_000_000,
}

/** Enough to see that everything works, and nothing more. */
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
