import { Injectable } from '@nestjs/common'
import {
  type Puente,
  type PuenteFailure,
  type RefundOfOrder,
  type RefundSnapshot,
  type Result,
  resultOf,
} from '@puente/node'
import {
  type CancelPaymentErrorResult,
  type CancelPaymentResult,
  type CreateRefundResult,
  idsAreEqual,
  type Order,
  type Payment,
  Refund,
  type RequestContext,
  TransactionalConnection,
  UserInputError,
} from '@vendure/core'
import { Checkouts } from '../checkouts/checkouts.js'
import { Decimals } from '../orders/decimals.js'
import { OrderLock } from '../orders/order-lock.js'
import type { MethodSettings } from '../settings/arguments.js'
import { clientOf } from '../settings/client.js'
import { PuenteMethods } from '../settings/methods.js'
import { answeredAs, isAnswered, isRefundOf, stateInVendure } from './refund-state.js'

/** Failed refunds under one key; each gives the next try another key. */
const MOST_FAILURES = 20

/** Upper bound on a refund with all its calls: Vendure's transaction and the order's lock wait. */
const PATIENCE_MS = 20_000

/** Databases whose transactions read the state of their first query. */
const READS_SNAPSHOT: ReadonlySet<string> = new Set(['mysql', 'mariadb', 'aurora-mysql'])

export interface Refunding {
  order: Order
  payment: Payment
  /** Settings of the method that Vendure found by the payment's code. */
  settings: MethodSettings
}

/** Store and order at Puente that took the payment. */
interface Charged {
  puente: Puente
  orderId: string
  signal: AbortSignal
}

/**
 * Requests an administrator's refunds at Puente. Vendure calls this within its transaction: a
 * notification of the refund waits for the order's lock until Vendure has recorded it.
 */
@Injectable()
export class RequestRefund {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly lock: OrderLock,
    private readonly decimals: Decimals,
    private readonly checkouts: Checkouts,
    private readonly methods: PuenteMethods,
  ) {}

  /**
   * Requests a refund. Its key is made of the payment, the amount and the number of answered refunds
   * of this amount: repeating a refund whose answer or record was lost finds the same refund, and a
   * second equal refund is another one. Throws errors with words for the administrator.
   */
  async refund(
    ctx: RequestContext,
    { order, payment, settings }: Refunding,
    { amount, reason }: { amount: number; reason: string | null | undefined },
  ): Promise<CreateRefundResult> {
    const recorded = await this.recordedUnderLock(ctx, order, payment)
    const body = {
      amount: this.decimals.toPuente(amount),
      currency: order.currencyCode,
      payment_id: payment.transactionId,
      ...(reason ? { reason } : {}),
    }
    const answered = recorded.filter((each) => isAnswered(each) && each.total === amount).length
    const key = `vendure-refund-${payment.transactionId}-${answered}-${amount}`
    const charged = await this.chargedAt(ctx, { order, payment, settings })
    const made = await this.create(charged, body, key)
    const isOfOtherReason = !made.ok && made.error.code === 'idempotency_key_reused'
    const refund = isOfOtherReason
      ? await this.requestedBefore(charged, { payment, amount, recorded })
      : made.ok && made.value.refund
    if (!refund) throw new UserInputError(made.ok ? made.value.message : wordsOf(made.error))
    const known = recorded.find((each) => isRefundOf(each, refund.id))
    if (known !== undefined) {
      await this.markAnswered(known, refund.id)
      throw new UserInputError(
        'Puente had made this refund, and its answer was lost: the order has it already. To refund the amount a second time, repeat the refund.',
      )
    }
    return {
      state: stateInVendure(refund.state),
      transactionId: refund.id,
      metadata: { ...answeredAs(refund.id), ...(made.ok && { message: made.value.message }) },
    }
  }

  /** Voids or refunds the rest of a payment. Until Puente has done it, the payment stays settled. */
  async cancel(
    ctx: RequestContext,
    refunding: Refunding,
  ): Promise<CancelPaymentResult | CancelPaymentErrorResult> {
    const { order, payment } = refunding
    if (payment.state !== 'Settled') return { success: true }
    const recorded = await this.recordedUnderLock(ctx, order, payment)
    const answered = recorded.filter(isAnswered).length
    const key = `vendure-cancel-${payment.transactionId}-${answered}`
    const charged = await this.chargedAt(ctx, refunding)
    const made = await this.create(charged, { payment_id: payment.transactionId }, key)
    if (made.ok && stateInVendure(made.value.refund.state) === 'Settled') return { success: true }
    if (!made.ok && hasNothingLeft(made.error)) return { success: true }
    const errorMessage = made.ok ? made.value.message : wordsOf(made.error)
    return { success: false, state: 'Settled', errorMessage }
  }

  /** Two requests at once are one click too many: the second must see the refund of the first. */
  private async recordedUnderLock(
    ctx: RequestContext,
    order: Order,
    payment: Payment,
  ): Promise<Refund[]> {
    // Vendure reads them for a refund, not for a cancellation.
    const before = payment.refunds ?? (await this.refundsOf(ctx, payment))
    await this.lock.take(ctx, order.id)
    const recorded = await this.refundsOf(ctx, payment)
    const isNew = (refund: Refund): boolean => !before.some(({ id }) => idsAreEqual(id, refund.id))
    if (recorded.some((refund) => isAnswered(refund) && isNew(refund)))
      throw new UserInputError(
        'Another refund of this payment was made meanwhile. Look at the order, then repeat.',
      )
    return recorded
  }

  private refundsOf(ctx: RequestContext, { id }: Payment): Promise<Refund[]> {
    const { rawConnection } = this.connection
    // MySQL's transaction reads the state before the lock.
    const refunds = READS_SNAPSHOT.has(rawConnection.options.type)
      ? rawConnection.getRepository(Refund)
      : this.connection.getRepository(ctx, Refund)
    return refunds.findBy({ payment: { id } })
  }

  /**
   * Finds where the payment was made. The code of a payment can name another method by now, with
   * the key of another store.
   */
  private async chargedAt(
    ctx: RequestContext,
    { order, payment, settings }: Refunding,
  ): Promise<Charged> {
    const orderId = payment.metadata.puenteOrderId ?? order.code
    const opened = await this.checkouts.ofOrder(ctx, order.id)
    const checkout = opened.find(({ puenteOrderId }) => puenteOrderId === orderId)
    if (checkout === undefined)
      throw new UserInputError(
        'Puente did not take this payment: Vendure opened no checkout for it.',
      )
    const method = await this.methods.byId(ctx, checkout.methodId)
    const puente = clientOf(method?.settings ?? settings)
    return { puente, orderId, signal: AbortSignal.timeout(PATIENCE_MS) }
  }

  /** Finds the refund of a lost answer that an administrator repeats with another reason. */
  private async requestedBefore(
    { puente, orderId, signal }: Charged,
    {
      payment,
      amount,
      recorded,
    }: { payment: Payment; amount: number; recorded: readonly Refund[] },
  ): Promise<RefundSnapshot | undefined> {
    const read = await resultOf(puente.orders.retrieve(orderId, undefined, { signal }))
    if (!read.ok) return undefined
    return read.value.refunds.find(
      (refund) =>
        refund.origin === 'store' &&
        refund.payment_id === payment.transactionId &&
        this.decimals.toVendure(refund.amount) === amount &&
        !recorded.some((each) => isAnswered(each) && isRefundOf(each, refund.id)),
    )
  }

  private async create(
    charged: Charged,
    body: { payment_id: string; amount?: string; currency?: string; reason?: string },
    idempotencyKey: string,
    failures = 0,
  ): Promise<Result<RefundOfOrder>> {
    const { puente, orderId, signal } = charged
    const made = await resultOf(puente.refunds.create(orderId, body, { idempotencyKey, signal }))
    if (!made.ok || failures === MOST_FAILURES) return made
    const { id, state } = made.value.refund
    // A key belongs to its refund for ever, also if that failed.
    if (stateInVendure(state) !== 'Failed') return made
    return this.create(charged, body, `vendure-after-${id}`, failures + 1)
  }

  /** Outside the transaction of `ctx`, which ends with the error. */
  private async markAnswered(refund: Refund, id: string): Promise<void> {
    const metadata = { ...refund.metadata, ...answeredAs(id) }
    await this.connection.rawConnection.getRepository(Refund).save({ ...refund, metadata })
  }
}

const wordsOf = ({ message, mayBeDone }: PuenteFailure): string =>
  mayBeDone
    ? `Puente did not answer. Repeat the refund with the same amount: it moves the money once. (${message})`
    : message

const hasNothingLeft = ({ code }: PuenteFailure): boolean =>
  code === 'refund_nothing_left' || code === 'refund_voided'
