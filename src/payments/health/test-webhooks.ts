import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DELIVERY, WEBHOOK_HEADERS } from '../../contract/events.ts'
import type { StoreRow } from '../../db/db.ts'
import { findMessage } from '../../db/events/inbox.ts'
import { errorCode } from '../../runtime/error-code.ts'
import { errorMessage } from '../../runtime/failure.ts'
import { callThirdParty } from '../../runtime/net/outgoing.ts'
import { SELF_TEST_TYPE } from '../inbound/rules/webhook-health.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { stoppedByAnswer, type TestAnswer } from './rules/self-test-answer.ts'

/** Returns the URL to register in the gateway's portal (6.1). */
export const webhookUrlOf = (
  { publicUrl }: Pick<PaymentsContext, 'publicUrl'>,
  store: Pick<StoreRow, 'id'>,
): string => `${publicUrl}/webhooks/gateway/${store.id}`

export const SELF_TEST_STAGES = [
  'dns',
  'connection',
  'tls',
  'answer',
  'signature',
  'inbox',
  'worker',
] as const
export type SelfTestStage = (typeof SELF_TEST_STAGES)[number]

export interface SelfTest {
  url: string
  /** `null` if it passed all stages. */
  stoppedAt: SelfTestStage | null
  /** HTTP status; `null` without a response. */
  status: number | null
  /** For people. */
  detail: string | null
  tookMs: number
}

const HANDLED_WITHIN_MS = 5_000
const POLL_MS = 50

/**
 * Sends the event from outside if the network allows, and follows it through inbox and worker.
 * Affects no order; does not count as a delivery.
 */
export const testWebhooks = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { timeoutMs = DELIVERY.timeoutMs }: { timeoutMs?: number | undefined } = {},
): Promise<SelfTest> => {
  const url = webhookUrlOf(ctx, store)
  const messageId = randomUUID()
  const at = ctx.clock.now()
  const startedAt = performance.now()
  const end = (fields: Partial<SelfTest>): SelfTest => ({
    url,
    stoppedAt: null,
    status: null,
    detail: null,
    ...fields,
    tookMs: Math.round(performance.now() - startedAt),
  })

  const delivery = testDelivery(ctx, store, { messageId, at })
  if (!delivery) return end({ stoppedAt: 'signature', detail: SECRET_NOT_OPENED })
  const answer = await post(url, delivery, timeoutMs)
  if (answer.outcome === 'stopped') return end(answer.stop)
  const { status } = answer
  const stopped = stoppedByAnswer(answer)
  if (stopped) return end({ ...stopped, status })

  const find = () => findMessage(ctx.db.query, { storeId: store.id, messageId, at })
  if (!(await find())) {
    const detail = 'It was answered 200, but not by this Puente: the address leads somewhere else.'
    return end({ stoppedAt: 'inbox', status, detail })
  }
  const handled = await within(HANDLED_WITHIN_MS, async () => (await find())?.state === 'handled')
  if (handled) return end({ status })
  return end({
    stoppedAt: 'worker',
    status,
    detail: 'No worker has handled it within five seconds.',
  })
}

const SECRET_NOT_OPENED =
  'Nothing was sent: the webhook secret of the store cannot be opened. It was sealed with a key that is not in SEALING_KEYS any more; connect the store anew.'

interface TestDelivery {
  headers: Record<string, string>
  body: Buffer<ArrayBuffer>
}

const testDelivery = (
  ctx: PaymentsContext,
  store: StoreRow,
  { messageId, at }: { messageId: string; at: Date },
): TestDelivery | undefined => {
  const created_at = at.toISOString().slice(0, 19).replace('T', ' ')
  const event = { id: messageId, type: SELF_TEST_TYPE, created_at, data: {} }
  const body = Buffer.from(JSON.stringify(event))
  try {
    const headers = {
      'content-type': 'application/json',
      [WEBHOOK_HEADERS.signature]: ctx.signAsGateway(store, body),
      [WEBHOOK_HEADERS.eventId]: messageId,
      [WEBHOOK_HEADERS.eventType]: SELF_TEST_TYPE,
    }
    return { headers, body }
  } catch (error) {
    ctx.log.error({ err: error, store: store.id }, 'webhook secret not opened')
    return undefined
  }
}

const post = async (
  url: string,
  delivery: TestDelivery,
  timeoutMs: number,
): Promise<
  | ({ outcome: 'answered' } & TestAnswer)
  | { outcome: 'stopped'; stop: { stoppedAt: SelfTestStage; detail: string } }
> => {
  try {
    // Follows no redirect, because the gateway might not either.
    const response = await callThirdParty(url, { method: 'POST', ...delivery, timeoutMs })
    return { outcome: 'answered', status: response.status, text: await beginningOf(response) }
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      const detail = `There was no whole answer within ${timeoutMs / 1_000} seconds, as long as the gateway waits.`
      return { outcome: 'stopped', stop: { stoppedAt: 'answer', detail } }
    }
    const cause = error instanceof Error && error.cause ? error.cause : error
    return { outcome: 'stopped', stop: { stoppedAt: stageOf(cause), detail: errorMessage(cause) } }
  }
}

const SHOWN_CHARACTERS = 200

/** Reads a bounded part, because an unknown server may send without end. */
const beginningOf = async ({ body }: Response): Promise<string> => {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= SHOWN_CHARACTERS) break
  }
  return text.slice(0, SHOWN_CHARACTERS)
}

const stageOf = (error: unknown): SelfTestStage => {
  const code = errorCode(error) ?? ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns'
  return /TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls' : 'connection'
}

const within = async (ms: number, look: () => Promise<boolean>): Promise<boolean> => {
  const giveUpAt = performance.now() + ms
  for (;;) {
    if (await look()) return true
    if (performance.now() > giveUpAt) return false
    await sleep(POLL_MS)
  }
}
