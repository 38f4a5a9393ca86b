import { randomBytes } from 'node:crypto'
import type { Environment } from '../../../src/contract/keys.ts'
import type { ComponentOptions } from '../bodies/token.ts'
import type { Card } from '../cards.ts'
import type { Sandbox } from '../context.ts'
import { findSandboxPayment } from '../database/payments.ts'
import type { Checked } from '../messages.ts'
import { metadataViolationOf } from '../payments/decoration-rules.ts'

/** Creates a single-use `tok_*` (4.14); confirm decides whether its payment is still payable. */
export const createToken = async (
  sandbox: Sandbox,
  token: ComponentOptions & { environment: Environment; card: Card },
): Promise<Checked<{ paymentToken: string }>> => {
  const { database, clock, profile } = sandbox
  const { environment, card, payment_id, metadata } = token
  const violation = metadataViolationOf(metadata, profile)
  if (violation) return { ok: false, violations: { metadata: [violation] } }
  const payment =
    payment_id === undefined
      ? null
      : await findSandboxPayment(database.query, { id: payment_id, environment })
  if (payment === undefined) {
    return { ok: false, violations: { payment_id: ['payment_not_found'] } }
  }

  const paymentToken = `tok_${randomBytes(16).toString('hex')}`
  await database.query
    .insertInto('payment_tokens')
    .values({
      id: paymentToken,
      environment,
      ...card,
      payment_id: payment?.id,
      customer: token.customer ?? {},
      description: token.description,
      metadata: metadata ?? {},
      save_card: token.save_card ?? false,
      created_at: clock.now(),
    })
    .execute()
  return { ok: true, paymentToken }
}
