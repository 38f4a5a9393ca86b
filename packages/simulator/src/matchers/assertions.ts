import {
  type ChargeExpectation,
  type DeliveryExpectation,
  describeVerdict,
  type Judged,
  judgeChargedOnce,
  judgeDelivered,
  judgeNotChargedTwice,
  judgeRefundedOnce,
  type RefundExpectation,
  type Verdict,
} from './verdicts.ts'

/** Assertions for any test runner: each throws with the gateway's books. */
export interface Assertions {
  /** An endpoint accepted the event; waits up to two seconds. */
  toHaveDelivered(type: string, expected?: DeliveryExpectation): Promise<void>
  /** No endpoint accepted the event so far. */
  notToHaveDelivered(type: string, expected?: DeliveryExpectation): Promise<void>
  toHaveChargedOnce(reference: string): Promise<void>
  notToHaveChargedTwice(reference: string, expected?: ChargeExpectation): Promise<void>
  /** One refund or void, from wherever it came. */
  toHaveBeenRefundedOnce(reference: string, expected?: RefundExpectation): Promise<void>
}

export const assertionsOn = (gateway: Judged): Assertions => ({
  toHaveDelivered: async (type, expected = {}) =>
    demand(await judgeDelivered(gateway, type, { expected })),
  notToHaveDelivered: async (type, expected = {}) => {
    const verdict = await judgeDelivered(gateway, type, { expected, isUnwanted: true })
    if (verdict.pass) throw new Error(describeVerdict(verdict, { isNot: true }))
  },
  toHaveChargedOnce: async (reference) => demand(await judgeChargedOnce(gateway, reference)),
  notToHaveChargedTwice: async (reference, expected) =>
    demand(await judgeNotChargedTwice(gateway, reference, expected)),
  toHaveBeenRefundedOnce: async (reference, expected) =>
    demand(await judgeRefundedOnce(gateway, reference, expected)),
})

const demand = (verdict: Verdict): void => {
  if (!verdict.pass) throw new Error(describeVerdict(verdict))
}
