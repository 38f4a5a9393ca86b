import type { z } from 'zod'
import type { Money } from '../../domain/money.ts'
import type { Retry } from '../../runtime/failure.ts'
import type { savedCardView } from '../../wire/order-view.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import type { NotificationType } from './notification.ts'
import type { Order, Payment, Refund } from './platform-views.ts'

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
  /** `undefined`: not reported. */
  amount: Money | undefined
  /** Rounding unit in minor units; absent: no rounding. */
  unitMinor?: bigint | undefined
  refunded: Money | undefined
  /** Always absent: discriminates a readable order. */
  unreadable?: undefined
}

/** Inconsistent data at the store; the reason is for people. */
export interface UnreadableAtStore {
  unreadable: string
}

export interface SavedCardMessage {
  id: string
  type: 'payment_method.saved'
  at: Date
  /** The store's customer id; `null`: the gateway does not name the customer. */
  customerId: string | null
  card: z.output<typeof savedCardView>
}

export type StorefrontMessage = OrderMessage | SavedCardMessage

export interface OrderMessage {
  /** Stable across retries, so receivers can dedupe. */
  id: string
  type: NotificationType
  /** Snapshot time; of two messages, the later one is right. */
  at: Date
  order: Order
  /** `null` before the first payment attempt. */
  payment: Payment | null
  /** Payments that took money, first attempt first; a second one is a duplicate. */
  charges: readonly Payment[]
  refunds: readonly Refund[]
}

export type DeliveryResult =
  | { outcome: 'delivered' }
  /** The store opted out of notifications. */
  | { outcome: 'nobody-to-tell' }
  /** The store cancelled the order and rejects its payment. */
  | { outcome: 'cancelled-at-store' }
  | {
      outcome: 'failed'
      retry: Retry
      detail: string
      retryAfterMs?: number | undefined
      /** The platform's backoff, instead of the usual one. */
      waitsMs?: readonly number[] | undefined
      /** No response, or an error of the store, not a refusal of this message. */
      unreachable: boolean
    }

export const DELIVERED: DeliveryResult = { outcome: 'delivered' }

export interface OrderAtStore extends StoreOrder {
  id: string
  /** See `CheckoutRequest`. */
  fingerprint?: string | null | undefined
  /** Absent if the platform does not report them. */
  refunds?: readonly RefundAtStore[] | undefined
  /** Set if the order awaits payment through us, even if unknown to Puente. See `orderToPay`. */
  toPay?: UnpaidOrder | undefined
  /** Unpaid past the store's deadline. */
  isOverdue?: boolean | undefined
}

export interface UnpaidOrder {
  request: CheckoutRequest
  /** The store's deadline, if any. */
  payBy: Date | null
}

export interface RefundAtStore {
  id: string
  amount: Money
  at: Date
  /** Idempotency key of the store's request. */
  requestKey: string
  /** `null` without a refund of ours. */
  refundId: string | null
  /** The record requests a refund, still due if unknown to Puente. */
  isRequest?: boolean | undefined
}

/** Omits orders unknown to the store. */
export type ReadOrdersOutcome =
  | {
      outcome: 'read'
      orders: readonly OrderAtStore[]
      /** Orders with invalid data, which do not affect the others. */
      unreadable?: readonly UnreadableOrder[]
    }
  | NotRead

export interface UnreadableOrder {
  /** `null` if unreadable. */
  id: string | null
  detail: string
}

/** `id` is the store's. */
export interface FailingOrder {
  id: string
  changedAt: Date
}

export interface NotRead {
  outcome: 'not-read'
  retry: Retry
  detail: string
  retryAfterMs?: number | undefined
  /** `false`: the store works but throttles us; its circuit stays closed. */
  unreachable?: boolean | undefined
}

/**
 * A page of changes, oldest first. `position`: cursor, for platforms that page by one; a later walk
 * may resume there. `refusal`: error that ended the page early.
 */
export type ChangedOrdersOutcome =
  | {
      outcome: 'read'
      orders: readonly OrderAtStore[]
      unreadable?: readonly UnreadableOrder[]
      /** The store fails at these orders only; Puente reads each separately. */
      failing?: readonly FailingOrder[]
      /** Includes every change before this instant. */
      until: Date
      isLast: boolean
      position?: string | undefined
      refusal?: NotRead | undefined
    }
  | NotRead

export type OrderToPayOutcome =
  | ({ outcome: 'payable' } & UnpaidOrder)
  /** Cancelled, paid, not payable through us, or unknown to the store. */
  | { outcome: 'over' }
  /** Unpaid past the store's deadline. */
  | { outcome: 'overdue' }
  /** `detail` is for people. */
  | { outcome: 'unreadable'; detail: string }
  | NotRead

export interface StoreAnswer {
  status: number
  head: Uint8Array
  /** The body is longer than `head`. */
  isCut: boolean
}

/** An HTTP call to the store, as the adapter made it. Unbounded and unmasked. */
export interface StoreCall {
  method: string
  url: string
  durationMs: number
  /** The call changes nothing at the store. */
  isRead: boolean
  sent: string | undefined
  /** `undefined`: none. */
  answer: StoreAnswer | undefined
  /** Why there is no answer; for people. */
  error?: string | undefined
  /** Secrets that the store knows and could echo. */
  secrets?: readonly string[] | undefined
}

export type NoteCall = (call: StoreCall) => void

/** Sends notifications to one address of a store. */
export interface NotificationEndpoint {
  post(message: { id: string; body: string }, noteCall?: NoteCall): Promise<DeliveryResult>
}

/** A platform as payments see it. Sends must be idempotent: a lost response causes a retry. */
export interface Storefront {
  /** `noteCall` receives each HTTP call, for the delivery log. */
  notify(message: StorefrontMessage, noteCall?: NoteCall): Promise<DeliveryResult>
  /** Reads at most a hundred orders; absent if the platform cannot. */
  readOrders?(orderIds: readonly string[]): Promise<ReadOrdersOutcome>
  /** Smaller batch, if a hundred orders take too long. */
  ordersAtATime?: number
  /**
   * Reads a page of orders changed since an instant; absent if the platform cannot. `position`:
   * cursor of the last page or an interrupted walk.
   */
  changedOrders?(since: Date, page: number, position?: string): Promise<ChangedOrdersOutcome>
  /**
   * Applies merchant decisions that make orders ours; they appear in the next changes. Absent if no
   * decision does.
   */
  applyMerchantDecisions?(): Promise<void>
  /**
   * Reads an order about to be paid, for stores without checkout requests: polling finds their
   * orders, and each opening of the pay link reads again.
   */
  orderToPay?(orderId: string): Promise<OrderToPayOutcome>
  /** Hands a pay link to the store; idempotent. */
  offerPayLink?(orderId: string, payUrl: string): Promise<DeliveryResult>
  /** Restores change webhooks: platforms switch off failing ones. Absent if there are none. */
  keepWebhooks?(): Promise<{ outcome: 'kept' } | NotRead>
  /** Notifying reads the order first: notifications of one order must not run concurrently. */
  serialized?: boolean
}
