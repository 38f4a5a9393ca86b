import type { IncomingMessage, ServerResponse } from 'node:http'
import { WEBHOOK_HEADERS } from '../../contract/events.ts'
import { readEventName } from '../../gateway/event.ts'
import { checkSignature, signatureAgeSeconds } from '../../gateway/webhook-signature.ts'
import { SELF_TEST_TYPE } from '../../payments/test-webhooks.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { REQUEST_ID_HEADER } from '../../platform/request-id.ts'
import type { Metrics, WebhookResult } from '../metrics.ts'
import type { Inbox } from '../platform-doors.ts'
import type { DeliveryCounts } from './delivery-counts.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

export const GATEWAY_WEBHOOK_PATH = '/webhooks/gateway/'

export interface IntakeDependencies {
  secretsOf: WebhookSecrets
  inbox: Inbox
  /** The gateway has called for this store: it is there. */
  signOfLife(storeId: string): void
  metrics: Metrics
  counts: DeliveryCounts
  /** Puts on the store's list that a rightly signed event has no id that can be read. */
  reportNoEventId(storeId: string, bytes: number): Promise<void>
  /** Dates the messages. */
  clock: Clock
  /** The wall clock: the gateway signs with it. */
  signatureClock: Clock
  toleranceSeconds: number
  maxBytes: number
  log: Log
}

type Answer = { status: number; result: WebhookResult; reason?: string }

/**
 * Takes a delivery of the gateway (`gateway-api.md` 6): raw bytes, signature first, one durable
 * write, then 200. Nothing else happens before the answer. A plain handler ahead of Express, so
 * that no parser touches the bytes.
 */
export const createIntake = (deps: IntakeDependencies) => {
  const receive = async (
    request: IncomingMessage,
    storeId: string,
    secrets: readonly string[],
  ): Promise<Answer> => {
    const rawBody = await readBody(request, deps.maxBytes)
    if (rawBody === 'too-large') return { status: 413, result: 'too-large' }
    if (rawBody === 'cut-off') return { status: 400, result: 'bad-request', reason: 'cut off' }

    const header = headerOf(request, WEBHOOK_HEADERS.signature)
    const now = deps.signatureClock.now()
    const check = (by: readonly string[]) =>
      checkSignature({
        header,
        rawBody,
        secrets: by,
        now,
        toleranceSeconds: deps.toleranceSeconds,
      })
    let signature = check(secrets)
    if (!signature.valid && signature.reason === 'wrong') {
      // The secret may have been changed a moment ago.
      const latest = await deps.secretsOf(storeId, { doubted: true })
      if (latest && latest !== secrets) signature = check(latest)
    }
    if (!signature.valid) {
      const ageSeconds = signatureAgeSeconds(header, now)
      deps.counts.refused(storeId, { reason: signature.reason, ageSeconds })
      return { status: 400, result: 'bad-signature', reason: signature.reason }
    }
    const event = readEventName(rawBody)
    if (!event) {
      deps.counts.withoutId(storeId)
      await deps.reportNoEventId(storeId, rawBody.length)
      return { status: 400, result: 'no-event-id' }
    }
    const receivedAt = deps.clock.now()
    await deps.inbox.keep({
      source: 'gateway',
      storeId,
      messageId: event.id,
      body: rawBody,
      receivedAt,
    })
    // Our own test of the way says nothing about the gateway's deliveries.
    if (event.type !== SELF_TEST_TYPE) {
      const by = SIGNED_BY[signature.secretIndex] ?? 'previous'
      deps.counts.accepted(storeId, { type: eventTypeOf(request), by })
      compareIdHeader(request, { storeId, id: event.id })
      deps.signOfLife(storeId)
    }
    return { status: 200, result: 'accepted' }
  }

  /** The header is not signed (6.3): what it says changes nothing, and that it says another is noted. */
  const compareIdHeader = (
    request: IncomingMessage,
    { storeId, id }: { storeId: string; id: string },
  ): void => {
    const said = headerOf(request, WEBHOOK_HEADERS.eventId)
    if (said === id) return
    const header = said === undefined ? 'missing' : 'differs'
    deps.counts.idHeader(storeId, header)
    deps.metrics.countIdHeader(storeId, header)
  }

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { storeId, requestId }: { storeId: string; requestId: string },
  ): Promise<void> => {
    // What a stranger puts in an address names no metric: the store has to exist.
    let store = 'unknown'
    const take = async (): Promise<Answer> => {
      if (request.method !== 'POST') return { status: 405, result: 'bad-request', reason: 'method' }
      const secrets = await deps.secretsOf(storeId)
      if (!secrets) return { status: 404, result: 'unknown-store' }
      store = storeId
      return receive(request, storeId, secrets)
    }
    const { status, result, reason } = await take().catch((error): Answer => {
      deps.log.error({ err: error, store: storeId, request: requestId }, 'webhook not stored')
      return { status: 503, result: 'not-stored' }
    })
    deps.metrics.countWebhook(store, result)
    if (status >= 400 && status < 500) {
      deps.log.warn({ store: storeId, result, reason, request: requestId }, 'webhook refused')
    }
    answer(response, { status, result, requestId })
  }
}

/** As `openWebhookSecrets` has them. */
const SIGNED_BY = ['current', 'previous'] as const

/** The header is not signed, so it is shown to people and decides nothing. */
const eventTypeOf = (request: IncomingMessage): string | null => {
  const type = headerOf(request, WEBHOOK_HEADERS.eventType)
  return type && /^[\w.-]{1,100}$/.test(type) ? type : null
}

const answer = (
  response: ServerResponse,
  { status, result, requestId }: Pick<Answer, 'status' | 'result'> & { requestId: string },
): void => {
  response.writeHead(status, {
    'content-type': 'text/plain',
    [REQUEST_ID_HEADER]: requestId,
    // The body may not have been read to its end, so the connection is not used again.
    ...(status === 413 ? { connection: 'close' } : {}),
    ...(status === 503 ? { 'retry-after': '5' } : {}),
    ...(status === 405 ? { allow: 'POST' } : {}),
  })
  response.end(result)
}

const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** So much more than allowed is read and dropped, so that the sender gets to see the 413. */
const DROPPED_BYTES = 16 * 1_048_576

/** `too-large`: longer than `maxBytes`. `cut-off`: the sender went away before its end. */
const readBody = (
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | 'too-large' | 'cut-off'> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
      if (bytes > maxBytes + DROPPED_BYTES) resolve('too-large')
    })
    request.on('end', () => {
      const [only = Buffer.alloc(0), ...more] = chunks
      if (bytes > maxBytes) resolve('too-large')
      else resolve(more.length === 0 ? only : Buffer.concat(chunks))
    })
    request.on('error', () => resolve('cut-off'))
  })
