import { type CreatePaymentRequest, GATEWAY_LIMITS } from '../../contract/create-payment.ts'
import { formatHondurasTime } from '../../contract/honduras-time.ts'
import type { PaymentObject } from '../../contract/payment.ts'
import type { OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { PaymentId } from '../../domain/ids.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import type { Confirmation } from '../../gateway/confirm.ts'
import { OUR_REFERENCE } from '../../gateway/retry-without.ts'
import type { SavedCardCharge } from '../../gateway/saved-cards.ts'
import { TEXTS } from '../../locales/texts.ts'
import { fitText } from '../../runtime/text/fit-text.ts'
import { PLACEHOLDER, type Placeholder, type Policy, policyOf } from '../ports/policy.ts'

/** Returns our reference in a gateway payment; another database may have set it. */
export const referenceIn = ({
  metadata,
}: Pick<PaymentObject, 'metadata'>): PaymentId | undefined => {
  const reference = metadata?.[OUR_REFERENCE]
  return typeof reference === 'string' ? PaymentId.parse(reference) : undefined
}

/**
 * Recognises this attempt by our reference or by the transaction in its charge response (4.12,
 * 4.13). Whether a charge's payment carries its metadata is undocumented.
 */
export const isShownAs = (
  { id, charge_id }: Pick<PaymentRow, 'id' | 'charge_id'>,
  shown: Pick<PaymentObject, 'metadata' | 'transaction_id'>,
): boolean => {
  const reference = referenceIn(shown)
  return reference ? reference === id : charge_id !== null && charge_id === shown.transaction_id
}

type NamedStore = Pick<StoreRow, 'name' | 'policy'>

/** Body of `POST /payments` (4.3). */
export const creationRequest = (
  order: OrderRow,
  about: {
    store: NamedStore
    paymentId: PaymentId
    expiresAt: Date | null
    publicUrl: string
  },
): CreatePaymentRequest => {
  const { store, paymentId, expiresAt, publicUrl } = about
  const policy = policyOf(store)
  const money = moneyFromMinor(order.amount_minor, order.currency)
  const returnUrl = `${publicUrl}/pay/${order.pay_token}/return`
  const prefill = Object.fromEntries(Object.entries(order.customer).filter(([, value]) => value))
  const description = descriptionOf(order, store)
  return {
    amount: formatMoney(money),
    currency_code: money.currency.numericCode,
    external_reference: order.external_id,
    name: nameOf(order, store),
    ...(description ? { description } : {}),
    metadata: { ...order.metadata, [OUR_REFERENCE]: paymentId },
    success_url: returnUrl,
    cancel_url: order.cancel_url ?? `${returnUrl}?cancelled=1`,
    ...(expiresAt ? { expires_at: formatHondurasTime(expiresAt) } : {}),
    ...(Object.keys(prefill).length > 0 ? { customer: prefill } : {}),
    ...(policy.lock_customer_fields ? { lock_customer_fields: true } : {}),
    ...priceFields(policy),
  }
}

/** Only the gateway computes tax, tip and fee. */
const priceFields = ({ sales_tax, tip, service_fee }: Policy) => ({
  ...(sales_tax ? { sales_tax_type: sales_tax.type, sales_tax_value: sales_tax.value } : {}),
  ...(tip
    ? {
        tip_enabled: true,
        tip_customer_selectable: true,
        tip_preset_percentages: tip.preset_percentages,
        tip_allow_custom: tip.allow_custom,
      }
    : {}),
  ...(service_fee ? { service_fee_enabled: true } : {}),
})

/** The gateway requires a name. */
const nameOf = (order: OrderRow, store: NamedStore): string => {
  const usual = `${TEXTS[order.locale].payPages.labels.order} {number}`
  const name = filled(policyOf(store).name_template ?? usual, { order, store })
  return fitText(name || filled(usual, { order, store }), GATEWAY_LIMITS.nameLength)
}

const descriptionOf = (order: OrderRow, store: NamedStore): string | undefined => {
  const text = filled(policyOf(store).description_template, { order, store })
  return text ? fitText(text, GATEWAY_LIMITS.descriptionLength) : undefined
}

const filled = (
  template: string,
  { order, store }: { order: OrderRow; store: NamedStore },
): string => {
  const values: Record<Placeholder, string> = {
    number: order.number ?? order.external_id,
    id: order.external_id,
    store: store.name,
    description: order.description ?? '',
  }
  const filledIn = (part: string, name: string) =>
    Object.hasOwn(values, name) ? values[name as Placeholder] : part
  return template.replace(PLACEHOLDER, filledIn).trim()
}

/** Body of a saved-card charge (4.12), without the card. */
export const chargeRequest = (order: OrderRow, paymentId: PaymentId): SavedCardCharge => {
  const money = moneyFromMinor(order.amount_minor, order.currency)
  return {
    amount: formatMoney(money),
    currency: money.currency.code,
    external_reference: order.external_id,
    metadata: { ...order.metadata, [OUR_REFERENCE]: paymentId },
  }
}

/** Return URLs of a challenge; HTTPS only (`gateway-api.md` 4.13). */
export interface ConfirmRedirects {
  success?: string | undefined
  failed?: string | undefined
}

/** Body of confirm (4.13), without token and publishable key. */
export const confirmationRequest = (
  order: OrderRow,
  about: { store: NamedStore; paymentId: PaymentId; redirects: ConfirmRedirects },
): Omit<Confirmation, 'token' | 'publishableKey'> => {
  const { store, paymentId, redirects } = about
  const description = descriptionOf(order, store)
  return {
    ...chargeRequest(order, paymentId),
    ...(description ? { description } : {}),
    ...(redirects.success ? { success_redirect_url: redirects.success } : {}),
    ...(redirects.failed ? { failed_redirect_url: redirects.failed } : {}),
  }
}
