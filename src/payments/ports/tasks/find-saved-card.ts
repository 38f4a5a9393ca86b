import { z } from 'zod'
import type { OrderRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/outbox.ts'
import { OrderId } from '../../../domain/ids.ts'
import { MINUTE, SECOND } from '../../../runtime/clock.ts'
import { coreKind, ofOrder } from './core-kind.ts'
import type { When } from './task-kind.ts'

/** A customer wanted the card of an order kept: has the gateway kept it? */
export const findSavedCardKind = coreKind({
  kind: 'find-saved-card',
  needs: 'gateway',
  payload: z.object({ orderId: OrderId }),
  // The gateway keeps a card within seconds, if it does.
  waitsMs: [5 * SECOND, 20 * SECOND, MINUTE, 5 * MINUTE],
  timeoutMs: MINUTE,
  atOncePerStore: 2,
  onFailure: {
    es: 'Una tarjeta que un cliente quiso guardar no llegó a la tienda.',
    en: 'A card that a customer wanted kept did not get to the store.',
  },
  run: async (ctx, payload) =>
    (await import('../../checkout/find-saved-card.ts')).findSavedCard(ctx, payload),
})

export const taskToFindSavedCard = (
  order: Pick<OrderRow, 'id' | 'store_id'>,
  when: When,
): NewTask => findSavedCardKind.task({ orderId: order.id }, { ...ofOrder(order), ...when })
