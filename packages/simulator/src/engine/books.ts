import type { Kysely } from 'kysely'
import type { Tables } from '../../../../sandbox/gateway/database/tables.ts'
import { formatMoney, moneyFromMinor } from '../../../../src/domain/money.ts'
import type { Charge, RecordedEvent } from './messages.ts'

const TOOK_MONEY = ['paid', 'partially_refunded', 'refunded', 'voided'] as const

/** Lists the approved charges of a reference, oldest first, with what became of them. */
export const chargesOf = async (query: Kysely<Tables>, reference: string): Promise<Charge[]> => {
  const charges = await query
    .selectFrom('transactions')
    .innerJoin('payments', 'payments.id', 'transactions.payment_id')
    .selectAll('transactions')
    .select(['payments.external_reference', 'payments.currency_code'])
    .where('payments.external_reference', '=', reference)
    .where('transactions.status', 'in', TOOK_MONEY)
    .orderBy('transactions.paid_at')
    .orderBy('transactions.id')
    .execute()
  const ids = charges.map(({ id }) => id)
  const refunds =
    ids.length > 0
      ? await query
          .selectFrom('refunds')
          .selectAll()
          .where('transaction_id', 'in', ids)
          .orderBy('created_at')
          .execute()
      : []
  return charges.map((charge) => {
    const decimals = (minor: bigint) => formatMoney(moneyFromMinor(minor, charge.currency_code))
    return {
      transactionId: charge.id,
      paymentId: charge.payment_id,
      reference: charge.external_reference,
      environment: charge.environment,
      status: charge.status as Charge['status'],
      amount: decimals(charge.total_minor),
      currency: charge.currency_code,
      paidAt: (charge.paid_at ?? charge.created_at).toISOString(),
      voidedAt: charge.voided_at?.toISOString() ?? null,
      refunds: refunds
        .filter(({ transaction_id }) => transaction_id === charge.id)
        .map(({ id, amount_minor, reason, created_at }) => ({
          id,
          amount: decimals(amount_minor),
          reason,
          at: created_at.toISOString(),
        })),
    }
  })
}

/** Lists all events, oldest first, with their deliveries. */
export const recordedEvents = async (query: Kysely<Tables>): Promise<RecordedEvent[]> => {
  const events = await query
    .selectFrom('events')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const deliveries = await query
    .selectFrom('deliveries')
    .innerJoin('endpoints', 'endpoints.id', 'deliveries.endpoint_id')
    .selectAll('deliveries')
    .select('endpoints.url')
    .orderBy('deliveries.id')
    .execute()
  const ofEvent = new Map<string, typeof deliveries>()
  for (const delivery of deliveries) {
    ofEvent.set(delivery.event_id, [...(ofEvent.get(delivery.event_id) ?? []), delivery])
  }
  return events.map(({ id, environment, type, body, created_at }) => {
    const data = JSON.parse(body).data as Record<string, unknown>
    const { external_reference: reference } = data
    return {
      id,
      environment,
      type,
      at: created_at.toISOString(),
      reference: typeof reference === 'string' ? reference : null,
      data,
      deliveries: (ofEvent.get(id) ?? []).map(({ url, state, attempts, is_copy }) => ({
        url,
        state,
        attempts,
        isCopy: is_copy,
      })),
    }
  })
}
