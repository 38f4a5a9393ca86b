import { MedusaError, Modules } from '@medusajs/framework/utils'
import type { Applied } from './apply-order.js'
import type { LinkedRecords, Services } from './container.js'
import { type RecordedPayment, type RecordedSession, readSession } from './recorded-session.js'
import { restoreCollection } from './restore-collection.js'

const COMPLETE_CART = 'complete-cart'

/** Seconds that a notification waits for the customer's own completion of the cart. */
const CART_LOCK_SECONDS = 30

/**
 * Places the order of a paid session, whose customer may never return: completes the cart once,
 * records the payment, and adds what a crash of Medusa in between left out.
 */
export const placeOrder = async (
  services: Services,
  session: RecordedSession,
): Promise<Applied> => {
  const { id, cartId, orderId, payment } = session
  if (payment === undefined) {
    const refusal = await refusalOfSecond(services, session)
    if (refusal !== undefined) return refusal
  }
  if (cartId === undefined) return recordPayment(services, id)
  // Also with an order: the customer's completion creates it before its payment, under the cart's lock.
  if (payment === undefined || orderId === undefined) {
    const refusal = await completeCart(services, session, cartId)
    if (refusal !== undefined) return refusal
  }
  return services.locking.execute(cartId, () => recordPayment(services, id), {
    timeout: CART_LOCK_SECONDS,
  })
}

/** Refuses a second paid session of a payment collection. */
const refusalOfSecond = async (
  services: Services,
  session: RecordedSession,
): Promise<Applied | undefined> => {
  const another = await paymentOfAnother(services, session)
  if (another === undefined) return undefined
  return {
    outcome: 'not-applicable',
    why: `The customer paid ${session.id}, and the order was paid by ${another} before. Refund the payment at Puente.`,
  }
}

const paymentOfAnother = async (
  { query }: Services,
  { id, collectionId }: RecordedSession,
): Promise<string | undefined> => {
  const { data } = await query.graph({
    entity: 'payment',
    fields: ['payment_session_id', 'canceled_at'],
    filters: { payment_collection_id: collectionId },
  })
  const payments = data as { payment_session_id: string; canceled_at: unknown }[]
  return payments.find((each) => each.payment_session_id !== id && !each.canceled_at)
    ?.payment_session_id
}

const completeCart = async (
  services: Services,
  session: RecordedSession,
  cartId: string,
): Promise<Applied | undefined> => {
  await deleteOtherSessions(services, session)
  await restoreCollection(services, session, cartId)
  try {
    await services.workflows.run(COMPLETE_CART, { input: { id: cartId } })
    return undefined
  } catch (error) {
    if (!MedusaError.isMedusaError(error)) throw error
    const after = await readSession(services, session.id)
    // The customer's return completed the cart meanwhile.
    if (after?.orderId !== undefined) return undefined
    const problem = after?.data.problem
    if (typeof problem === 'string') return { outcome: 'not-applicable', why: problem }
    return {
      outcome: 'not-yet',
      why: `${session.id} is paid, and Medusa refuses to place the order of cart ${cartId}: ${error.message}`,
    }
  }
}

/** Medusa authorizes the first session that it finds, so the unpaid ones of a paid cart go. */
const deleteOtherSessions = async (
  { query, payments, log }: Services,
  { id, collectionId }: RecordedSession,
): Promise<void> => {
  const { data } = await query.graph({
    entity: 'payment_session',
    fields: ['id'],
    filters: { payment_collection_id: collectionId },
  })
  for (const other of data as { id: string }[]) {
    if (other.id === id) continue
    try {
      await payments.deletePaymentSession(other.id)
    } catch (error) {
      log.warn(`Puente: payment session ${other.id} stays beside the paid ${id}: ${String(error)}`)
    }
  }
}

/** Records the charge of an order that has none, and each capture in the order's transactions. */
const recordPayment = async (services: Services, sessionId: string): Promise<Applied> => {
  const before = await readSession(services, sessionId)
  if (before === undefined)
    return { outcome: 'not-yet', why: `Medusa deleted ${sessionId}, which is paid.` }
  if (before.cartId !== undefined && before.orderId === undefined)
    return {
      outcome: 'not-yet',
      why: `${sessionId} is paid, and Medusa took the order of cart ${before.cartId} back.`,
    }
  if (before.payment === undefined) {
    const refusal = await refusalOfSecond(services, before)
    if (refusal !== undefined) return refusal
    await services.payments.authorizePaymentSession(sessionId, {})
  }
  const session = await readSession(services, sessionId)
  if (session?.payment === undefined)
    return { outcome: 'not-yet', why: `${sessionId} is paid, and Medusa did not record it.` }
  const { orderId, payment } = session
  if (orderId === undefined || payment.canceled_at) return { outcome: 'applied' }
  await linkCollection(services, orderId, session)
  await addTransactions(services, orderId, session.currency, payment)
  return { outcome: 'applied' }
}

/** Links the payment collection with the order of the cart alone, as a crash can leave it otherwise. */
const linkCollection = async (
  { link }: Services,
  orderId: string,
  { collectionId, linkedOrderIds }: RecordedSession,
): Promise<void> => {
  const linkOf = (id: string): LinkedRecords => ({
    [Modules.ORDER]: { order_id: id },
    [Modules.PAYMENT]: { payment_collection_id: collectionId },
  })
  if (!linkedOrderIds.includes(orderId)) await link.create(linkOf(orderId))
  for (const other of linkedOrderIds) if (other !== orderId) await link.dismiss(linkOf(other))
}

const addTransactions = async (
  { orders }: Services,
  orderId: string,
  currency: string,
  { captures }: RecordedPayment,
): Promise<void> => {
  for (const capture of captures) {
    const reference = { order_id: orderId, reference: 'capture', reference_id: capture.id }
    const known = await orders.listOrderTransactions(reference)
    if (known.length > 0) continue
    const amount = capture.raw_amount
    await orders.addOrderTransactions({
      ...reference,
      amount,
      currency_code: currency.toLowerCase(),
    })
  }
}
