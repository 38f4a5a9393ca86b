import type { OrderRow, PaymentRow, RefundRow } from '../../db/db.ts'
import type { Money } from '../../domain/money.ts'
import type { Retry } from '../../runtime/failure.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import type { NotificationType } from './notification.ts'

/** How a store says that one of its orders stands. */
export const STORE_ORDER_STATUSES = [
  'unpaid',
  'paid',
  'partially_refunded',
  'refunded',
  'cancelled',
] as const
export type StoreOrderStatus = (typeof STORE_ORDER_STATUSES)[number]

export interface StoreOrder {
  status: StoreOrderStatus
  /** `undefined`: it does not say. */
  amount: Money | undefined
  /** The store rounds the amount to multiples of this many minor units; absent: no rounding. */
  unitMinor?: bigint | undefined
  refunded: Money | undefined
  /** Always absent: distinguishes a readable order from an unreadable one. */
  unreadable?: undefined
}

/** An order that the store shows with inconsistent data; the reason is for people. */
export interface UnreadableAtStore {
  unreadable: string
}

/** A card that a customer let the gateway keep. */
export interface SavedCardMessage {
  id: string
  type: 'payment_method.saved'
  at: Date
  /** The store's own id of the customer; `null`: the gateway does not say whose card it is. */
  customerId: string | null
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

/** One thing to notify a storefront, with the order and its payment, if any, as they stand now. */
export interface OrderMessage {
  /** The same for every try, so that a receiver can tell a repetition. */
  id: string
  type: NotificationType
  /** When the order stood so: of two messages, the later one is right. */
  at: Date
  order: OrderRow
  /** `null` for an order that nobody has tried to pay. */
  payment: PaymentRow | null
  /** Every payment that took money for the order, the first attempt first; two are one too many. */
  charges: readonly PaymentRow[]
  /** Voids and refunds of the order, the first one first. */
  refunds: readonly RefundRow[]
}

export type TellOutcome =
  | { outcome: 'told' }
  /** The store cannot be notified, by its own choice. */
  | { outcome: 'nobody-to-tell' }
  /** The store has cancelled the order: it does not take the payment, which comes too late. */
  | { outcome: 'cancelled-at-store' }
  | {
      outcome: 'not-told'
      retry: Retry
      detail: string
      retryAfterMs?: number | undefined
      /** The waits between tries that the platform wants, instead of the usual ones. */
      waitsMs?: readonly number[] | undefined
      /** It did not answer, or could not do its work; a refusal of this one message is not that. */
      unreachable: boolean
    }

/** An order as its store says that it stands. */
export interface OrderAtStore extends StoreOrder {
  /** The store's own id of the order. */
  id: string
  /** See `CheckoutRequest`. */
  fingerprint?: string | null | undefined
  /** What it says that it gave back, one by one; absent where the platform does not say. */
  refunds?: readonly RefundAtStore[] | undefined
  /** It waits for a payment through us, and may be unknown to us: see `orderToPay`. */
  toPay?: UnpaidOrder | undefined
  /** It is not paid, and the time that the store gives for that is over. */
  isOverdue?: boolean | undefined
}

/** What an order is taken with that was found unpaid at its store. */
export interface UnpaidOrder {
  request: CheckoutRequest
  /** When its time to be paid is over, by the store's choice; `null`: never. */
  payBy: Date | null
}

export interface RefundAtStore {
  /** The store's own id of it. */
  id: string
  amount: Money
  at: Date
  /** The idempotency key under which the store asks us for such a refund. */
  requestKey: string
  /** The id of ours that it stands for; `null`: the store has none for it. */
  refundId: string | null
  /** The store asks for a refund by writing it down: one that is not known is to be made. */
  isRequest?: boolean | undefined
}

/** Orders that the store does not know are not among them. */
export type ReadOrdersOutcome =
  | {
      outcome: 'read'
      orders: readonly OrderAtStore[]
      /** What is said of single orders and makes no sense; the rest counts all the same. */
      unreadable?: readonly UnreadableOrder[]
    }
  | NotRead

export interface UnreadableOrder {
  /** The store's own id of the order; `null`: not even that can be read. */
  id: string | null
  /** For people. */
  detail: string
}

/** `id`: the store's own. */
export interface FailingOrder {
  id: string
  changedAt: Date
}

export interface NotRead {
  outcome: 'not-read'
  retry: Retry
  detail: string
  retryAfterMs?: number | undefined
  /** `false`: it works, and wants to be asked less. Nobody has to leave it alone for that. */
  unreachable?: boolean | undefined
}

/**
 * A page of what changed; the oldest change first. `position`: where the walk goes on, for platforms
 * that page by such; it may be gone on with later. `refusal`: what ended the page early, after those
 * orders that are in it.
 */
export type ChangedOrdersOutcome =
  | {
      outcome: 'read'
      orders: readonly OrderAtStore[]
      unreadable?: readonly UnreadableOrder[]
      /** The store fails at them, and at no other: each is looked at by itself. */
      failing?: readonly FailingOrder[]
      /** Every change before it has been read with this page. */
      until: Date
      isLast: boolean
      position?: string | undefined
      refusal?: NotRead | undefined
    }
  | NotRead

/** How an order stands that may be paid through us, read for the purpose of having it paid. */
export type OrderToPayOutcome =
  | ({ outcome: 'payable' } & UnpaidOrder)
  /** It is cancelled, paid, not to be paid through us, or the store does not know it. */
  | { outcome: 'over' }
  /** It is not paid, and the time that the store gives for that is over. */
  | { outcome: 'overdue' }
  /** What the store says of it makes no sense. `detail`: for people. */
  | { outcome: 'unreadable'; detail: string }
  | NotRead

/**
 * A platform as the payments see it. Sending the same message again must be safe: a try whose
 * answer was lost is repeated.
 */
export interface Storefront {
  notify(message: StorefrontMessage): Promise<TellOutcome>
  /** How orders stand at the store, at most a hundred; absent where the platform does not say. */
  readOrders?(orderIds: readonly string[]): Promise<ReadOrdersOutcome>
  /** As many as it reads in a bearable time, where that is fewer. */
  ordersAtATime?: number
  /**
   * The orders that changed since an instant, a page of them; absent where the platform does not say.
   * `position`: that of the page before, or of a walk that was cut short.
   */
  changedOrders?(since: Date, page: number, position?: string): Promise<ChangedOrdersOutcome>
  /**
   * Takes up what the store's people have decided since: orders that are ours by that, and were not
   * before, are among the next changes. Absent where no decision makes an order ours.
   */
  takeUpDecisions?(): Promise<void>
  /**
   * Reads an order that is about to be paid, for stores whose orders come without a call that asks
   * for a checkout: they are found at the store, and read again whenever their pay link is opened.
   */
  orderToPay?(orderId: string): Promise<OrderToPayOutcome>
  /** Hands an order's pay link to the store; safe to repeat. */
  offerPayLink?(orderId: string, payUrl: string): Promise<TellOutcome>
  /**
   * Sees to it that the store hints at its changes: platforms switch off webhooks that have failed.
   * Absent where there are none.
   */
  keepWebhooks?(): Promise<{ outcome: 'kept' } | NotRead>
  /**
   * Notifying looks at the order in the store first, so that no two notify of the same order at a time.
   */
  tellsInTurn?: boolean
}
