import type { InboxEvent } from '../../db/events/inbox.ts'
import type { Span } from '../../runtime/tracing/tracing.ts'
import { type HeldOrder, paymentOf } from '../orders/held-order.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { AppliedPaymentEvent } from './apply-payment-event.ts'
import type { PaymentEvent } from './find-our-orders.ts'

/** Ends when its batch commits. */
export type EventTrace = Pick<Span, 'run' | 'end'>

interface TracedEvent {
  message: InboxEvent
  event: PaymentEvent
  became: AppliedPaymentEvent
  /** Epoch milliseconds. */
  claimedMs: number
  /** Index of the first task that the event caused. */
  firstTask: number
}

/**
 * Traces an applied event in the trace of its payment's checkout: `webhook`, from its arrival until a
 * worker takes it from the inbox, and `apply`, until its batch commits. Its tasks join. No-op without
 * tracing.
 */
export const traceEvent = (
  { tracing, clock }: Pick<PaymentsContext, 'tracing' | 'clock'>,
  held: HeldOrder,
  { message, event, became, claimedMs, firstTask }: TracedEvent,
): EventTrace | undefined => {
  if (!tracing || became.outcome !== 'applied') return undefined
  // The clock of the rows may run ahead of the one of the spans (test clock).
  const ageMs = Math.max(0, clock.now().getTime() - message.received_at.getTime())
  const webhook = tracing.begin({
    name: `webhook ${event.type}`,
    kind: 'consumer',
    parent: paymentOf(held, became.paymentId).traceparent,
    startMs: Math.min(Date.now() - ageMs, claimedMs),
    attributes: {
      'puente.store': message.store_id,
      'puente.order': held.order.id,
      'puente.payment': became.paymentId,
      'puente.event': message.message_id,
      'puente.outcome': became.note,
    },
  })
  webhook.end(claimedMs)
  const apply = webhook.child({ name: 'apply', startMs: claimedMs })
  for (const task of held.changes.tasks.slice(firstTask)) task.traceparent = apply.traceparent
  return apply
}
