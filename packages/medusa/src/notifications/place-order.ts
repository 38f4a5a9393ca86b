import { MedusaError, Modules } from '@medusajs/framework/utils'
import { leftIn, minorOf } from '../money.js'
import type { Applied } from './apply-order.js'
import type { LinkedRecords, Services } from './container.js'
import { keepOnlySession } from './keep-only-session.js'
import { type RecordedPayment, type RecordedSession, readSession } from './recorded-session.js'
import { costNow, restoreCollection } from './restore-collection.js'

const COMPLETE_CART = 'complete-cart'
const UPDATE_TAX_LINES = 'update-tax-lines'

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
  if (cartId === undefined) return recordPayment(services, id)
  // Also with an order: the customer's completion creates it before its payment, under the cart's lock.
  if (payment === undefined || orderId === undefined) {
    const refusal = await completeCart(services, session, cartId)
    if (refusal !== undefined) return refusal
  }
  return underCartLock(services, cartId, () => recordPayment(services, id))
}

const underCartLock = <Result>(
  { locking }: Services,
  cartId: string,
  work: () => Promise<Result>,
): Promise<Result> => locking.execute(cartId, work, { timeout: CART_LOCK_SECONDS })

/** Whether Medusa gave all money of a payment back, or asked Puente for it. */
const isGivenBack = (
  payment: Pick<RecordedPayment, 'canceled_at' | 'captures' | 'refunds'>,
  currency: string,
): boolean =>
  Boolean(payment.canceled_at) ||
  (payment.captures.length > 0 && minorOf(leftIn(payment, currency)) <= 0n)

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
  { id, collectionId, currency }: RecordedSession,
): Promise<string | undefined> => {
  const { data } = await query.graph({
    entity: 'payment',
    fields: ['payment_session_id', 'canceled_at', 'captures.raw_amount', 'refunds.raw_amount'],
    filters: { payment_collection_id: collectionId },
  })
  const payments = data as (RecordedPayment & { payment_session_id: string })[]
  return payments.find((each) => each.payment_session_id !== id && !isGivenBack(each, currency))
    ?.payment_session_id
}

/** Makes the cart of a paid session ready for Medusa, or says why it will not be an order. */
const prepareCart = async (services: Services, id: string): Promise<Applied | undefined> => {
  const session = await readSession(services, id)
  if (session === undefined)
    return { outcome: 'not-yet', why: `Medusa deleted ${id}, which is paid.` }
  const { payment, orderId, currency } = session
  if (payment === undefined) {
    const refusal = await refusalOfSecond(services, session)
    if (refusal !== undefined) return refusal
  } else if (orderId === undefined && isGivenBack(payment, currency)) {
    const why = `Medusa took the order of ${id} back, and refunds its payment.`
    return { outcome: 'not-applicable', why }
  }
  await keepOnlySession(services, session)
  await restoreCollection(services, session)
  return undefined
}

const completeCart = async (
  services: Services,
  session: RecordedSession,
  cartId: string,
): Promise<Applied | undefined> => {
  if (session.orderId === undefined) await settledCost(services, session, cartId)
  const refusal = await underCartLock(services, cartId, () => prepareCart(services, session.id))
  if (refusal !== undefined) return refusal
  try {
    await services.workflows.run(COMPLETE_CART, { input: { id: cartId } })
    return undefined
  } catch (error) {
    if (!MedusaError.isMedusaError(error)) throw error
    return refusalOfCart(services, session, cartId, error.message)
  }
}

/**
 * What a cart costs after the changes under way, which Medusa makes and takes back under the cart's lock.
 * Taking a refused one back adds the tax lines of the cart a second time.
 */
const settledCost = async (
  services: Services,
  session: RecordedSession,
  cartId: string,
): Promise<string> => {
  const cost = await underCartLock(services, cartId, () => costNow(services, session))
  if (cost === session.amount) return cost
  await services.workflows.run(UPDATE_TAX_LINES, { input: { cart_id: cartId } })
  return underCartLock(services, cartId, () => costNow(services, session))
}

/** Says whether a cart that Medusa did not complete still is what its customer paid for. */
const refusalOfCart = async (
  services: Services,
  session: RecordedSession,
  cartId: string,
  reason: string,
): Promise<Applied | undefined> => {
  const { id, amount, currency } = session
  const after = await readSession(services, id)
  // The customer's return completed the cart meanwhile.
  if (after?.orderId !== undefined) return undefined
  const cost = await settledCost(services, session, cartId)
  return cost === amount
    ? {
        outcome: 'blocked',
        why: `${id} is paid, and Medusa refuses to place the order of cart ${cartId}: ${reason}`,
      }
    : {
        outcome: 'not-applicable',
        why: `The customer paid ${currency} ${amount} with ${id}, and cart ${cartId} costs ${currency} ${cost} now. Refund the payment at Puente.`,
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
    if (before.cartId === undefined) await restoreCollection(services, before)
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
