import type { Generated } from 'kysely'
import type { OrderId, PaymentId, StoreId } from '../../domain/ids.ts'

/** Reason of a decline, as far as the gateway gave one. */
export interface DeclineReason {
  code: string | null
  message: string | null
}

export interface DeclineTables {
  declines: DeclineReason & {
    id: Generated<bigint>
    payment_id: PaymentId
    /** Event id, or `charge` for a direct charge, which is declined at most once. */
    occasion: string
    store_id: StoreId
    order_id: OrderId
    amount_minor: bigint
    currency: string
    declined_at: Date
  }
  /** Saved cards, as the gateway's events described them. */
  known_cards: {
    store_id: StoreId
    /** `pm_*`. */
    payment_method_id: string
    brand: string | null
    last_four: string | null
  }
}
