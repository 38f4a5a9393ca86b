import type { IncomingMessage, ServerResponse } from 'node:http'
import { eventEnvelope, WEBHOOK_HEADERS } from '../../contract/events.ts'
import { checkSignature } from '../../gateway/webhook-signature.ts'
import { SELF_TEST_TYPE } from '../../payments/test-webhooks.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics, WebhookResult } from '../metrics.ts'
import type { Inbox } from '../platform-doors.ts'
import type { DeliveryCounts } from './delivery-counts.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

export const GATEWAY_WEBHOOK_PATH = '/webhooks/gateway/'

export interface IntakeDependencies {
  secretsOf: WebhookSecrets
  inbox: Inbox
  metrics: Metrics
  counts: DeliveryCounts
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

    const check = (by: readonly string[]) =>
      checkSignature({
        header: headerOf(request, WEBHOOK_HEADERS.signature),
        rawBody,
        secrets: by,
        now: deps.signatureClock.now(),
        toleranceSeconds: deps.toleranceSeconds,
      })
    let signature = check(secrets)
    if (!signature.valid && signature.reason === 'wrong') {
      // The secret may have been changed a moment ago.
      const latest = await deps.secretsOf(storeId, { doubted: true })
      if (latest && latest !== secrets) signature = check(latest)
    }
    if (!signature.valid) {
      deps.counts.refused(storeId, signature.reason)
      return { status: 400, result: 'bad-signature', reason: signature.reason }
    }
    const messageId = signedEventId(headerOf(request, WEBHOOK_HEADERS.eventId), rawBody)
    if (!messageId) return { status: 400, result: 'bad-request', reason: 'event id' }

    const receivedAt = deps.clock.now()
    await deps.inbox.keep({ source: 'gateway', storeId, messageId, body: rawBody, receivedAt })
    const type = eventTypeOf(request)
    // Our own test of the way says nothing about the gateway's deliveries.
    if (type !== SELF_TEST_TYPE) {
      deps.counts.accepted(storeId, { type, by: SIGNED_BY[signature.secretIndex] ?? 'previous' })
    }
    return { status: 200, result: 'accepted' }
  }

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    storeId: string,
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
      deps.log.error({ err: error, store: storeId }, 'webhook not stored')
      return { status: 503, result: 'not-stored' }
    })
    deps.metrics.countWebhook(store, result)
    if (status >= 400 && status < 500) {
      deps.log.warn({ store: storeId, result, reason }, 'webhook refused')
    }
    answer(response, status, result)
  }
}

/** As `openWebhookSecrets` has them. */
const SIGNED_BY = ['current', 'previous'] as const

/** The header is not signed, so it is shown to people and decides nothing. */
const eventTypeOf = (request: IncomingMessage): string | null => {
  const type = headerOf(request, WEBHOOK_HEADERS.eventType)
  return type && /^[\w.-]{1,100}$/.test(type) ? type : null
}

const answer = (response: ServerResponse, status: number, result: WebhookResult): void => {
  response.writeHead(status, {
    'content-type': 'text/plain',
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

const EVENT_ID = /^[\x21-\x7e]{1,200}$/

/**
 * The event's id, from the header (6.3). The header itself is not signed, so its id counts only if
 * the signed body holds it too; without the header the body is read.
 */
const signedEventId = (header: string | undefined, rawBody: Buffer): string | undefined => {
  if (header) return EVENT_ID.test(header) && rawBody.includes(`"${header}"`) ? header : undefined
  try {
    const { id } = eventEnvelope.parse(JSON.parse(rawBody.toString('utf8')))
    return EVENT_ID.test(id) ? id : undefined
  } catch {
    return undefined
  }
}
