import fc from 'fast-check'
import {
  type Answer,
  CARDS,
  type Harness,
  PUBLISHABLE_KEY,
  testCard,
  uniqueReference,
} from '../contract/support/harness.ts'
import { confirmBody, listCards } from '../contract/support/saved-cards.ts'
import type { Json } from '../support/world.ts'

/** Numbers are indexes into the current choices. */
export type Step =
  | { do: 'pay'; payment: number; card: string }
  | { do: 'answer'; challenge: number; outcome: 'authenticated' | 'failed' }
  | { do: 'void'; transaction: number; via: Via }
  | { do: 'refund'; transaction: number; cents: number; via: Via }
  | { do: 'settle' }
  | { do: 'disable'; payment: number }
  | { do: 'advance'; seconds: number }
  | { do: 'charge-saved'; card: number }
  | { do: 'confirm'; card: string }
  /** Confirms a token from a component mounted for a payment (4.14). */
  | { do: 'confirm-for'; payment: number; card: string }
  | { do: 'save-card' }
  | { do: 'revoke-card'; card: number }
  | { do: 'at-once'; steps: Step[] }

type Via = 'api' | 'portal'

const which = fc.nat({ max: 5 })
const via = fc.constantFrom<Via>('api', 'api', 'portal')
const card = fc.constantFrom(CARDS.approved, CARDS.approved, CARDS.declined, CARDS.challenge)

const quickStep: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('pay' as const), payment: which, card }), weight: 5 },
  {
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      challenge: which,
      outcome: fc.constantFrom('authenticated' as const, 'failed' as const),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({ do: fc.constant('void' as const), transaction: which, via }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      transaction: which,
      cents: fc.constantFrom(1, 2_500, 4_000, 5_000, 10_000, 10_001),
      via,
    }),
    weight: 6,
  },
  {
    arbitrary: fc.record({ do: fc.constant('charge-saved' as const), card: which }),
    weight: 1,
  },
  { arbitrary: fc.record({ do: fc.constant('confirm' as const), card }), weight: 1 },
  {
    arbitrary: fc.record({ do: fc.constant('confirm-for' as const), payment: which, card }),
    weight: 2,
  },
  { arbitrary: fc.constant<Step>({ do: 'save-card' }), weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant('revoke-card' as const), card: which }),
    weight: 1,
  },
  { arbitrary: fc.record({ do: fc.constant('disable' as const), payment: which }), weight: 1 },
)

export const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: quickStep, weight: 10 },
  { arbitrary: fc.constant<Step>({ do: 'settle' }), weight: 2 },
  {
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      seconds: fc.constantFrom(61, 961, 4_000, 86_401),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      do: fc.constant('at-once' as const),
      steps: fc.array(quickStep, { minLength: 2, maxLength: 5 }),
    }),
    weight: 4,
  },
)

export interface Done {
  payments: { id: number; transactions: Set<string> }[]
  customer: string
  declined: string[]
  challenged: string[]
  voided: string[]
  refunded: Map<string, number[]>
}

export const nothingDone = (): Done => ({
  payments: [],
  customer: uniqueReference(),
  declined: [],
  challenged: [],
  voided: [],
  refunded: new Map(),
})

const chosen = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length]

export const transactionsOf = ({ payments }: Done): string[] =>
  payments.flatMap(({ transactions }) => [...transactions])

/** A step without a target is a no-op. */
export const perform = async (
  step: Step,
  { gateway, done, savedCards }: { gateway: Harness; done: Done; savedCards: readonly string[] },
): Promise<void> => {
  const transaction = 'transaction' in step ? chosen(transactionsOf(done), step.transaction) : ''
  if (transaction === undefined) return
  const reverse = (how: 'void' | 'refund', body: object, by: Via) =>
    by === 'api'
      ? gateway.call('POST', `/v1/payments/${transaction}/${how}`, { body })
      : gateway.call('POST', `/sandbox/portal/${how}`, {
          key: null,
          body: { transaction_id: transaction, ...body },
        })

  switch (step.do) {
    case 'pay': {
      const payment = chosen(done.payments, step.payment)
      if (!payment) return
      const { body } = await gateway.pay({ payment_id: payment.id, number: step.card })
      if (body.transaction_id) payment.transactions.add(body.transaction_id)
      if (body.status === 'pending') done.challenged.push(body.transaction_id)
      if (body.status === 'declined') done.declined.push(body.transaction_id)
      return
    }
    case 'answer': {
      const challenge = chosen(done.challenged, step.challenge)
      if (challenge === undefined) return
      const { body } = await gateway.call('POST', `/sandbox/challenges/${challenge}`, {
        key: null,
        body: { outcome: step.outcome },
      })
      if (body.status === 'declined') done.declined.push(challenge)
      return
    }
    case 'void': {
      const { status } = await reverse('void', {}, step.via)
      if (status < 300) done.voided.push(transaction)
      return
    }
    case 'refund': {
      const { status } = await reverse('refund', { amount: step.cents / 100 }, step.via)
      const before = done.refunded.get(transaction) ?? []
      if (status < 300) done.refunded.set(transaction, [...before, step.cents])
      return
    }
    case 'settle':
      return gateway.settle()
    case 'disable': {
      const payment = chosen(done.payments, step.payment)
      if (!payment) return
      const body = { payment_id: payment.id }
      await gateway.call('POST', '/sandbox/portal/disable', { key: null, body })
      return
    }
    case 'advance':
      return gateway.advance(step.seconds)
    case 'charge-saved': {
      const external_reference = uniqueReference()
      await gateway.call('POST', `/v1/payment-methods/${chosen(savedCards, step.card)}/charge`, {
        body: { amount: 100, external_reference },
        headers: { 'idempotency-key': external_reference },
      })
      return watch(external_reference, { gateway, done })
    }
    case 'confirm': {
      const external_reference = uniqueReference()
      const token = await gateway.token({ number: step.card })
      const body = { ...confirmBody(token, PUBLISHABLE_KEY), external_reference }
      const answer = (await gateway.call('POST', '/embed/v1/confirm', { body })).body
      if (answer.status === 'pending') done.challenged.push(answer.transaction_id)
      return watch(external_reference, { gateway, done })
    }
    case 'confirm-for': {
      const payment = chosen(done.payments, step.payment)
      if (!payment) return
      const { payment_token } = await gateway.control('POST', '/tokens', {
        publishable_key: PUBLISHABLE_KEY,
        payment_id: payment.id,
        card: testCard(step.card),
      })
      const body = confirmBody(payment_token, PUBLISHABLE_KEY)
      const answer = await gateway.call('POST', '/embed/v1/confirm', { body })
      answeredWell(answer)
      const { status, transaction_id } = answer.body
      if (transaction_id) payment.transactions.add(transaction_id)
      if (status === 'pending') done.challenged.push(transaction_id)
      return
    }
    case 'save-card': {
      const external_reference = uniqueReference()
      const customer = { identity_number: done.customer }
      const token = await gateway.token({ customer, save_card: true })
      const body = { ...confirmBody(token, PUBLISHABLE_KEY), external_reference }
      answeredWell(await gateway.call('POST', '/embed/v1/confirm', { body }))
      return watch(external_reference, { gateway, done })
    }
    case 'revoke-card': {
      const cards = await listCards(gateway, { identity_number: done.customer })
      const revoked = chosen(cards, step.card)
      if (!revoked) return
      answeredWell(await gateway.call('DELETE', `/v1/payment-methods/${revoked.id}`))
      return
    }
    case 'at-once':
      await Promise.all(step.steps.map((each) => perform(each, { gateway, done, savedCards })))
  }
}

/** A step may be rejected, but never with a 5xx. */
const answeredWell = ({ status, body }: Answer): void => {
  if (status >= 500) throw new Error(`Answered ${status} ${JSON.stringify(body)}`)
}

/** Modes 2 and 3A create a payment, found by reference. */
const watch = async (
  external_reference: string,
  { gateway, done }: { gateway: Harness; done: Done },
): Promise<void> => {
  const path = `/v1/payments?external_reference=${external_reference}`
  const [payment]: Json[] = (await gateway.call('GET', path)).body.data
  done.payments.push({ id: payment.id, transactions: new Set([payment.transaction_id]) })
}
