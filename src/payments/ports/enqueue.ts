import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DbQuery, OrderRow, PaymentRow, RefundRow } from '../../db/db.ts'
import { addLook, addTask } from '../../db/outbox.ts'
import type { TaskNeeds } from '../../db/tables/tasks.ts'
import { OrderId, PaymentId, RefundId, StoreId } from '../../domain/ids.ts'
import { addMs } from '../../runtime/clock.ts'
import { NOTIFICATION_TYPES, type Notification } from './notification.ts'
import type { RunningPlatform } from './platform.ts'

/** A webhook of the inbox waits to be applied; those of platforms are tasks of the platform's kind. */
export const messageTask = {
  needs: 'db',
  payload: z.object({ month: z.string(), seq: z.string() }),
} as const

/**
 * The tasks that use cases leave behind: their kinds, whom each needs besides the database, and the
 * payload of each.
 */
export const dueTasks = {
  'apply-gateway-event': messageTask,
  /** An attempt's creation was begun; find out what became of it if nobody else has. */
  'find-out-creation': { needs: 'gateway', payload: z.object({ paymentId: PaymentId }) },
  /** A charge was sent and its outcome is not known; look for it again. */
  'find-out-charge': { needs: 'gateway', payload: z.object({ paymentId: PaymentId }) },
  /** Ask the gateway how a payment stands. */
  'ask-gateway': { needs: 'gateway', payload: z.object({ paymentId: PaymentId }) },
  /** Money is to be refunded. */
  'carry-out-reversal': { needs: 'gateway', payload: z.object({ refundId: RefundId }) },
  /** The time to pay on the card page may be over. */
  'end-time-to-pay': { needs: 'db', payload: z.object({ orderId: OrderId }) },
  /** A reconciliation goes on where it is. */
  reconcile: { needs: 'gateway', payload: z.object({ runId: z.string() }) },
  /** The store has hinted at a change of one of its orders. */
  'look-at-store-order': {
    needs: 'shop',
    payload: z.object({ storeId: StoreId, externalId: z.string() }),
  },
  /** The store gets the pay link of an order that was found there. */
  'offer-pay-link': { needs: 'shop', payload: z.object({ orderId: OrderId }) },
  /** What has the store changed since it was asked last? */
  'follow-store-changes': { needs: 'shop', payload: z.object({ storeId: StoreId }) },
  /** Are the store's webhooks still there, and switched on? */
  'keep-store-webhooks': { needs: 'shop', payload: z.object({ storeId: StoreId }) },
  /** A customer wanted the card of an order kept: has the gateway kept it? */
  'find-saved-card': { needs: 'gateway', payload: z.object({ orderId: OrderId }) },
  'tell-saved-card': {
    needs: 'shop',
    payload: z.object({
      storeId: StoreId,
      messageId: z.string(),
      /** The store's own id of the customer, where it is known whose card it is. */
      customerId: z.string().optional(),
      card: z.object({
        id: z.string(),
        brand: z.string().nullable(),
        last_four: z.string().nullable(),
        exp_month: z.number().nullable(),
        exp_year: z.number().nullable(),
        is_default: z.boolean(),
      }),
    }),
  },
  'tell-storefront': {
    needs: 'shop',
    payload: z.object({
      type: z.enum(NOTIFICATION_TYPES),
      /** `null`: no payment is the effective payment. */
      paymentId: PaymentId.nullable(),
      /** Tasks of before it was written have a payment. */
      orderId: OrderId.optional(),
      /** The same for every try, and for the same notification made anew from a restored database. */
      messageId: z.string(),
    }),
  },
} as const satisfies Record<string, { needs: TaskNeeds; payload: z.ZodType }>

export type TaskKind = keyof typeof dueTasks
export const TASK_KINDS = Object.keys(dueTasks) as TaskKind[]

/** Every kind of task that there is: what comes in first, what platforms have of their own last. */
export const kindsOfTasks = (platforms: readonly RunningPlatform[]): readonly string[] => {
  const [first, ...others] = TASK_KINDS
  return [
    ...(first ? [first] : []),
    ...platforms.flatMap(({ inbound }) => inbound?.kind ?? []),
    ...others,
    ...platforms.flatMap(({ tasks = [] }) => tasks.map(({ kind }) => kind)),
  ]
}
export type DueTask<Kind extends TaskKind> = z.output<(typeof dueTasks)[Kind]['payload']>

const FIND_OUT_AFTER_MS = 2 * 60_000
const FIND_OUT_CHARGE_AFTER_MS = 5_000

export const planToFindOutCreation = (
  query: DbQuery,
  payment: PaymentRow,
  now: Date,
): Promise<void> =>
  addTask(query, {
    ...ofPayment('find-out-creation', payment, { paymentId: payment.id }),
    runAt: addMs(now, FIND_OUT_AFTER_MS),
    now,
  })

/** Soon at first, then more and more rarely. */
export const planToFindOutCharge = (
  query: DbQuery,
  payment: PaymentRow,
  now: Date,
  { readAgain = nextLook(payment, now) }: { readAgain?: Date } = {},
): Promise<void> =>
  addTask(query, {
    ...ofPayment('find-out-charge', payment, { paymentId: payment.id }),
    // Several who find out at once plan one look, not several.
    uniqueKey: `find-out-charge:${payment.id}:${Math.floor(readAgain.getTime() / FIND_OUT_CHARGE_AFTER_MS)}`,
    runAt: readAgain,
    now,
  })

const nextLook = (payment: PaymentRow, now: Date): Date => {
  const ageMs = now.getTime() - payment.created_at.getTime()
  const waitMs = Math.min(Math.max(ageMs, FIND_OUT_CHARGE_AFTER_MS), FIND_OUT_AFTER_MS)
  return addMs(now, waitMs)
}

export const planToAskGateway = (
  query: DbQuery,
  payment: PaymentRow,
  now: Date,
  { runAt = now }: { runAt?: Date } = {},
): Promise<void> =>
  addTask(query, {
    ...ofPayment('ask-gateway', payment, { paymentId: payment.id }),
    runAt,
    now,
  })

export const planToNotify = (
  query: DbQuery,
  order: OrderRow,
  {
    notification: { type, paymentId, key },
    again,
    now,
    runAt = now,
  }: {
    notification: Notification
    /**
     * Told once more, on this occasion; `isNew` when the store has taken it before and it had no
     * effect, so that it is not left out as a repetition.
     */
    again?: { occasion: string; isNew: boolean }
    now: Date
    runAt?: Date
  },
): Promise<void> => {
  // A key without a payment in it says nothing of which order it is.
  const subject = paymentId === null ? `${order.id}:` : ''
  const firstKey = `tell:${order.store_id}:${subject}${key}`
  const uniqueKey = again ? `${firstKey}:again:${again.occasion}` : firstKey
  const messageId = messageIdOf(again?.isNew ? uniqueKey : firstKey)
  return addTask(query, {
    ...ofOrder('tell-storefront', order, { type, paymentId, orderId: order.id, messageId }),
    uniqueKey,
    runAt,
    now,
  })
}

/** Notifies the store of an order of several changes. */
export const planNotifications = async (
  query: DbQuery,
  {
    order,
    notifications,
    now,
  }: { order: OrderRow; notifications: readonly Notification[]; now: Date },
): Promise<void> => {
  for (const notification of notifications) await planToNotify(query, order, { notification, now })
}

/** When the time to pay of an order on the card page ends, unless it is prolonged until then. */
export const planToEndTimeToPay = (
  query: DbQuery,
  order: OrderRow,
  { payableUntil, now }: { payableUntil: Date; now: Date },
): Promise<void> =>
  addTask(query, {
    ...ofOrder('end-time-to-pay', order, { orderId: order.id }),
    uniqueKey: `end-time-to-pay:${order.id}:${payableUntil.toISOString()}`,
    runAt: payableUntil,
    now,
  })

/** Once for each occasion: an event, however often it is delivered, or a customer who has the card. */
export const planToNotifySavedCard = (
  query: DbQuery,
  {
    storeId,
    occasion,
    customerId,
    card,
    now,
  }: {
    storeId: StoreId
    occasion: string
    customerId?: string
    card: DueTask<'tell-saved-card'>['card']
    now: Date
  },
): Promise<void> => {
  const uniqueKey = `tell-saved-card:${storeId}:${occasion}`
  const messageId = messageIdOf(uniqueKey)
  const payload: DueTask<'tell-saved-card'> = { storeId, messageId, customerId, card }
  const { needs } = dueTasks['tell-saved-card']
  const task = { kind: 'tell-saved-card', needs, storeId, payload, uniqueKey }
  return addTask(query, { ...task, runAt: now, now })
}

/** Hints that come at once are one look. An order that is not in the database yet has no `id`. */
export const planToSyncStoreOrder = (
  query: DbQuery,
  {
    id,
    store_id,
    external_id,
  }: Pick<OrderRow, 'store_id' | 'external_id'> & { id?: OrderId | undefined },
  { runAt, now }: { runAt: Date; now: Date },
): Promise<void> =>
  addLook(query, {
    kind: 'look-at-store-order',
    needs: dueTasks['look-at-store-order'].needs,
    storeId: store_id,
    ...(id === undefined ? {} : { orderId: id }),
    payload: {
      storeId: store_id,
      externalId: external_id,
    } satisfies DueTask<'look-at-store-order'>,
    runAt,
    now,
  })

/**
 * When an order's time to be paid is over, by its store's choice. It is a task of its own: a look that
 * comes before sees an order that can still be paid.
 */
export const planToReadPayBy = (
  query: DbQuery,
  order: OrderRow,
  { payBy, now }: { payBy: Date; now: Date },
): Promise<void> =>
  addTask(query, {
    ...ofOrder('look-at-store-order', order, {
      storeId: order.store_id,
      externalId: order.external_id,
    }),
    uniqueKey: `pay-by:${order.id}:${payBy.toISOString()}`,
    runAt: payBy,
    now,
  })

/** Once for each change: the store has failed at this one order when it was asked for all changes. */
export const planToLookAgain = (
  query: DbQuery,
  { store_id: storeId, external_id: externalId }: Pick<OrderRow, 'store_id' | 'external_id'>,
  { changedAt, now }: { changedAt: Date; now: Date },
): Promise<void> => {
  const kind = 'look-at-store-order'
  const payload: DueTask<typeof kind> = { storeId, externalId }
  return addTask(query, {
    kind,
    needs: dueTasks[kind].needs,
    storeId,
    payload,
    uniqueKey: `look-again:${storeId}:${externalId}:${changedAt.toISOString()}`,
    runAt: now,
    now,
  })
}

/** Once for each order. */
export const planToOfferPayLink = (query: DbQuery, order: OrderRow, now: Date): Promise<void> =>
  addTask(query, {
    ...ofOrder('offer-pay-link', order, { orderId: order.id }),
    uniqueKey: `offer-pay-link:${order.id}`,
    runAt: now,
    now,
  })

/** Once at a time: a store that does not answer is not asked more and more. */
export const planToFollowStore = (
  query: DbQuery,
  {
    kind,
    storeId,
    now,
  }: { kind: 'follow-store-changes' | 'keep-store-webhooks'; storeId: StoreId; now: Date },
): Promise<void> =>
  addLook(
    query,
    {
      kind,
      needs: dueTasks[kind].needs,
      storeId,
      payload: { storeId } satisfies DueTask<typeof kind>,
      runAt: now,
      now,
    },
    { patiently: true },
  )

/** The gateway keeps a card within seconds, if it does. */
export const planToFindSavedCard = (
  query: DbQuery,
  order: Pick<OrderRow, 'id' | 'store_id'>,
  { runAt, now }: { runAt: Date; now: Date },
): Promise<void> =>
  addTask(query, {
    ...ofOrder('find-saved-card', order, { orderId: order.id }),
    runAt,
    now,
  })

/** The next step of a run. */
export const planToReconcile = (
  query: DbQuery,
  { id, store_id }: { id: string; store_id: StoreId },
  { runAt, now }: { runAt: Date; now: Date },
): Promise<void> =>
  addTask(query, {
    kind: 'reconcile',
    needs: dueTasks.reconcile.needs,
    storeId: store_id,
    payload: { runId: id } satisfies DueTask<'reconcile'>,
    runAt,
    now,
  })

const messageIdOf = (uniqueKey: string): string =>
  `msg_${createHash('sha256').update(uniqueKey).digest('hex').slice(0, 32)}`

export const planToCarryOutRefund = (query: DbQuery, refund: RefundRow, now: Date): Promise<void> =>
  addTask(query, {
    ...ofPayment('carry-out-reversal', refund, { refundId: refund.id }),
    runAt: now,
    now,
  })

const ofOrder = <Kind extends TaskKind>(
  kind: Kind,
  { store_id, id }: Pick<OrderRow, 'store_id' | 'id'>,
  payload: DueTask<Kind>,
) => ofPayment(kind, { store_id, order_id: id }, payload)

const ofPayment = <Kind extends TaskKind>(
  kind: Kind,
  { store_id, order_id }: Pick<PaymentRow, 'store_id' | 'order_id'>,
  payload: DueTask<Kind>,
) => ({
  kind,
  needs: dueTasks[kind].needs,
  storeId: store_id,
  orderId: order_id,
  payload,
})
