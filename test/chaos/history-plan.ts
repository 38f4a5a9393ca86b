import fc from 'fast-check'
import type { FaultsInput } from '../../sandbox/gateway/faults/settings.ts'
import type { Profile } from '../../sandbox/gateway/profile.ts'
import { type Batch, batchOf } from '../properties/money/steps.ts'
import { VARIANTS } from '../properties/money/variants.ts'
import type { DisasterName } from './disasters.ts'

/** Follows from the seed alone. */
export interface HistoryPlan {
  seed: number
  batch: Batch
  profile: Partial<Profile>
  faults: FaultsInput
  disasters: PlannedDisaster[]
}

export interface PlannedDisaster {
  name: DisasterName
  stretch: number
  /** Since the stretch's start or the previous disaster. */
  afterMs: number
}

const STRETCHES = 3

/** After the last of five attempts (6.5). */
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

/** Two disasters per seed in rotation, so ten histories of a backend cover all disasters. */
const inTurn = (seed: number, possible: readonly DisasterName[]): DisasterName[] => {
  const turn = 2 * Math.floor(seed / 2)
  return [turn, turn + 1].flatMap((each) => possible[each % possible.length] ?? [])
}

/** Undocumented behaviour with the most money at stake. */
const IN_TURN: readonly Partial<Profile>[] = [
  { reversals_shown: 'after_45_minutes' },
  { signature_time: 'first_attempt' },
  {},
]

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
