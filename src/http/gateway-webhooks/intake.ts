import type { IncomingMessage, ServerResponse } from 'node:http'
import { WEBHOOK_HEADERS } from '../../contract/events.ts'
import type { StoreId } from '../../domain/ids.ts'
import { readEventName } from '../../gateway/event.ts'
import {
  checkSignature,
  readSignatureHeader,
  refusalByHeader,
  type SigningKey,
  signatureAgeSeconds,
} from '../../gateway/webhook-signature.ts'
import { reportNoEventId } from '../../payments/health/webhook-health.ts'
import { SELF_TEST_TYPE } from '../../payments/inbound/rules/webhook-health.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { systemClock } from '../../runtime/clock.ts'
import { declaredLength, type ReadBody, readRawBody } from '../../runtime/http/body/read-body.ts'
import { sendUnread, TOO_BUSY } from '../../runtime/http/problem.ts'
import { respondAndClose } from '../../runtime/http/respond-and-close.ts'
import type { RunningTally, Tally } from '../../runtime/log/tally.ts'
import type { Metrics, WebhookResult } from '../metrics.ts'
import type { Inbox } from '../platform-routes.ts'
import type { DeliveryCounts } from './delivery-counts.ts'
import type { RecogniseSecret } from './recognise-secret.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'

/** Prefix of the gateway's webhook URLs; the store id follows. */
export const GATEWAY_WEBHOOK_PATH = '/webhooks/gateway/'

interface IntakeDependencies {
  secretsOf: WebhookSecrets
  recognise: RecogniseSecret
  inbox: Inbox
  metrics: Metrics
  counts: DeliveryCounts
  toleranceSeconds: number
  maxBytes: number
  /** Throttles log lines that anyone can cause. */
  tally: Tally
  /** Throttles log lines that an outage repeats. */
  tallyError: RunningTally['tallyError']
}

type Answer = { status: number; result: WebhookResult; reason?: string }

/**
 * Accepts gateway webhooks (`gateway-api.md` 6): raw bytes, signature first, one durable insert,
 * then 200. Runs ahead of Express, so no parser touches the bytes.
 */
export const createIntake = (ctx: PaymentsContext, deps: IntakeDependencies) => {
  const receive = async (
    request: IncomingMessage,
    storeId: StoreId,
    secrets: readonly SigningKey[],
  ): Promise<Answer> => {
    const said = headerOf(request, WEBHOOK_HEADERS.signature)
    const header = said ? readSignatureHeader(said) : undefined
    // The gateway signs with wall-clock time.
    const now = systemClock.now()
    const refuse = (reason: string): Answer => {
      const age_seconds = signatureAgeSeconds(said, now)
      deps.counts.count(storeId, { result: 'bad-signature', detail: reason, age_seconds })
      return { status: 400, result: 'bad-signature', reason }
    }
    if (declaredLength(request) > deps.maxBytes) return { status: 413, result: 'too-large' }
    const by = { header, now, toleranceSeconds: deps.toleranceSeconds }
    const unsigned = refusalByHeader(by)
    if (unsigned && !isWorthReading(unsigned, request)) return refuse(unsigned)

    const read = await readRawBody(request, deps)
    if (read.outcome === 'refused') return ANSWERS_UNREAD[read.reason]
    const rawBody = read.body
    let signature = checkSignature({ ...by, rawBody, secrets })
    if (!signature.valid && signature.reason === 'wrong') {
      // A rotation may have outdated the cache.
      const latest = await deps.secretsOf(storeId, { doubted: true })
      if (latest && latest !== secrets)
        signature = checkSignature({ ...by, rawBody, secrets: latest })
    }
    if (!signature.valid) {
      if (signature.reason === 'wrong') countKnownSecret(storeId, { header, rawBody })
      return refuse(signature.reason)
    }
    const event = readEventName(rawBody)
    if (!event) {
      deps.counts.count(storeId, { result: 'no-event-id' })
      await reportNoEventId(ctx, { storeId, bytes: rawBody.length })
      return { status: 400, result: 'no-event-id' }
    }
    const receivedAt = ctx.clock.now()
    await deps.inbox.keep({
      source: 'gateway',
      storeId,
      messageId: event.id,
      body: rawBody,
      receivedAt,
    })
    // The self-test proves nothing about the gateway's deliveries.
    if (event.type !== SELF_TEST_TYPE) {
      // `openWebhookSecrets` lists the current secret first.
      const detail = signature.secretIndex === 0 ? 'current' : 'previous'
      deps.counts.count(storeId, { result: 'accepted', detail, type: eventTypeOf(request) })
      compareIdHeader(request, { storeId, id: event.id })
      ctx.circuits.recordActivity({ needs: 'gateway', storeId })
    }
    return { status: 200, result: 'accepted' }
  }

  /** Counts asynchronously: the sender does not wait. */
  const countKnownSecret = (
    storeId: StoreId,
    delivery: Parameters<IntakeDependencies['recognise']>[1],
  ): void => {
    deps.recognise(storeId, delivery).then(
      (detail) => {
        if (detail) deps.counts.count(storeId, { result: 'recognised', detail })
      },
      (error) => deps.tallyError(error, 'secret of a refused delivery not looked at', {}),
    )
  }

  /** The id header is unsigned (6.3): counts mismatches, uses the body's id. */
  const compareIdHeader = (
    request: IncomingMessage,
    { storeId, id }: { storeId: StoreId; id: string },
  ): void => {
    const said = headerOf(request, WEBHOOK_HEADERS.eventId)
    if (said === id) return
    const header = said === undefined ? 'missing' : 'differs'
    deps.counts.count(storeId, { result: 'id-header', detail: header })
    deps.metrics.countIdHeader(storeId, header)
  }

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    { storeId, requestId }: { storeId: string; requestId: string },
  ): Promise<void> => {
    // Anyone can make up a path: metrics name existing stores only.
    let store = 'unknown'
    const accept = async (): Promise<Answer> => {
      if (request.method !== 'POST') return { status: 405, result: 'bad-request', reason: 'method' }
      if (!isStoreId(storeId)) return { status: 404, result: 'unknown-store' }
      const secrets = await deps.secretsOf(storeId)
      if (!secrets) return { status: 404, result: 'unknown-store' }
      store = storeId
      return receive(request, storeId, secrets)
    }
    const { status, result, reason } = await accept().catch((error): Answer => {
      deps.tallyError(error, 'webhook not stored', { store }, { request: requestId })
      return { status: 503, result: 'not-stored' }
    })
    deps.metrics.countWebhook(store, result)
    if (status >= 400 && status < 500) {
      deps.tally({ store, result, reason }, 'webhook refused', { request: requestId })
    }
    if (result === 'no-room') sendUnread(request, response, TOO_BUSY)
    else if (result === 'too-large') {
      respondAndClose(request, response, { status, headers: PLAIN, body: result })
    } else answer(response, status, result)
  }
}

const ANSWERS_UNREAD: Record<Extract<ReadBody, { outcome: 'refused' }>['reason'], Answer> = {
  'too-large': { status: 413, result: 'too-large' },
  'cut-off': { status: 400, result: 'bad-request', reason: 'cut off' },
  unreadable: { status: 400, result: 'bad-request', reason: 'unreadable' },
  'no-room': { status: 503, result: 'no-room' },
}

/** Real events have a few kilobytes. */
const SMALL_BYTES = 65_536

/**
 * Returns whether to read a delivery despite its timestamp: a valid signature reveals a wrong
 * clock, which opens an alert.
 */
const isWorthReading = (
  reason: NonNullable<ReturnType<typeof refusalByHeader>>,
  request: IncomingMessage,
): boolean => {
  if (reason === 'missing' || reason === 'malformed') return false
  return request.headers['content-length'] !== undefined && declaredLength(request) <= SMALL_BYTES
}

/** A path segment may hold kilobytes of anything. */
const isStoreId = (text: string): text is StoreId => /^[\w-]{1,64}$/.test(text)

/** For display only: the header is unsigned. */
const eventTypeOf = (request: IncomingMessage): string | null => {
  const type = headerOf(request, WEBHOOK_HEADERS.eventType)
  return type && /^[\w.-]{1,100}$/.test(type) ? type : null
}

const PLAIN = { 'content-type': 'text/plain' }

const answer = (response: ServerResponse, status: number, result: WebhookResult): void => {
  // Without a body, Node writes an answer in one piece.
  if (status === 200) return void response.writeHead(200, { 'content-length': 0 }).end()
  response.writeHead(status, {
    ...PLAIN,
    'content-length': result.length,
    ...(status === 503 ? { 'retry-after': '5' } : {}),
    ...(status === 405 ? { allow: 'POST' } : {}),
  })
  response.end(result)
}

const headerOf = (request: IncomingMessage, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
