import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Clock } from '../../src/platform/clock.ts'
import type { Log } from '../../src/platform/log.ts'
import type { Journal } from '../journal/journal.ts'
import { masked, maskedPath, maskedQuery } from '../journal/masked.ts'
import type { Merchant } from '../merchant.ts'
import { json, type Reply } from './reply.ts'
import { type Body, type HttpRequest, readRequest } from './request.ts'
import type { Router } from './router.ts'

/** Reads, routes, answers, and enters each request in the journal. */
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
      .then((reply) => write(response, reply))
      // The sender is gone: nobody is left to be told.
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
  const reply = await Promise.resolve(router(request)).catch((error): Reply => {
    log.error({ err: error, method: request.method, path: request.path }, 'request failed')
    return json(500, { message: 'Server Error' })
  })
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

/** Reading the journal does not lengthen it. */
const isJournaled = ({ path }: HttpRequest): boolean => !path.startsWith('/sandbox/journal')

const headerText = (header: string | string[] | undefined): string | null =>
  header === undefined ? null : String(masked(String(header)))

const shown = (body: Body): unknown => {
  if (body.kind === 'json') return masked(body.value)
  if (body.kind === 'form') return masked(body.fields)
  return body.kind === 'none' ? null : `[${body.kind}]`
}

const write = (response: ServerResponse, { status, headers, body, isLost }: Reply): void => {
  if (isLost) {
    response.destroy()
    return
  }
  response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}
