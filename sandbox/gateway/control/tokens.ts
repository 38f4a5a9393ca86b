import { z } from 'zod'
import { componentOptions } from '../bodies/token.ts'
import type { Sandbox } from '../context.ts'
import { json, type Reply } from '../http/reply.ts'
import type { Merchant } from '../merchant.ts'
import { message } from '../messages.ts'
import { createToken } from '../tokens/create-token.ts'
import { cardInput } from './inputs.ts'
import { rejectField, testCardOf } from './pay.ts'

export const tokenInput = z.strictObject({
  publishable_key: z.string(),
  card: cardInput,
  ...componentOptions,
})

/** `POST /sandbox/tokens`: tokenizes like the browser SDK (4.14). */
export const addToken = async (
  { sandbox, merchant }: { sandbox: Sandbox; merchant: Merchant },
  input: z.output<typeof tokenInput>,
): Promise<Reply> => {
  const environment = merchant.environmentOfPublishable(input.publishable_key)
  if (!environment) return rejectField('publishable_key', 'No merchant has this publishable key.')
  const card = testCardOf(sandbox, input.card)
  if (!card.ok) return card.refusal
  const token = await createToken(sandbox, { environment, ...input, card: card.card })
  if (token.ok) return json(201, { payment_token: token.paymentToken })
  const [[field, [violation]] = ['body', []]] = Object.entries(token.violations)
  return rejectField(field, message(violation ?? 'malformed_body', { language: 'en', field }))
}
