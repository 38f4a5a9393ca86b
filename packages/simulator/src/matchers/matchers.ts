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

/** Matchers of `expect(gateway)`; await each. */
export interface GatewayMatchers<Result> {
  /** An endpoint accepted the event; waits up to two seconds. */
  toHaveDelivered(type: string, expected?: DeliveryExpectation): Result
  toHaveChargedOnce(reference: string): Result
  notToHaveChargedTwice(reference: string, expected?: ChargeExpectation): Result
  /** One refund or void, from wherever it came. */
  toHaveBeenRefundedOnce(reference: string, expected?: RefundExpectation): Result
}

interface MatcherResult {
  pass: boolean
  message(): string
}

interface MatcherState {
  isNot?: boolean
}

const resultOf = (verdict: Verdict, { isNot = false }: MatcherState): MatcherResult => ({
  pass: verdict.pass,
  message: () => describeVerdict(verdict, { isNot }),
})

/** For `expect.extend` of Vitest and Jest. */
export const matchers = {
  async toHaveDelivered(
    this: MatcherState,
    gateway: Judged,
    type: string,
    expected: DeliveryExpectation = {},
  ): Promise<MatcherResult> {
    const isUnwanted = this.isNot ?? false
    return resultOf(await judgeDelivered(gateway, type, { expected, isUnwanted }), this)
  },
  async toHaveChargedOnce(
    this: MatcherState,
    gateway: Judged,
    reference: string,
  ): Promise<MatcherResult> {
    return resultOf(await judgeChargedOnce(gateway, reference), this)
  },
  async notToHaveChargedTwice(
    this: MatcherState,
    gateway: Judged,
    reference: string,
    expected?: ChargeExpectation,
  ): Promise<MatcherResult> {
    return resultOf(await judgeNotChargedTwice(gateway, reference, expected), this)
  },
  async toHaveBeenRefundedOnce(
    this: MatcherState,
    gateway: Judged,
    reference: string,
    expected?: RefundExpectation,
  ): Promise<MatcherResult> {
    return resultOf(await judgeRefundedOnce(gateway, reference, expected), this)
  },
}
