import { chargeAnswer, type SavedCard, savedCardList } from '../contract/charges.ts'
import { exactJsonNumber } from '../runtime/text/json.ts'
import { type GatewayCaller, isSuccess, success } from './caller.ts'
import { type Decline, declineIn } from './declines.ts'
import { type Failure, failureOf, failureOfWork } from './outcomes.ts'
import { type BeginRetry, sendOrRetry } from './retry-without.ts'

/** Mode 3A is off for the account; only the service can enable it (4.10, 7). */
export interface SavedCardsDisabled {
  outcome: 'saved-cards-disabled'
}

export type ListCardsOutcome =
  | { outcome: 'listed'; cards: SavedCard[] }
  | SavedCardsDisabled
  | Failure

/** The body of a success is undocumented (4.11). */
export type RevokeCardOutcome = { outcome: 'revoked' } | Failure

export type ChargeCardOutcome =
  | { outcome: 'charged'; transactionId: string }
  | Decline
  | SavedCardsDisabled
  /** Unknown card, another merchant's, revoked, or of the other environment (4.12). */
  | { outcome: 'card-refused'; message: string | undefined }
  | Failure

export interface SavedCardCharge {
  /** Decimal string. */
  amount: string
  /** Alphabetic, unlike in payment creation. */
  currency: string
  external_reference: string
  metadata: Record<string, unknown>
}

/** Prefers the identity number (4.10). */
export type CardOwner = { by: 'identity'; identityNumber: string } | { by: 'email'; email: string }

/** Mode 3A (4.10 to 4.12); `methodId` is a `pm_*`. */
export const savedCards = (call: GatewayCaller) => ({
  listCards: async (customer: CardOwner): Promise<ListCardsOutcome> => {
    const [field, value] =
      customer.by === 'identity'
        ? ['identity_number', customer.identityNumber]
        : ['email', customer.email]
    const query = new URLSearchParams({ [`customer[${field}]`]: value })
    const list = success(
      await call({ method: 'GET', path: `/payment-methods?${query}` }),
      savedCardList,
    )
    return list.ok ? { outcome: 'listed', cards: list.value.data } : gated(list.failure)
  },
  revokeCard: async (methodId: string): Promise<RevokeCardOutcome> => {
    const answer = await call({
      method: 'DELETE',
      path: `/payment-methods/${encodeURIComponent(methodId)}`,
    })
    const isDone = answer.kind === 'answer' && isSuccess(answer.status)
    return isDone ? { outcome: 'revoked' } : failureOf(answer)
  },
  /** Both routes charge alike; their responses differ (4.12). */
  chargeCard: async (
    methodId: string,
    charge: SavedCardCharge,
    {
      idempotencyKey,
      route,
      begin,
    }: { idempotencyKey: string; route: 'by-method' | 'by-token'; begin?: BeginRetry },
  ): Promise<ChargeCardOutcome> => {
    const send = (savedCharge: SavedCardCharge, key: string | undefined) => {
      const { amount, currency, external_reference, metadata } = savedCharge
      const terms = { amount: exactJsonNumber(amount), currency_code: currency }
      const body = { ...terms, external_reference, metadata }
      return call({
        method: 'POST',
        ...(route === 'by-method'
          ? { path: `/payment-methods/${encodeURIComponent(methodId)}/charge`, body }
          : { path: '/payments/token-charge', body: { payment_token: methodId, ...body } }),
        idempotencyKey: key,
      })
    }
    const answer = await sendOrRetry({ body: charge, idempotencyKey }, { send, begin })
    const declined = declineIn(answer)
    if (declined) return declined
    const charged = success(answer, chargeAnswer, failureOfWork)
    return charged.ok
      ? { outcome: 'charged', transactionId: charged.value.id }
      : refusalOfCard(charged.failure)
  },
})

const gated = (failure: Failure): Failure | SavedCardsDisabled =>
  failure.outcome === 'refused' && failure.code === 'tokenized_charge_disabled'
    ? { outcome: 'saved-cards-disabled' }
    : failure

/** Keys in `errors`, one per charge route. */
const CARD_FIELDS = ['payment_method_id', 'payment_token']

/** For an unknown card one route responds 404 and the other 422 (4.12). */
const refusalOfCard = (failure: Failure): ChargeCardOutcome => {
  const refusal = gated(failure)
  if (refusal.outcome === 'not-found' && refusal.kind !== 'not_found') {
    return { outcome: 'card-refused', message: undefined }
  }
  const field = refusal.outcome === 'refused' && CARD_FIELDS.find((name) => refusal.fields[name])
  return field ? { outcome: 'card-refused', message: refusal.fields[field]?.[0] } : refusal
}
