import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { currencyByCode } from '../../domain/currencies.ts'
import { formatMinor } from '../../domain/money.ts'
import { readPositiveAmount } from '../../domain/typed-amount.ts'
import {
  checkoutResponse,
  orderWithPayments,
  refundResponse,
} from '../../http/api/checkouts/schemas.ts'
import { orderTimeline } from '../../http/api/orders/timeline.ts'
import { UserError } from '../../runtime/failure.ts'
import { paymentView } from '../../wire/order-view.ts'
import { RefusedByApi, type RemoteApi } from '../context/remote-api.ts'
import { type CardOutcome, type SandboxControl, TRIGGER_CARDS } from './sandbox-control.ts'

/** A hosted checkout always has a payment. */
export const checkoutWithPayment = checkoutResponse.extend({ payment: paymentView })

/** `hasFailed`: a payment was declined. */
export type IsOver = (order: {
  status: string
  conflict: string | null
  hasFailed: boolean
}) => boolean

export interface OrderToMake {
  id: string
  amount: string
  currency: string
  number?: string
  description?: string
  customer?: { name: string; identity_number?: string }
}

interface About {
  api: RemoteApi
  sandbox: SandboxControl
  order: OrderToMake
  publishableKey: string
  say(step: string): void
}

/** The account does not accept the currency: no card is tried, and none is declined. */
export class CurrencyRefused extends UserError {}

const isCurrencyRefused = (error: unknown): boolean =>
  error instanceof RefusedByApi && error.fields.includes('order.currency')

/** An expiring checkout takes a minute, plus its detection. */
const PATIENCE_MS = 150_000
const POLL_MS = 300

/** Plays the store through the API, the customer through the sandbox. */
export type Steps = ReturnType<typeof stepsOf>

export const stepsOf = ({ api, sandbox, order, publishableKey, say }: About) => {
  const path = `/v1/orders/${encodeURIComponent(order.id)}`
  const cancel = async () => {
    await api.call(`${path}/cancel`, { schema: z.unknown(), body: {} })
    say('cancelled the order')
  }
  return {
    checkout: async (more?: { expires_in_minutes: number }) => {
      const body = { order, mode: 'hosted', ...more }
      const made = await api
        .call('/v1/checkouts', { schema: checkoutWithPayment, body })
        .catch(async (error) => {
          if (!isCurrencyRefused(error)) throw error
          await cancel()
          throw new CurrencyRefused(
            `The gateway account of this store does not accept ${order.currency}. No card was tried, and the order was cancelled.`,
          )
        })
      say(`created an order of ${order.amount} ${order.currency}: ${made.pay_url}`)
      const { checkout_url: checkoutUrl } = made.payment
      if (!checkoutUrl) throw new UserError('The order has no checkout at the gateway.')
      return checkoutUrl
    },
    pay: async (checkoutUrl: string, card: CardOutcome) => {
      if ((await sandbox.pay(checkoutUrl, card)) === 'unknown-payment') {
        await cancel()
        throw new UserError(
          'The gateway of this store is not this sandbox. Nothing was paid, and the order was cancelled.',
        )
      }
      say(`paid with the card ${TRIGGER_CARDS[card]}: ${card}`)
    },
    /** `savedFor`: identity number under which the customer agrees to save the card. */
    payByCardFields: async (card: CardOutcome, { savedFor }: { savedFor?: string } = {}) => {
      const payment_token = await sandbox.token(publishableKey, { card, savedFor })
      const call = { schema: z.unknown(), body: { payment_token } }
      await api.call(`${path}/confirm`, call).catch((error) => {
        const isDeclined = error instanceof RefusedByApi && error.status === 402
        if (card !== 'declined' || !isDeclined) throw error
      })
      say(`paid with the card fields in another tab: ${card}`)
    },
    payWithSavedCard: async (payment_method: string) => {
      const body = { order, payment_method }
      await api.call('/v1/checkouts', { schema: z.unknown(), body })
      say(`charged the saved card ${payment_method}`)
    },
    settle: async () => {
      await sandbox.settle()
      say('settled all payments in the sandbox')
    },
    refund: async (part: 'all' | 'half') => {
      const body = part === 'half' ? { amount: halfOf(order) } : {}
      const idempotencyKey = `${order.id}-refund`
      const call = { schema: refundResponse, body, idempotencyKey }
      const { refund } = await api.call(`${path}/refunds`, call)
      say(`requested a ${refund.kind} of ${refund.amount} ${refund.currency}`)
    },
    until: async (isOver: IsOver) => {
      for (const giveUpAt = Date.now() + PATIENCE_MS; Date.now() < giveUpAt; ) {
        const { order: now } = await api.call(path, { schema: orderWithPayments })
        // A decline does not change the order's status.
        const { data } = await api.call(`${path}/timeline`, { schema: orderTimeline })
        const hasFailed = data.some(({ details }) => details.type === 'payment.failed')
        if (isOver({ ...now, hasFailed })) return now
        await sleep(POLL_MS)
      }
      throw new UserError(
        `Timed out after ${PATIENCE_MS / 1_000} s waiting for order ${order.id}. Check that a worker is running and that the sandbox delivers its events to this Puente.`,
      )
    },
    say,
  }
}

/** Returns a decimal string, at least one minor unit. */
const halfOf = ({ amount, currency: code }: OrderToMake): string => {
  const currency = currencyByCode(code)
  const read = currency && readPositiveAmount(amount, currency)
  if (!read?.ok) throw new Error(`${amount} ${code} is no amount`)
  const { minor } = read.money
  return formatMinor(minor > 1n ? minor / 2n : minor, code)
}
