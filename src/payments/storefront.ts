import type { OrderRow, PaymentRow, ReversalRow } from '../ledger/ledger.ts'
import type { Remedy } from '../platform/failure.ts'
import type { AnnouncementType } from './rules/announcements.ts'
import type { StoreOrder } from './rules/classify-difference.ts'

/** A card that a customer let the gateway keep. */
export interface SavedCardMessage {
  id: string
  type: 'payment_method.saved'
  at: Date
  card: {
    id: string
    brand: string | null
    last_four: string | null
    exp_month: number | null
    exp_year: number | null
    is_default: boolean
  }
}

export type StorefrontMessage = OrderMessage | SavedCardMessage

/** One thing to tell a storefront, with the order and its payment, if any, as they stand now. */
export interface OrderMessage {
  /** The same for every try, so that a receiver can tell a repetition. */
  id: string
  type: AnnouncementType
  /** When the order stood so: of two messages, the later one is right. */
  at: Date
  order: OrderRow
  /** `null` for an order that nobody has tried to pay. */
  payment: PaymentRow | null
  /** Voids and refunds of the order, the first one first. */
  reversals: readonly ReversalRow[]
}

export type TellOutcome =
  | { outcome: 'told' }
  /** The store has no way to be told, by its own choice. */
  | { outcome: 'nobody-to-tell' }
  | {
      outcome: 'not-told'
      remedy: Remedy
      detail: string
      retryAfterMs?: number | undefined
      /** It did not answer, or could not do its work; a refusal of this one message is not that. */
      unreachable: boolean
    }

/** An order as its store says that it stands. */
export interface OrderAtStore extends StoreOrder {
  /** The store's own id of the order. */
  id: string
}

/** Orders that the store does not know are not among them. */
export type ReadOrdersOutcome =
  | {
      outcome: 'read'
      orders: readonly OrderAtStore[]
      /** What is said of single orders and makes no sense; the rest counts all the same. */
      unreadable?: readonly UnreadableOrder[]
    }
  | { outcome: 'not-read'; detail: string }

export interface UnreadableOrder {
  /** The store's own id of the order; `null`: not even that can be read. */
  id: string | null
  /** For people. */
  detail: string
}

/**
 * A platform as the payments see it. Telling the same message again must be safe: a try whose
 * answer was lost is repeated.
 */
export interface Storefront {
  tell(message: StorefrontMessage): Promise<TellOutcome>
  /** How orders stand at the store, at most a hundred; absent where the platform does not say. */
  readOrders?(orderIds: readonly string[]): Promise<ReadOrdersOutcome>
}
