import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { paymentsByIds } from '../../db/payments.ts'
import {
  type LastNewsRow,
  lastNewsOfOrders,
  notificationTasksOfOrders,
} from '../../db/reconciliation-batches.ts'
import { moneyFromMinor } from '../../domain/money.ts'
import { isHeldBack } from '../orders/rules/held-back.ts'
import { hasMoney } from '../orders/rules/is-open.ts'
import type { StoreOrder, UnreadableAtStore } from '../ports/storefront.ts'
import { notifyStorefrontKind } from '../ports/tasks/notify-storefront.ts'
import {
  isUnreadable,
  type KnownOrder,
  type NotificationState,
} from './rules/classify-discrepancy.ts'

export type KnownOrderFacts = Omit<KnownOrder, 'atStore'>

export const factsOfOrders = async (
  query: DbQuery,
  { orders, canBeTold }: { orders: readonly OrderRow[]; canBeTold: boolean },
): Promise<Map<string, KnownOrderFacts>> => {
  // Skips orders without money, which have nothing to notify.
  const withMoney = orders.filter(hasMoney).map(({ id }) => id)
  const [payments, tasks, notificationFacts] = [
    await paymentsByIds(
      query,
      orders.flatMap(({ current_payment_id }) => current_payment_id ?? []),
    ),
    canBeTold
      ? await notificationTasksOfOrders(query, {
          kind: notifyStorefrontKind.kind,
          orderIds: withMoney,
        })
      : undefined,
    canBeTold ? await lastNewsOfOrders(query, withMoney) : undefined,
  ]
  const notificationStateOf = ({ id, current_payment_id }: OrderRow): NotificationState => {
    const task = tasks?.get(id)
    const last = notificationFacts?.get(id)
    const newsSeq = last?.news_seq ?? null
    return {
      canBeTold,
      hasNews: newsSeq !== null,
      wasTold: newsSeq !== null && (last?.told_seq ?? 0n) > newsSeq,
      isGivenUp: task?.given_up ?? false,
      // Includes a notification held back until the gateway confirms the charge.
      isUnderWay: task?.under_way || isHeldBack(payments.get(current_payment_id ?? '') ?? {}),
      wasToldAgain: wasToldAgain(last),
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

const wasToldAgain = (last: LastNewsRow | undefined): boolean => {
  const { news_seq = null, repaired_seq = null, told_seq = null } = last ?? {}
  return (news_seq ?? 0n) < (repaired_seq ?? 0n) && (repaired_seq ?? 0n) < (told_seq ?? 0n)
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

/** The store's version, stored with a discrepancy. */
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

export type KeptAtStore = KeptStoreOrder | UnreadableAtStore | 'absent' | undefined

export const keepStoreOrder = (atStore: KnownOrder['atStore']): KeptAtStore =>
  typeof atStore === 'object' && !isUnreadable(atStore)
    ? {
        status: atStore.status,
        amount: kept(atStore.amount),
        refunded: kept(atStore.refunded),
        unit: atStore.unitMinor?.toString(),
      }
    : atStore

export const storeOrderOf = (said: KeptAtStore): KnownOrder['atStore'] =>
  typeof said === 'object' && said.unreadable === undefined
    ? {
        status: said.status,
        amount: unkept(said.amount),
        refunded: unkept(said.refunded),
        unitMinor: said.unit === undefined ? undefined : BigInt(said.unit),
      }
    : said
