import type { OrderRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { SECOND } from '../../../runtime/clock.ts'
import { orderKind, STORE_BACKOFF_MS } from './core-kind.ts'
import type { When } from './task-kind.ts'

export const offerPayLinkKind = orderKind({
  kind: 'offer-pay-link',
  needs: 'shop',
  waitsMs: STORE_BACKOFF_MS,
  timeoutMs: 30 * SECOND,
  concurrencyPerStore: 2,
})

export const newOfferPayLinkTask = (order: OrderRow, when: When): NewTask =>
  offerPayLinkKind.task(order, { uniqueKey: `offer-pay-link:${order.id}`, ...when })
