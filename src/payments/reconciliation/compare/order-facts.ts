import type { DbQuery, OrderRow, PaymentRow } from '../../../db/db.ts'
import { paymentsByIds } from '../../../db/payments/payments.ts'
import {
  type LastChangeRow,
  lastChangesOfOrders,
  notificationTasksOfOrders,
} from '../../../db/reconciliation/reconciliation-batches.ts'
import { moneyFromMinor } from '../../../domain/money.ts'
import { hasMoney } from '../../../domain/order-status.ts'
import { isHeldBack } from '../../orders/rules/held-back.ts'
import type { StoreOrder, UnreadableAtStore } from '../../ports/storefront.ts'
import { notifyStorefrontKind } from '../../ports/tasks/notification-tasks.ts'
import {
  isUnreadableAtStore,
  type KnownOrder,
  type NotificationState,
} from '../rules/classify-discrepancy.ts'

export type KnownOrderFacts = Omit<KnownOrder, 'atStore'>

export const factsOfOrders = async (
  query: DbQuery,
  {
    orders,
    canBeNotified,
  }: { orders: readonly OrderRow[]; canBeNotified(order: OrderRow): boolean },
): Promise<Map<string, KnownOrderFacts>> => {
  const notifiable = orders.filter(canBeNotified)
  // Skips orders without money, which have nothing to notify.
  const withMoney = notifiable.filter(hasMoney).map(({ id }) => id)
  const [payments, tasks, notificationFacts] = [
    await paymentsByIds(
      query,
      orders.flatMap(({ current_payment_id }) => current_payment_id ?? []),
    ),
    notifiable.length > 0
      ? await notificationTasksOfOrders(query, {
          kind: notifyStorefrontKind.kind,
          orderIds: withMoney,
        })
      : undefined,
    notifiable.length > 0 ? await lastChangesOfOrders(query, withMoney) : undefined,
  ]
  const notificationStateOf = (order: OrderRow): NotificationState => {
    const { id, current_payment_id } = order
    const task = tasks?.get(id)
    const last = notificationFacts?.get(id)
    const changeSeq = last?.change_seq ?? null
    return {
      canBeNotified: canBeNotified(order),
      hasChange: changeSeq !== null,
      wasNotified: changeSeq !== null && (last?.notified_seq ?? 0n) > changeSeq,
      isDead: task?.given_up ?? false,
      // Includes a notification held back until the gateway confirms the charge.
      isUnderWay: task?.under_way || isHeldBack(payments.get(current_payment_id ?? '') ?? {}),
      wasRenotified: wasRenotified(last),
    }
  }
  return new Map(
    orders.map((order) => [
      order.id,
      {
        status: order.status,
        conflict: order.conflict,
        amount: moneyFromMinor(order.amount_minor, order.currency),
        ...moneyOf(order, payments.get(order.current_payment_id ?? '')),
        notifying: notificationStateOf(order),
      },
    ]),
  )
}

const wasRenotified = (last: LastChangeRow | undefined): boolean => {
  const { change_seq = null, repaired_seq = null, notified_seq = null } = last ?? {}
  return (change_seq ?? 0n) < (repaired_seq ?? 0n) && (repaired_seq ?? 0n) < (notified_seq ?? 0n)
}

const moneyOf = (order: OrderRow, payment: PaymentRow | undefined) => {
  const isSameCurrency = payment?.currency === order.currency
  const chargedMinor = (isSameCurrency && payment?.total_minor) || order.amount_minor
  const beyondMinor = chargedMinor - order.amount_minor
  return {
    refundedSumMinor: payment?.refunded_minor ?? 0n,
    beyondMinor: beyondMinor > 0n ? beyondMinor : 0n,
  }
}

interface KeptStoreOrder {
  status: StoreOrder['status']
  amount: [string, string] | null
  refunded: [string, string] | null
  /** See `StoreOrder.unitMinor`. */
  unit?: string | undefined
  unreadable?: undefined
}

const kept = (money: StoreOrder['amount']): [string, string] | null =>
  money ? [money.minor.toString(), money.currency.code] : null

const unkept = (money: [string, string] | null): StoreOrder['amount'] =>
  money ? moneyFromMinor(BigInt(money[0]), money[1]) : undefined

export type StoredStoreOrder = KeptStoreOrder | UnreadableAtStore | 'absent' | undefined

export const serializeStoreOrder = (atStore: KnownOrder['atStore']): StoredStoreOrder =>
  typeof atStore === 'object' && !isUnreadableAtStore(atStore)
    ? {
        status: atStore.status,
        amount: kept(atStore.amount),
        refunded: kept(atStore.refunded),
        unit: atStore.unitMinor?.toString(),
      }
    : atStore

export const parseStoreOrder = (said: StoredStoreOrder): KnownOrder['atStore'] =>
  typeof said === 'object' && said.unreadable === undefined
    ? {
        status: said.status,
        amount: unkept(said.amount),
        refunded: unkept(said.refunded),
        unitMinor: said.unit === undefined ? undefined : BigInt(said.unit),
      }
    : said
