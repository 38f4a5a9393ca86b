import fc from 'fast-check'
import type { FaultsInput } from '../../sandbox/gateway/faults/settings.ts'
import type { Profile } from '../../sandbox/gateway/profile.ts'
import { type Batch, batchOf } from '../properties/money/steps.ts'
import { VARIANTS } from '../properties/money/variants.ts'
import type { DisasterName } from './disasters.ts'

/** What will happen, as far as it can be said beforehand: it follows from the seed alone. */
export interface HistoryPlan {
  seed: number
  /** What customers, shop and merchant do, and what passes meanwhile. */
  batch: Batch
  /** How the gateway behaves where the contract does not show it. */
  profile: Partial<Profile>
  faults: FaultsInput
  disasters: PlannedDisaster[]
}

export interface PlannedDisaster {
  name: DisasterName
  stretch: number
  /** After the stretch began, or after the disaster before it. */
  afterMs: number
}

const STRETCHES = 3

/** Events late by this much come when all five attempts would be over (6.5). */
const TOO_LATE_SECONDS = 6_000

const webhooks = fc.constantFrom<FaultsInput['webhooks']>(
  { drop: 0.3 },
  { duplicate: 0.6, reorder: 0.5 },
  { delay: 0.4, delay_seconds: TOO_LATE_SECONDS },
  { fail_attempt: 0.4, duplicate: 0.3 },
  { drop: 0.3, duplicate: 0.4, reorder: 0.3 },
  { tamper: 0.2, wrong_secret: 0.2, drop: 0.1 },
)

const api = fc.constantFrom<FaultsInput['api']>(
  {},
  {},
  { lost_answer: 0.2, error_after: 0.1 },
  { error_503: 0.15, error_500: 0.1, rate_429: 0.1 },
  { latency_ms: [0, 150] },
)

const disasterOf = (possible: readonly DisasterName[]) =>
  fc.record({
    name: fc.constantFrom(...possible),
    stretch: fc.nat({ max: STRETCHES - 1 }),
    afterMs: fc.nat({ max: 700 }),
  })

/** Two for each seed of a backend, which has every other seed: ten of them have all disasters. */
const inTurn = (seed: number, possible: readonly DisasterName[]): DisasterName[] => {
  const turn = 2 * Math.floor(seed / 2)
  return [turn, turn + 1].flatMap((each) => possible[each % possible.length] ?? [])
}

/** What money hangs on most of all that the contract leaves open: each of it in every third history. */
const IN_TURN: readonly Partial<Profile>[] = [
  { reversals_shown: 'after_45_minutes' },
  { signature_time: 'first_attempt' },
  {},
]

/** The plan of a seed, from the disasters that are possible where it is lived through. */
export const planHistory = (
  seed: number,
  { orders, possible }: { orders: number; possible: readonly DisasterName[] },
): HistoryPlan => {
  const drawn = fc.record({
    batch: batchOf(orders),
    variant: fc.constantFrom(...VARIANTS),
    webhooks,
    api,
    disasters: fc.array(disasterOf(possible), { minLength: 5, maxLength: 7 }),
  })
  const [plan] = fc.sample(drawn, { seed, numRuns: 1 })
  if (!plan) throw new Error('Nothing was drawn')
  const first = inTurn(seed, possible)
  return {
    seed,
    batch: plan.batch,
    profile: { ...plan.variant.profile, ...IN_TURN[seed % IN_TURN.length] },
    faults: { webhooks: plan.webhooks, api: plan.api, seed },
    disasters: plan.disasters.map((each, index) => ({ ...each, name: first[index] ?? each.name })),
  }
}
