import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DELIVERY, WEBHOOK_HEADERS } from '../contract/events.ts'
import { findMessage } from '../ledger/inbox.ts'
import type { StoreRow } from '../ledger/ledger.ts'
import { errorMessage } from '../platform/failure.ts'
import type { PaymentsContext } from './context.ts'

/** The type of our own test events; the gateway has none of that name (`gateway-api.md` 6.2). */
export const SELF_TEST_TYPE = 'puente.self_test'

/** The address that the gateway's portal has to have for this store (6.1). */
export const webhookUrlOf = (ctx: PaymentsContext, store: StoreRow): string =>
  `${ctx.publicUrl}/webhooks/gateway/${store.id}`

/** Where on its way the test event was stopped. */
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
  /** `null`: it went all the way. */
  stoppedAt: SelfTestStage | null
  /** Of the answer, if there was one. */
  status: number | null
  /** For people. */
  detail: string | null
  tookMs: number
}

const HANDLED_WITHIN_MS = 5_000
const LOOK_EVERY_MS = 50

/**
 * Sends an event to the store's webhook address as the gateway would, from outside as far as the
 * network lets us, and follows it into the inbox and through the worker. It has no effect on any
 * order, and is not counted among the gateway's deliveries.
 */
export const testWebhooks = async (ctx: PaymentsContext, store: StoreRow): Promise<SelfTest> => {
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

  const answer = await post(ctx, store, { url, messageId, at })
  if ('stoppedAt' in answer) return end(answer)
  const { status, text } = answer
  if (text === 'bad-signature') {
    const detail =
      'The body or its signature was changed on the way, or the clock of the server is wrong.'
    return end({ stoppedAt: 'signature', status, detail })
  }
  if (status !== 200)
    return end({ stoppedAt: 'answer', status, detail: text.slice(0, 200) || null })

  const find = () => findMessage(ctx.ledger.query, { storeId: store.id, messageId, at })
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

const post = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { url, messageId, at }: { url: string; messageId: string; at: Date },
): Promise<{ status: number; text: string } | { stoppedAt: SelfTestStage; detail: string }> => {
  const created_at = at.toISOString().slice(0, 19).replace('T', ' ')
  const event = { id: messageId, type: SELF_TEST_TYPE, created_at, data: {} }
  const rawBody = Buffer.from(JSON.stringify(event))
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [WEBHOOK_HEADERS.signature]: ctx.signAsGateway(store, rawBody),
        [WEBHOOK_HEADERS.eventId]: messageId,
        [WEBHOOK_HEADERS.eventType]: SELF_TEST_TYPE,
      },
      body: rawBody,
      // The gateway is not known to follow any.
      redirect: 'manual',
      signal: AbortSignal.timeout(DELIVERY.timeoutMs),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    return { stoppedAt: stageOf(cause), detail: errorMessage(cause) }
  }
}

const stageOf = (error: unknown): SelfTestStage => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'dns'
  return /TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls' : 'connection'
}

const within = async (ms: number, look: () => Promise<boolean>): Promise<boolean> => {
  const giveUpAt = performance.now() + ms
  for (;;) {
    if (await look()) return true
    if (performance.now() > giveUpAt) return false
    await sleep(LOOK_EVERY_MS)
  }
}
