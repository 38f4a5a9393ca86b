import { AbstractPaymentProvider } from '@medusajs/framework/utils'
import { type Puente, resultOf } from '@puente/node'
import { type MedusaAmount, toDecimal } from './money.js'
import { IDENTIFIER } from './names.js'
import { verifiedRequest, type WebhookRequest } from './notifications/verified.js'
import { type WebhookAction, webhookAction } from './notifications/webhook-action.js'
import { closeOrder } from './payments/close-order.js'
import { errorOf } from './payments/errors.js'
import { type Customer, openCheckout, payWithSavedCard } from './payments/open-checkout.js'
import { type AskedCharge, awaitCharge, readCharge } from './payments/read-charge.js'
import { knownOrderId, orderIdIn, type StoredData, textIn } from './payments/session-data.js'
import { isDataOfSession, type SessionRow, sessionRowOf } from './payments/session-row.js'
import { type SessionStatus, sessionResult, statusOf } from './payments/session-status.js'
import { refundRowsOf } from './refunds/refund-rows.js'
import { refundRest, requestRefund } from './refunds/request-refund.js'
import { cardsOf, customerIdIn, revokeCard } from './saved-cards/cards.js'
import { clientOf } from './settings/client.js'
import { nameWrongKey } from './settings/name-wrong-key.js'
import { type PuenteOptions, validOptions } from './settings/options.js'

interface Input {
  data?: Record<string, unknown> | undefined
  context?:
    | {
        idempotency_key?: string | undefined
        customer?: Customer | undefined
        account_holder?: { data?: Record<string, unknown> | undefined } | undefined
      }
    | undefined
}

type MoneyInput = Input & { amount: MedusaAmount; currency_code: string }
type Output = { data?: Record<string, unknown> | undefined }
type StatusOutput = Output & { status: SessionStatus }

interface Logger {
  error(message: string): void
  warn(message: string): void
}

/** Medusa's payment provider: card payments by Puente. An order at Puente is a payment session of Medusa. */
export class PuenteProvider extends AbstractPaymentProvider<PuenteOptions> {
  static identifier = IDENTIFIER

  static validateOptions(options: Record<string, unknown>): void {
    // Does not hold the start: a Puente that is away must not keep the shop closed.
    void nameWrongKey(validOptions(options))
  }

  private readonly puente: Puente
  private readonly log: Logger
  private readonly sessions: unknown
  private readonly refunds: unknown

  constructor(cradle: Record<string, unknown>, options: PuenteOptions) {
    super(cradle, options)
    this.puente = clientOf(options)
    this.log = cradle.logger as Logger
    this.sessions = cradle.paymentSessionService
    this.refunds = cradle.refundService
  }

  async initiatePayment(input: MoneyInput): Promise<StatusOutput & { id: string }> {
    const sessionId = textIn(input.data, 'session_id') ?? knownOrderId(input.data)
    const data = await this.openCheckout(sessionId, input)
    return { id: sessionId, status: 'pending', data }
  }

  async updatePayment(input: MoneyInput): Promise<StatusOutput> {
    const data = await this.openCheckout(knownOrderId(input.data), input)
    return { status: 'pending', data: { ...input.data, ...data } }
  }

  private async openCheckout(
    sessionId: string,
    { amount, currency_code, data, context }: MoneyInput,
  ) {
    const asked = {
      sessionId,
      amount,
      currency: currency_code,
      given: data,
      customer: context?.customer,
    }
    return { ...(await openCheckout(this.puente, this.config, asked)) }
  }

  async deletePayment({ data }: Input): Promise<Output> {
    const orderId = orderIdIn(data)
    if (orderId !== undefined && (await isDataOfSession(this.sessions, orderId, data)))
      await closeOrder(this.puente, orderId)
    return { data }
  }

  /**
   * Asks Puente whether the session is paid; charges a saved card before. A charge is captured at
   * once. Medusa calls this under the lock of the cart, with one session however often it repeats.
   */
  async authorizePayment({ data, context }: Input): Promise<StatusOutput> {
    const sessionId = context?.idempotency_key ?? knownOrderId(data)
    const asked = await sessionRowOf(this.sessions, sessionId, data)
    const card = textIn(data, 'saved_card')
    const tried = card === undefined ? data : await this.chargeCard(asked, { data, card })
    const isDeclined = tried !== data
    const charge = await (isDeclined ? readCharge : awaitCharge)(this.puente, asked)
    if (charge.outcome !== 'paid' || asked.due === asked.amount)
      return this.named(sessionId, sessionResult(tried, charge))
    const why = `The customer paid ${asked.currency} ${asked.amount}, and the cart costs ${asked.currency} ${asked.due} now.`
    return this.named(sessionId, sessionResult(tried, { outcome: 'held', why }))
  }

  /**
   * Charges a saved card, unless the session is paid or its cart changed. Returns the session's data.
   * Closes the other sessions of the cart first, and throws if one is paid or undecided.
   */
  private async chargeCard(
    asked: SessionRow,
    { data, card }: { data: StoredData; card: string },
  ): Promise<StoredData> {
    const before = await readCharge(this.puente, asked)
    if (before.outcome !== 'unpaid' || asked.due !== asked.amount) return data
    for (const id of asked.otherIds) await closeOrder(this.puente, id)
    const charged = await payWithSavedCard(this.puente, this.config, asked, { data, card })
    if (charged.outcome === 'charged') return data
    return { ...data, saved_card: null, declined: charged.message }
  }

  /** Writes why a session is not paid into Medusa's log. */
  private named(sessionId: string, result: StatusOutput): StatusOutput {
    const problem = result.data?.problem
    if (typeof problem === 'string') this.log.error(`Puente: ${sessionId}: ${problem}`)
    return result
  }

  /** Does nothing: the gateway captured the money with the charge. */
  async capturePayment({ data }: Input): Promise<Output> {
    return { data }
  }

  /**
   * Voids a payment, or refunds it after the settlement. Without a key, Medusa failed to record a
   * charge: the money stays, and the next try records it.
   */
  async cancelPayment({ data, context }: Input): Promise<Output> {
    const key = context?.idempotency_key
    if (key !== undefined && textIn(data, 'payment_id') !== undefined)
      await refundRest(this.puente, data, key)
    return { data }
  }

  async refundPayment({
    data,
    amount,
    context,
  }: Input & { amount: MedusaAmount }): Promise<Output> {
    const { currency } = askedIn(data)
    const key = context?.idempotency_key ?? ''
    const rows = await refundRowsOf(this.refunds, key)
    const refundId = await requestRefund(this.puente, {
      data,
      amount: toDecimal(amount, currency),
      currency,
      key,
      recorded: rows.recorded,
      isFirst: rows.isFirst,
    })
    await rows.pair(refundId)
    return { data }
  }

  async retrievePayment({ data }: Input): Promise<Output> {
    const { order } = await this.orderAtPuente(knownOrderId(data))
    return { data: { ...data, order_status: order.status } }
  }

  private async orderAtPuente(id: string) {
    const read = await resultOf(this.puente.orders.retrieve(id))
    if (!read.ok) throw errorOf(read.error)
    return read.value
  }

  async getPaymentStatus({ data }: Input): Promise<StatusOutput> {
    return { status: statusOf(await readCharge(this.puente, askedIn(data))), data }
  }

  async getWebhookActionAndData({ orderId, ...request }: WebhookRequest): Promise<WebhookAction> {
    if (orderId === undefined) return webhookAction(verifiedRequest(this.config, request))
    return webhookAction({ outcome: 'order', seen: await this.orderAtPuente(orderId) })
  }

  /** Makes the customer's id the owner of saved cards, if the shop offers them. */
  async createAccountHolder({ context }: Input): Promise<Output & { id: string }> {
    const id = context?.customer?.id
    if (!this.config.savedCards || id === undefined) return {} as Output & { id: string }
    return { id, data: { customer_id: id } }
  }

  async listPaymentMethods({ context }: Input) {
    const customerId = customerIdIn(context?.account_holder?.data)
    if (!this.config.savedCards || customerId === undefined) return []
    return cardsOf(this.puente, customerId)
  }

  async deletePaymentMethod({ data, context }: Input): Promise<Output> {
    const customerId = customerIdIn(context?.account_holder?.data)
    const cardId = textIn(data, 'id')
    if (customerId !== undefined && cardId !== undefined)
      await revokeCard(this.puente, customerId, cardId)
    return {}
  }
}

const askedIn = (data: StoredData): AskedCharge => ({
  id: knownOrderId(data),
  amount: textIn(data, 'amount') ?? '',
  currency: textIn(data, 'currency') ?? '',
})
