import type { Generated } from 'kysely'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'

/** `request` and `reminder` ask for a payment; the others report one. */
export const MAIL_KINDS = ['receipt', 'refund', 'void', 'request', 'reminder'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/**
 * - `sending`: a process gives it to the mail server, or ended before the answer
 * - `refused`: by the mail server, for this receiver
 * - `unknown`: the mail server did not answer whether it took the mail
 * - `failed`: the mail server took no mail for a day
 * - `not_sent`: it has no reason or no receiver any more
 */
export const MAIL_STATES = [
  ...(['waiting', 'sending', 'sent', 'refused', 'unknown', 'failed', 'not_sent'] as const),
] as const
export type MailState = (typeof MAIL_STATES)[number]

export interface CustomerMailTables {
  customer_mails: {
    /** Digest of the occasion, and the Message-ID. */
    id: string
    store_id: StoreId
    order_id: OrderId
    payment_id: PaymentId | null
    kind: MailKind
    /** Of the refund or void that it reports. */
    amount_minor: bigint | null
    state: MailState
    /** Where it goes instead of the order's address; then where it went. */
    to_address: string | null
    /** For people, without the address. */
    detail: string | null
    /** Tries that the mail server refused or did not answer. */
    failures: Generated<number>
    created_at: Date
    updated_at: Date
    sent_at: Date | null
  }
}
