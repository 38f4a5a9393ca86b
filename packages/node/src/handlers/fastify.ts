import { isBytes } from '../notifications/raw-body.ts'
import type { HeadersGiven } from '../notifications/verify.ts'
import { createReceive, type HandlerOptions, type ReceivedBody } from './receive.ts'

interface FastifyRequest {
  method: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: unknown
}

interface FastifyReply {
  code(status: number): unknown
  headers(values: Record<string, string>): unknown
  send(body: string): unknown
}

type BodyParser = (
  request: never,
  body: Uint8Array,
  done: (error: null, body: Uint8Array) => void,
) => void

/** A Fastify instance. Its methods are overloaded, so their names alone are checked. */
export interface FastifyInstance {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(...given: never[]): unknown
  post(...given: never[]): unknown
}

/** The overloads that the plugin calls. */
interface CalledFastify {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(type: string, options: { parseAs: 'buffer' }, parser: BodyParser): unknown
  post(
    path: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): unknown
}

/**
 * Handles notifications in Fastify: `fastify.register(fastifyPlugin({ secret, onEvent }), { path })`.
 * Its raw body stays within the plugin; other routes keep their parsers.
 */
export const fastifyPlugin = (options: HandlerOptions) => {
  const receive = createReceive(options)
  return async (
    instance: FastifyInstance,
    { path = '/puente' }: { path?: string | undefined } = {},
  ): Promise<void> => {
    const fastify = instance as CalledFastify
    fastify.removeAllContentTypeParsers()
    fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    fastify.post(path, async ({ method, headers, body }, reply) => {
      const readBody = async () => bodyOf(body)
      const answer = await receive({ method, headers: headers as HeadersGiven, readBody })
      reply.code(answer.status)
      reply.headers(answer.headers)
      return reply.send(answer.body)
    })
  }
}

const READ_BEFORE =
  'A parser outside the plugin read the body. Register the plugin without fastify-plugin, so that its parser of raw bodies applies.'

const bodyOf = (body: unknown): ReceivedBody => {
  if (body === undefined || body === null) return { outcome: 'raw', bytes: '' }
  return typeof body === 'string' || isBytes(body)
    ? { outcome: 'raw', bytes: body }
    : { outcome: 'lost', why: READ_BEFORE }
}
