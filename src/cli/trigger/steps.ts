import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
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

const checkoutWithPayment = checkoutResponse.extend({ payment: paymentView })

type TriggeredOrder = z.output<typeof orderWithPayments>['order']

/** Returns whether the order has reached its target. `hasFailed`: a payment was declined. */
export type IsOver = (order: {
  status: string
  conflict: string | null
  hasFailed: boolean
}) => boolean

/** The store's side through the API, the customer's through the sandbox. */
export interface Steps {
  /** Returns the gateway's checkout URL. */
  checkout(more?: { expires_in_minutes: number }): Promise<string>
  pay(checkoutUrl: string, card: CardOutcome): Promise<void>
  payByCardFields(card: CardOutcome): Promise<void>
  settle(): Promise<void>
  refund(part: 'all' | 'half'): Promise<void>
  /** Polls until the order reaches its target. */
  until(isOver: IsOver): Promise<TriggeredOrder>
  say(step: string): void
}

export interface OrderToMake {
  id: string
  amount: string
  currency: string
  number?: string
  description?: string
  customer?: { name: string }
}

interface About {
  api: RemoteApi
  sandbox: SandboxControl
  order: OrderToMake
  /** Decimal string. */
  half: string
  publishableKey: string
  say(step: string): void
}

/** An expiring checkout takes a minute, plus its detection. */
const PATIENCE_MS = 150_000
const POLL_MS = 300

/** Binds the steps to one order, API and sandbox. */
export const stepsOf = ({ api, sandbox, order, half, publishableKey, say }: About): Steps => {
  const path = `/v1/orders/${encodeURIComponent(order.id)}`
  const cancel = async () => {
    await api.call(`${path}/cancel`, { schema: z.unknown(), body: {} })
    say('cancelled the order')
  }
  return {
    checkout: async (more) => {
      const body = { order, mode: 'hosted', ...more }
      const made = await api.call('/v1/checkouts', { schema: checkoutWithPayment, body })
      say(`created an order of ${order.amount} ${order.currency}: ${made.pay_url}`)
      const { checkout_url: checkoutUrl } = made.payment
      if (!checkoutUrl) throw new UserError('The order has no checkout at the gateway.')
      return checkoutUrl
    },
    pay: async (checkoutUrl, card) => {
      if ((await sandbox.pay(checkoutUrl, card)) === 'unknown-payment') {
        await cancel()
        throw new UserError(
          'The gateway of this store is not this sandbox. Nothing was paid, and the order was cancelled.',
        )
      }
      say(`paid with the card ${TRIGGER_CARDS[card]}: ${card}`)
    },
    payByCardFields: async (card) => {
      const payment_token = await sandbox.token(publishableKey, card)
      const call = { schema: z.unknown(), body: { payment_token } }
      await api.call(`${path}/confirm`, call).catch((error) => {
        const isDeclined = error instanceof RefusedByApi && error.status === 402
        if (card !== 'declined' || !isDeclined) throw error
      })
      say(`paid with the card fields in another tab: ${card}`)
    },
    settle: async () => {
      await sandbox.settle()
      say('settled all payments in the sandbox')
    },
    refund: async (part) => {
      const body = part === 'half' ? { amount: half } : {}
      const idempotencyKey = `${order.id}-refund`
      const { refund } = await api.call(`${path}/refunds`, {
        ...{ schema: refundResponse, body, idempotencyKey },
      })
      say(`requested a ${refund.kind} of ${refund.amount} ${refund.currency}`)
    },
    until: async (isOver) => {
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
