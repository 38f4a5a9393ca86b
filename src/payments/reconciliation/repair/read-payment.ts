import type { PaymentObject } from '../../../contract/payment.ts'
import { isPaymentState } from '../../../contract/payment-states.ts'
import type { DiscrepancyRow } from '../../../db/reconciliation/discrepancies.ts'
import { moneyFromDecimal } from '../../../domain/money.ts'
import type { Failure } from '../../../gateway/outcomes.ts'
import { wasCharged } from '../../orders/rules/advance.ts'
import { type Observation, observePayment } from '../../orders/rules/observe.ts'
import type { DifferenceDetails } from '../compare/describe-discrepancy.ts'
import { isBehindList, type Listed } from '../rules/behind-list.ts'
import type { RunContext } from '../work.ts'

/** The gateway's list showed money that `GET` does not. */
interface BehindList {
  outcome: 'behind-list'
  /** State in `GET`; `null`: not found. */
  shows: string | null
}

/** An error of ours, which must not block other discrepancies. */
interface Unexpected {
  outcome: 'unexpected'
  detail: string
}

/** Reason why a discrepancy stays open: no response, or the gateway contradicts itself. */
export type Unresolved = Failure | BehindList | Unexpected

/**
 * Reads a suspected payment by `GET`. `missing`: unknown to the gateway, which has not listed a
 * charge of it either.
 */
export const readPayment = async (
  { gateway }: RunContext,
  discrepancy: DiscrepancyRow,
  gatewayId: bigint,
): Promise<
  | { outcome: 'read'; payment: PaymentObject; observed: Observation }
  | { outcome: 'missing' }
  | Unresolved
> => {
  const answer = await gateway.getPayment(Number(gatewayId))
  const listed = listedIn(discrepancy)
  if (answer.outcome === 'not-found' && answer.kind === 'payment_not_found') {
    const { state } = listed
    const wasPaid = typeof state === 'string' && isPaymentState(state) && wasCharged(state)
    return wasPaid ? { outcome: 'behind-list', shows: null } : { outcome: 'missing' }
  }
  if (answer.outcome !== 'found') return answer
  const { payment } = answer
  const observed = observePayment(payment)
  return observed.kind === 'seen' && isBehindList(listed, observed.derived)
    ? { outcome: 'behind-list', shows: observed.derived.state }
    : { outcome: 'read', payment, observed }
}

const listedIn = ({ details }: DiscrepancyRow): Listed => {
  const { differs, currency }: DifferenceDetails = details
  const code = differs?.currency?.[1] ?? (typeof currency === 'string' ? currency : '')
  const refunded = differs?.refunded?.[1]
  const money = refunded ? moneyFromDecimal(refunded, code) : undefined
  return {
    state: differs?.state?.[1],
    ...(money ? { refunded_minor: money.minor } : {}),
  }
}
