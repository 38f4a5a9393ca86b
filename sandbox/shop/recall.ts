import { z } from 'zod'
import { callPuente, type PuenteAccess } from './call-puente.ts'
import { derived, type ShopOrders, STATUS_OF_STATE, stateOfDerived } from './orders.ts'

const known = z.object({
  order: derived.extend({ amount: z.string(), currency: z.string() }),
})

/**
 * Restores unknown orders from Puente: a restart loses them, and reconciliation would report
 * discrepancies.
 */
export const recallOrders = async (
  { puente, orders }: { puente: PuenteAccess; orders: ShopOrders },
  ids: readonly string[],
): Promise<void> => {
  const forgotten = ids.filter((id) => orders.answer(id) === undefined)
  await Promise.all(
    forgotten.map(async (id) => {
      const path = `/orders/${encodeURIComponent(id)}`
      const answer = await callPuente(puente, path, { schema: known })
      if (answer.outcome !== 'answered') return
      const { amount, currency, ...state } = answer.body.order
      const status = STATUS_OF_STATE[stateOfDerived(state)]
      orders.addExternal({ id, status, amount, currency }, new Date().toISOString())
    }),
  )
}
