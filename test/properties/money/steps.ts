import fc from 'fast-check'
import type { Policy } from '../../../src/payments/ports/policy.ts'

const CARDS = {
  approved: '4111111111111111',
  noFunds: '4000000000009995',
  challenged: '4000000000003220',
  processorError: '4000000000000119',
} as const

const AMOUNTS = ['100.00', '80.00', '120.50'] as const
export const SAVED_CARDS = ['good', 'declined', 'revoked', 'unknown'] as const
export type SavedCardName = (typeof SAVED_CARDS)[number]

const card = fc.oneof(
  { weight: 5, arbitrary: fc.constant(CARDS.approved) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(CARDS.noFunds, CARDS.challenged, CARDS.processorError),
  },
)
const savedCard = fc.oneof(
  { weight: 4, arbitrary: fc.constant<SavedCardName>('good') },
  { weight: 2, arbitrary: fc.constantFrom<SavedCardName>('declined', 'revoked', 'unknown') },
)
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.constant<(typeof AMOUNTS)[number]>('100.00') },
  { weight: 2, arbitrary: fc.constantFrom(...AMOUNTS) },
)
const times = fc.constantFrom(1, 1, 2)
const which = fc.constantFrom(0, 0, 0, 1, 2)

const checkout = fc.record({
  do: fc.constant('checkout' as const),
  amount,
  expires: fc.constantFrom(false, false, true),
  times,
})
export const CURRENCY_REFUSED = 'EUR'

const chargeSaved = fc.record({
  do: fc.constant('charge-saved' as const),
  card: savedCard,
  amount,
  /** The checkout replacing a declined card hits a rate limit, and the store retries. */
  isLimited: fc.constantFrom(false, false, true),
  times,
})

const step = fc.oneof(
  { weight: 3, arbitrary: checkout },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      card,
      which,
      tip: fc.constantFrom(undefined, '5.00'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('confirm' as const), card, times }) },
  { weight: 2, arbitrary: chargeSaved },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('authenticate' as const),
      outcome: fc.constantFrom('authenticated', 'authenticated', 'failed', 'abandoned'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      amount: fc.constantFrom(undefined, '30.00', '12.34', '80.00'),
      which: fc.constantFrom(undefined, undefined, 0, 1),
      /** All with one idempotency key. */
      times,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('portal-refund' as const),
      amount: fc.constantFrom(undefined, 20, 30),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('portal-void' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('portal-disable' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refused-change' as const),
      way: fc.constantFrom('hosted', 'hosted', 'saved-card'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('come-back' as const) }) },
)
export type MoneyStep = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Steps of a group run concurrently, groups in sequence. */
const stretch = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 3,
})

const meanwhile = fc.constantFrom('nothing', 'settlement', 'minutes', 'a-day')
export type Interruption = typeof meanwhile extends fc.Arbitrary<infer T> ? T : never

const STRETCHES = 3

const history = fc.record({
  opening: fc.oneof({ weight: 4, arbitrary: checkout }, { weight: 1, arbitrary: chargeSaved }),
  stretches: fc.array(stretch, { minLength: STRETCHES, maxLength: STRETCHES }),
})
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never

/** Tips and fees raise the total above the amount, which is no conflict. */
const policy: fc.Arbitrary<Partial<Policy>> = fc
  .record({
    on_conflict: fc.constantFrom('hold' as const, 'refund' as const),
    saved_card_route: fc.constantFrom('by-method' as const, 'by-token' as const),
    service_fee: fc.boolean(),
    has_tip: fc.boolean(),
  })
  .map(({ has_tip, ...decided }) => ({
    ...decided,
    ...(has_tip ? { tip: { preset_percentages: ['5'], allow_custom: true } } : {}),
  }))

export const batchOf = (size: number) =>
  fc.record({
    policy,
    faultSeed: fc.nat(),
    meanwhile: fc.array(meanwhile, { minLength: STRETCHES - 1, maxLength: STRETCHES - 1 }),
    /** Mostly in the last stretch, when no customer returns to the order. */
    crash: fc.record({ stretch: fc.constantFrom(0, 1, 2, 2), call: fc.nat({ max: 4 }) }),
    histories: fc.array(history, { minLength: size, maxLength: size }),
  })
export type Batch = ReturnType<typeof batchOf> extends fc.Arbitrary<infer T> ? T : never
