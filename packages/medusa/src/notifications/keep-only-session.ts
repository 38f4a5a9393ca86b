import type { Services } from './container.js'
import type { RecordedSession } from './recorded-session.js'

const CANCELED = 'canceled'

/**
 * Leaves Medusa one session of a paid cart to authorize, since it takes the first that it finds. The
 * others go; one that stays, because it is paid or its deletion failed, no longer counts.
 */
export const keepOnlySession = async (
  { query, payments, log }: Services,
  { id, collectionId, status }: RecordedSession,
): Promise<void> => {
  const { data } = await query.graph({
    entity: 'payment_session',
    fields: ['id', 'payment.id'],
    filters: { payment_collection_id: collectionId },
  })
  const sessions = data as { id: string; payment?: { id: string } | null }[]
  for (const other of sessions.filter((each) => each.id !== id)) {
    try {
      if (!other.payment) {
        await payments.deletePaymentSession(other.id)
        continue
      }
    } catch (error) {
      log.warn(`Puente: payment session ${other.id} stays beside the paid ${id}: ${String(error)}`)
    }
    await payments.updatePaymentSessions({ id: other.id, status: CANCELED })
  }
  if (status === CANCELED) await payments.updatePaymentSessions({ id, status: 'pending' })
}
