import { randomBytes } from 'node:crypto'
import type { Environment } from '../../../src/contract/keys.ts'
import { type Card, cardColumns } from '../cards.ts'
import type { Sandbox } from '../context.ts'
import { findSandboxPayment } from '../database/payments.ts'
import type { TokenCustomer } from '../database/tables.ts'
import type { Violations } from '../messages.ts'
import { metadataViolationOf } from '../payments/decoration-rules.ts'

export type SandboxTokenOutcome =
  | { ok: true; paymentToken: string }
  | { ok: false; violations: Violations }

/** Creates a single-use `tok_*` (4.14). Confirm decides whether its payment is still payable. */
export const createToken = async (
  sandbox: Sandbox,
  options: {
    environment: Environment
    card: Card
    customer: TokenCustomer
    saveCard: boolean
    /** Payment the component was mounted for. */
    paymentId?: string | undefined
    description?: string | undefined
    metadata?: Record<string, unknown> | undefined
  },
): Promise<SandboxTokenOutcome> => {
  const { database, clock, profile } = sandbox
  const { environment, card, customer, paymentId, metadata } = options
  const violation = metadataViolationOf(metadata, profile)
  if (violation) return { ok: false, violations: { metadata: [violation] } }
  const payment =
    paymentId === undefined
      ? null
      : await findSandboxPayment(database.query, { id: paymentId, environment })
  if (payment === undefined) {
    return { ok: false, violations: { payment_id: ['payment_not_found'] } }
  }

  const paymentToken = `tok_${randomBytes(16).toString('hex')}`
  await database.query
    .insertInto('payment_tokens')
    .values({
      id: paymentToken,
      environment,
      ...cardColumns(card),
      payment_id: payment?.id ?? null,
      customer,
      description: options.description ?? null,
      metadata: metadata ?? {},
      save_card: options.saveCard,
      created_at: clock.now(),
      used_at: null,
    })
    .execute()
  return { ok: true, paymentToken }
}
