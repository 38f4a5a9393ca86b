import timers from 'node:timers'
import type { Books, Charge, RecordedEvent } from '../gateway/books.ts'

export interface Verdict {
  pass: boolean
  /** What must be true, as a noun phrase. */
  expected: string
  /** What the gateway's books say. */
  found: string
}

/** The part of a gateway that verdicts read. */
export interface Judged extends Books {
  /** Hands out due deliveries and waits for their answers. */
  deliver(): Promise<void>
}

export interface DeliveryExpectation {
  /** `external_reference` of the payment. */
  reference?: string
  /** Exact number of successful deliveries; default: at least one. */
  times?: number
  /** Milliseconds of real time; default: 2000. */
  timeoutMs?: number
}

const PATIENCE_MS = 2_000
const POLL_MS = 25

/** Taken before a test can fake it. */
const { setTimeout: later } = timers

const pause = (ms: number): Promise<void> => new Promise((resolve) => later(resolve, ms))

/** Judges whether an endpoint accepted the event with a 2xx; waits for it unless it must not come. */
export const judgeDelivered = async (
  gateway: Judged,
  type: string,
  { expected = {}, isUnwanted = false }: { expected?: DeliveryExpectation; isUnwanted?: boolean },
): Promise<Verdict> => {
  const { reference, times, timeoutMs = PATIENCE_MS } = expected
  // Counted in pauses: a test's fake clock may stand still.
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    await gateway.deliver()
    const events = await gateway.events({ ...(reference !== undefined && { reference }) })
    const count = events.filter((event) => event.type === type).reduce(countDelivered, 0)
    const pass = times === undefined ? count > 0 : count === times
    if (pass || isUnwanted || waitedMs >= timeoutMs) {
      const what = `${type}${reference === undefined ? '' : ` of ${reference}`}`
      return {
        pass,
        expected: `${times ?? 'an'} accepted ${times === 1 || times === undefined ? 'delivery' : 'deliveries'} of ${what}`,
        found: `${count}. ${describeEvents(events)}`,
      }
    }
    await pause(POLL_MS)
  }
}

const countDelivered = (sum: number, { deliveries }: RecordedEvent): number =>
  sum + deliveries.filter(({ state }) => state === 'delivered').length

const describeEvents = (events: readonly RecordedEvent[]): string => {
  if (events.length === 0) return 'The gateway recorded no event.'
  const lines = events.map(({ type, reference, deliveries }) => {
    const ways = deliveries.map(
      ({ url, state, attempts, isCopy }) =>
        `${state} at ${url} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${isCopy ? ' (duplicate)' : ''}`,
    )
    const order = reference === null ? '' : ` of ${reference}`
    return `  ${type}${order}: ${ways.join(', ') || 'no endpoint was registered'}`
  })
  return `The gateway recorded:\n${lines.join('\n')}`
}

const isKept = ({ status }: Charge): boolean => status === 'paid' || status === 'partially_refunded'

export interface ChargeExpectation {
  /** Leaves out charges that were refunded in full or voided. */
  exceptReturned?: boolean
}

/** Judges whether at most one charge took money for the order. */
export const judgeNotChargedTwice = async (
  gateway: Books,
  reference: string,
  { exceptReturned = false }: ChargeExpectation = {},
): Promise<Verdict> => {
  const charges = await gateway.charges(reference)
  const counted = exceptReturned ? charges.filter(isKept) : charges
  return {
    pass: counted.length <= 1,
    expected: `at most one charge of ${reference}`,
    found: `${counted.length}. ${describeCharges(charges)}`,
  }
}

/** Judges whether exactly one charge took money for the order. */
export const judgeChargedOnce = async (gateway: Books, reference: string): Promise<Verdict> => {
  const charges = await gateway.charges(reference)
  return {
    pass: charges.length === 1,
    expected: `exactly one charge of ${reference}`,
    found: `${charges.length}. ${describeCharges(charges)}`,
  }
}

export interface RefundExpectation {
  /** Decimal units, such as `"125.50"`. */
  amount?: string | number
}

/** Judges whether one refund or one void gave money back for the order. */
export const judgeRefundedOnce = async (
  gateway: Books,
  reference: string,
  { amount }: RefundExpectation = {},
): Promise<Verdict> => {
  const charges = await gateway.charges(reference)
  const returns = charges.flatMap((charge) => [
    ...charge.refunds.map((refund) => refund.amount),
    ...(charge.voidedAt === null ? [] : [charge.amount]),
  ])
  const isExpected = amount === undefined || Number(returns[0]) === Number(amount)
  const size = amount === undefined ? '' : ` of ${amount}`
  return {
    pass: returns.length === 1 && isExpected,
    expected: `exactly one refund or void${size} for ${reference}`,
    found: `${returns.length}. ${describeCharges(charges)}`,
  }
}

const describeCharges = (charges: readonly Charge[]): string => {
  if (charges.length === 0) return 'The gateway made no charge.'
  const lines = charges.flatMap((charge) => [
    `  ${charge.paidAt} payment ${charge.paymentId}: ${charge.amount} ${charge.currency}, ${charge.status}`,
    ...charge.refunds.map(({ at, amount }) => `    ${at} refunded ${amount}`),
    ...(charge.voidedAt === null ? [] : [`    ${charge.voidedAt} voided`]),
  ])
  return `The gateway's books:\n${lines.join('\n')}`
}

/** Message of a failed assertion. */
export const describeVerdict = (
  { expected, found }: Verdict,
  { isNot = false }: { isNot?: boolean } = {},
): string => `Expected ${isNot ? 'the opposite of ' : ''}${expected}, found ${found}`
