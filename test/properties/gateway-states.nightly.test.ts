import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatHondurasTime } from '../../src/contract/honduras-time.ts'
import { CARDS, PUBLISHABLE_KEY } from '../contract/support/harness.ts'
import { startReceiver } from '../contract/support/receiver.ts'
import { listCards, saveCard } from '../contract/support/saved-cards.ts'
import { eventProblems } from '../support/contract-conformance.ts'
import { eventually } from '../support/eventually.ts'
import { useGateway, useStarted } from '../support/use-world.ts'
import type { Json } from '../support/world.ts'
import {
  type Done,
  nothingDone,
  perform,
  type Step,
  step,
  transactionsOf,
} from './gateway-steps.ts'

/** Section 3, repeated so a slip in the table shows. */
const NEXT: Record<string, readonly string[]> = {
  pending: ['paid', 'expired', 'disabled'],
  paid: ['voided', 'refunded', 'partially_refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
  voided: [],
  expired: [],
  disabled: [],
}

/** A reusable payment can be paid again or disabled after any charge. */
const nextOf = (status: string, { reusable }: { reusable: boolean }): readonly string[] => {
  const next = NEXT[status] ?? []
  const wasCharged = ['paid', 'partially_refunded', 'refunded', 'voided'].includes(status)
  return reusable && wasCharged ? [...next, 'paid', 'disabled'] : next
}

const leads = (before: Json, after: Json, { several }: { several: boolean }): boolean => {
  let reached = new Set<string>([before.status])
  for (let hops = 0; hops < (several ? 6 : 1); hops++) {
    reached = new Set([...reached, ...[...reached].flatMap((status) => nextOf(status, before))])
  }
  return reached.has(after.status)
}

const cents = (amount: number): number => Math.round(amount * 100)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

let savedCards: string[]
const gateway = useGateway()
const receiver = useStarted(startReceiver)
beforeAll(async () => {
  await gateway.addEndpoint(receiver.url)
  savedCards = []
  for (const number of [CARDS.approved, CARDS.declinedWhenSaved]) {
    savedCards.push((await saveCard(gateway, { publishableKey: PUBLISHABLE_KEY, number })).id)
  }
})

const look = async (done: Done): Promise<Json[]> =>
  Promise.all(done.payments.map(({ id }) => gateway.getPayment(id)))

const expectSound = (payment: Json): void => {
  const refunded = cents(payment.refunded_amount ?? 0)
  const total = cents(payment.total)
  expect(refunded).toBeGreaterThanOrEqual(0)
  expect(refunded).toBeLessThanOrEqual(total)
  const full = refunded === total
  expect(payment.refund_status).toBe(refunded === 0 ? 'none' : full ? 'full' : 'partial')
  if (payment.status === 'paid') expect(refunded).toBe(0)
  if (payment.status === 'partially_refunded') expect(full || refunded === 0).toBe(false)
  if (['refunded', 'voided'].includes(payment.status)) expect(full).toBe(true)
  if (['pending', 'expired'].includes(payment.status)) expect(payment.paid_at).toBeNull()
}

/** A customer with cards has one default (2.5). */
const expectOneDefault = async ({ customer }: Done): Promise<void> => {
  const cards = await listCards(gateway, { identity_number: customer })
  const defaults = cards.filter(({ is_default }) => is_default)
  expect(defaults).toHaveLength(cards.length > 0 ? 1 : 0)
}

const STATUS_OF: Record<string, string> = {
  'payment.approved': 'paid',
  'payment.expired': 'expired',
  'payment.voided': 'voided',
  'payment.refunded': 'refunded',
  'payment.partially_refunded': 'partially_refunded',
}

const eventsOf = async (done: Done): Promise<Json[]> => {
  const ids = new Set(done.payments.map(({ id }) => id))
  const all = () =>
    receiver.received.map(({ event }) => event).filter(({ data }) => ids.has(data.id))
  const refunds = sum([...done.refunded.values()].map((amounts) => amounts.length))
  await eventually(async () => {
    const shownRefunds = all().filter(({ type }) => /voided|refunded/.test(type))
    const failed = all().filter(({ type }) => type === 'payment.failed')
    return (
      shownRefunds.length >= done.voided.length + refunds && failed.length >= done.declined.length
    )
  })
  return all()
}

const expectEventsToFit = (
  done: Done,
  { events, payments }: { events: Json[]; payments: Json[] },
) => {
  for (const event of events) {
    expect(eventProblems(event)).toEqual([])
    const status = STATUS_OF[event.type]
    if (status) expect([status, 'disabled']).toContain(event.data.status)
    expectSound(event.data)
  }
  for (const transaction of transactionsOf(done)) {
    const own = events.filter(({ data }) => data.transaction_id === transaction)
    const count = (type: string) => own.filter((event) => event.type === type).length
    const refunds = own.filter(({ type }) => /refunded$/.test(type))
    const amounts = refunds.map(({ data }) => cents(data.refund_amount))
    expect(amounts.toSorted()).toEqual((done.refunded.get(transaction) ?? []).toSorted())
    expect(count('payment.voided')).toBe(done.voided.filter((id) => id === transaction).length)
    expect(count('payment.voided')).toBeLessThanOrEqual(1)
    expect(count('payment.approved') + count('payment.failed')).toBeLessThanOrEqual(1)
    if (done.declined.includes(transaction)) expect(count('payment.approved')).toBe(0)
    if (count('payment.voided') > 0) expect(amounts).toEqual([])
    if (count('payment.voided') + refunds.length > 0) expect(count('payment.approved')).toBe(1)
    const total = cents(own[0]?.data.total ?? 0)
    expect(sum(amounts)).toBeLessThanOrEqual(total)
    expect(count('payment.refunded')).toBe(own.length > 0 && sum(amounts) === total ? 1 : 0)

    const shown = payments.find(({ transaction_id }) => transaction_id === transaction)
    if (!shown?.paid_at) continue
    const expected = count('payment.voided') > 0 ? total : sum(amounts)
    expect(cents(shown.refunded_amount)).toBe(expected)
  }
}

const play = async (steps: readonly Step[]): Promise<void> => {
  const done = nothingDone()
  const soon = new Date((await gateway.now()).getTime() + 1_800_000)
  for (const fields of [{ expires_at: formatHondurasTime(soon) }, { reusable: true }]) {
    const { id } = await gateway.createPayment(fields)
    done.payments.push({ id, transactions: new Set() })
  }
  let before = await look(done)
  for (const each of steps) {
    await perform(each, { gateway, done, savedCards })
    const after = await look(done)
    for (const [index, payment] of after.entries()) {
      expectSound(payment)
      const earlier = before[index]
      const several = each.do === 'at-once' || each.do === 'advance'
      if (earlier && earlier.status !== payment.status) {
        expect(
          leads(earlier, payment, { several }),
          `${earlier.status} to ${payment.status} after ${JSON.stringify(each)}`,
        ).toBe(true)
      }
    }
    before = after
    await expectOneDefault(done)
  }
  expectEventsToFit(done, { events: await eventsOf(done), payments: before })
}

describe('payments under random and concurrent actions', () => {
  it('payments keep to the state table, and no money is refunded twice', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), play), {
      numRuns: 60,
      endOnFailure: false,
    })
  })

  it('concurrent refunds refund exactly what their responses say', async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 6_000 }), { minLength: 2, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(amounts, async (refunds) => {
        await play([
          { do: 'pay', payment: 0, card: CARDS.approved },
          { do: 'settle' },
          {
            do: 'at-once',
            steps: refunds.map((cents, index) => ({
              do: 'refund',
              transaction: 0,
              cents,
              via: index % 2 ? 'api' : 'portal',
            })),
          },
        ])
      }),
      { numRuns: 15 },
    )
  })

  it('a void and concurrent refunds never both succeed', async () => {
    await gateway.withProfile({ refund_opens: 'after_charge' }, async () => {
      const order = fc.shuffledSubarray(['void', 'refund', 'void', 'refund', 'refund'] as const, {
        minLength: 2,
      })
      await fc.assert(
        fc.asyncProperty(order, async (shownRefunds) => {
          const steps = shownRefunds.map(
            (how): Step => ({ do: how, transaction: 0, cents: 4_000, via: 'api' }),
          )
          await play([
            { do: 'pay', payment: 0, card: CARDS.approved },
            { do: 'at-once', steps },
          ])
        }),
        { numRuns: 15 },
      )
    })
  })
})
