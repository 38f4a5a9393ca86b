import { sql } from 'kysely'
import { formatHondurasTime } from '../../src/contract/honduras-time.ts'
import type { Db } from '../../src/db/db.ts'

/** Evenly spread from `firstAt`, in Unix seconds. */
export interface Catalogue {
  count: number
  firstAt: number
  spanSeconds: number
}

const createdAt = ({ count, firstAt, spanSeconds }: Catalogue, number: number): number =>
  firstAt + Math.floor((number * spanSeconds) / (count + 1))

/** As the gateway lists it; 1 is the oldest. */
export const benchPayment = (catalogue: Catalogue, number: number) => {
  const at = createdAt(catalogue, number)
  const local = (seconds: number) => formatHondurasTime(new Date(seconds * 1_000))
  return {
    id: number,
    status: 'paid',
    name: `Order ${number}`,
    description: null,
    amount: 125.5,
    reusable: false,
    subtotal: 125.5,
    sales_tax_amount: 0,
    service_fee_amount: 5.25,
    total: 130.75,
    currency: '340',
    currency_iso: 'HNL',
    external_reference: `B-${number}`,
    metadata: { puente_payment: `pay_${number}` },
    customer: { name: 'Ana', email: 'ana@example.com', phone: null, identity_number: null },
    checkout_url: 'https://gateway.example/checkout/abcdefghijkl',
    transaction_id: `tx-${number}`,
    refunded_amount: 0,
    refund_status: 'none',
    expires_at: null,
    created_at: local(at),
    paid_at: local(at + 60),
  }
}

export const fillWithPaid = async (
  { query }: Db,
  storeId: string,
  catalogue: Catalogue,
): Promise<void> => {
  const { count, firstAt, spanSeconds } = catalogue
  const at = sql`to_timestamp(${firstAt}::bigint + (number * ${spanSeconds}::bigint) / (${count}::bigint + 1))`
  const numbers = sql`generate_series(1, ${count}::bigint) AS numbers(number)`
  await query.transaction().execute(async (trx) => {
    await sql`INSERT INTO orders (id, store_id, external_id, amount_minor, currency, customer,
        metadata, locale, status, pay_token, current_payment_id, paid_at, created_at, updated_at)
      SELECT 'ord_' || number, ${storeId}, 'B-' || number, 12550, 'HNL', '{}', '{}', 'es', 'paid',
        'token-' || number, 'pay_' || number, ${at} + interval '1 minute', ${at}, ${at}
      FROM ${numbers}`.execute(trx)
    await sql`INSERT INTO payments (id, store_id, order_id, attempt, mode, state, amount_minor,
        currency, idempotency_key, request, gateway_payment_id, transaction_id, total_minor,
        service_fee_minor, sales_tax_minor, tip_minor, refunded_minor, paid_at, created_at, updated_at)
      SELECT 'pay_' || number, ${storeId}, 'ord_' || number, 1, 'hosted', 'paid', 12550, 'HNL',
        'pay_' || number, '{}', number, 'tx-' || number, 13075, 525, 0, 0, 0,
        ${at} + interval '1 minute', ${at}, ${at}
      FROM ${numbers}`.execute(trx)
    await sql`INSERT INTO timeline (at, order_id, payment_id, kind, details)
      SELECT ${at}, 'ord_' || number, 'pay_' || number, kind, details::jsonb
      FROM ${numbers} CROSS JOIN (VALUES
        ('order_taken', '{}'), ('order_status_changed', '{"to": "paid"}'), ('storefront_told', '{}')
      ) AS kinds(kind, details) ORDER BY number`.execute(trx)
  })
  await sql`ANALYZE`.execute(query)
}
