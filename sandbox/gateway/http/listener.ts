import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Clock } from '../../../src/runtime/clock.ts'
import type { Log } from '../../../src/runtime/log/log.ts'
import type { Journal } from '../journal/journal.ts'
import { masked, maskedPath, maskedQuery } from '../journal/masked.ts'
import type { Merchant } from '../merchant.ts'
import { json, type Reply } from './reply.ts'
import { type Body, type HttpRequest, readRequest } from './request.ts'
import type { Router } from './router.ts'

export const createListener =
  (options: {
    router: Router
    journal: Journal
    merchant: Merchant
    clock: Clock
    log: Log
  }): RequestListener =>
  (incoming, response) => {
    answerTo(incoming, options)
      .then((reply) => writeOrFail(response, reply, options.log))
      .catch((error) => {
        options.log.debug({ err: error }, 'request not answered')
        response.destroy()
      })
  }

const answerTo = async (
  incoming: IncomingMessage,
  { router, journal, merchant, clock, log }: Parameters<typeof createListener>[0],
): Promise<Reply> => {
  const at = clock.now().toISOString()
  const request = await readRequest(incoming)
  const reply = await replyOf(router, request, log)
  if (isJournaled(request)) {
    journal.add({
      type: 'request',
      at,
      method: request.method,
      path: maskedPath(request.path),
      query: maskedQuery(request.query),
      status: reply.status,
      environment: merchant.environmentOf(request.headers.authorization) ?? null,
      idempotency_key: headerText(request.headers['idempotency-key']),
      body: shown(request.body),
      ...(reply.fault === undefined ? {} : { fault: reply.fault }),
    })
  }
  return reply
}

const serverError = json(500, { message: 'Server Error' })

const replyOf = async (router: Router, request: HttpRequest, log: Log): Promise<Reply> => {
  try {
    return await router(request)
  } catch (error) {
    log.error({ err: error, method: request.method, path: request.path }, 'request failed')
    return serverError
  }
}

/** Reading the journal must not grow it. */
const isJournaled = ({ path }: HttpRequest): boolean => !path.startsWith('/sandbox/journal')

const headerText = (header: string | string[] | undefined): string | null =>
  header === undefined ? null : String(masked(String(header)))

/** Longer bodies show only their size. */
const LONGEST_BODY_BYTES = 8_192

const shown = (body: Body): unknown => {
  if (body.kind === 'none') return null
  if (body.kind === 'malformed' || body.kind === 'too-large') return `[${body.kind}]`
  const value = body.kind === 'json' ? body.value : body.fields
  const bytes = Buffer.byteLength(JSON.stringify(value))
  return bytes > LONGEST_BODY_BYTES ? `[${bytes} bytes]` : masked(value)
}

/** An invalid header is our bug: respond 500 instead of hanging. */
const writeOrFail = (response: ServerResponse, reply: Reply, log: Log): void => {
  try {
    write(response, reply)
  } catch (error) {
    if (response.headersSent) throw error
    log.error({ err: error, status: reply.status }, 'answer not written')
    write(response, serverError)
  }
}

const write = (response: ServerResponse, { status, headers, body, isLost }: Reply): void => {
  if (isLost) {
    response.destroy()
    return
  }
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}
