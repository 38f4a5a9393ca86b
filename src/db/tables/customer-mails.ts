import type { Generated } from 'kysely'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'

/** `request` and `reminder` ask for a payment; the others report one. */
export const MAIL_KINDS = ['receipt', 'refund', 'void', 'request', 'reminder'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/**
 * - `sending`: a process hands it to the mail server, or died before the answer
 * - `refused`: the mail server refused this recipient
 * - `unknown`: the mail server did not confirm it
 * - `failed`: the mail server accepted no mail for a day
 * - `not_sent`: its reason or its recipient no longer exists
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
    /** Amount of the reported refund or void. */
    amount_minor: bigint | null
    state: MailState
    /** Address that replaces the order's; after sending, the actual address. */
    to_address: string | null
    /** Detail to show, without the address. */
    detail: string | null
    /** Tries that the mail server refused or did not answer. */
    failures: Generated<number>
    created_at: Date
    updated_at: Date
    sent_at: Date | null
  }
}
