import { Readable } from 'node:stream'
import { type Request, type Response, Router } from 'express'
import type { PaymentsContext } from '../../payments/context.ts'
import { createCore } from '../../payments/facade.ts'
import { invalidFields, type Problem, problem, sendProblem } from '../problem.ts'
import { languageOfReader, speak } from '../reader-language.ts'
import { sendStream } from '../send-stream.ts'
import { createCallers, type SignedCalls } from './callers.ts'
import { type Answer, bodySchemaOf, type Route } from './route.ts'

/** Serves routes: authenticates the store, reads body and query by their schemas, answers. */
export const merchantRouter = (
  ctx: PaymentsContext,
  routes: readonly Route[],
  { signedCalls }: { signedCalls?: SignedCalls | undefined } = {},
): Router => {
  const router = Router({ caseSensitive: true })

  const core = createCore(ctx)
  const { callerOf, readJson } = createCallers(ctx, signedCalls)

  const answer = async (route: Route, request: Request, response: Response): Promise<void> => {
    const caller = await callerOf(request)
    if (caller.outcome === 'refused') {
      response.set(caller.headers)
      return sendProblem(response, caller.problem)
    }
    const { store } = caller
    if (route.platform && route.platform !== store.platform) {
      return sendProblem(response, WRONG_PLATFORM)
    }
    // Whoever only reads may be anybody's page that looks again and again.
    if (route.method !== 'get') ctx.circuits.signOfLife({ needs: 'shop', storeId: store.id })
    const bodySchema = bodySchemaOf(route)
    const body = bodySchema?.safeParse(await readJson(request))
    const query = route.query?.safeParse(request.query)
    const issues = [...(body?.error?.issues ?? []), ...(query?.error?.issues ?? [])]
    if (issues.length > 0) {
      return sendProblem(response, invalidFields(issues, [bodySchema, route.query]))
    }
    const idempotencyKey = request.get('idempotency-key')?.trim() ?? ''
    if (route.requiresIdempotencyKey && !isIdempotencyKey(idempotencyKey)) {
      return sendProblem(response, MISSING_KEY)
    }
    const id = String(request.params.id ?? '')
    const refundId = String(request.params.refund_id ?? '')
    const read = { body: body?.data, query: query?.data, reader: languageOfReader(request) }
    send(response, await route.handle({ ctx, core, store, ...read, id, refundId, idempotencyKey }))
  }

  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    router[route.method](path, (request, response) => answer(route, request, response))
  }
  return router
}

const isIdempotencyKey = (text: string): boolean => text.length >= 1 && text.length <= 191

const WRONG_PLATFORM: Problem = problem({
  status: 403,
  code: 'wrong_platform',
  title: 'This is not for stores of this platform',
  detail: 'The API key is right, and its store is one of another platform than this route is for.',
  retry: 'permanent',
})

const MISSING_KEY: Problem = problem({
  status: 422,
  code: 'idempotency_key_required',
  title: 'The Idempotency-Key header is missing or too long',
  detail: 'Send a key of your own, 1 to 191 characters, a new one for each wish.',
  retry: 'permanent',
})

const send = (
  response: Response,
  { status, body, problem: refusal, language, headers = {} }: Answer,
): void => {
  response.set(headers).status(status)
  if (refusal) {
    sendProblem(response, refusal)
    return
  }
  if (language) speak(response, language)
  if (body instanceof Readable) {
    sendStream(response, body)
    return
  }
  response.type('application/json')
  response.send(JSON.stringify(body))
}
