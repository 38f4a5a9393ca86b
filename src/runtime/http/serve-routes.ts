import { pipeline, Readable } from 'node:stream'
import { type Request, type Response, Router } from 'express'
import type { z } from 'zod'
import { withoutCardNumbers } from '../text/caller-texts.ts'
import { cleanPasted } from '../text/pasted.ts'
import { parseFields } from './body/issue-words.ts'
import { networkOf } from './caller/caller-network.ts'
import { deprecationHeaders } from './deprecation.ts'
import { languageOfReader, speak } from './page/reader-language.ts'
import { invalidFields, type Problem, problem, sendProblem } from './problem.ts'
import { bodySchemaOf, type Route, type RouteResponse, refuse } from './route.ts'
import { methodsOf } from './route-paths.ts'

/** Context of the use case, or the response to a refused caller. */
export type Admission<Given> =
  | { outcome: 'admitted'; given: Given }
  | { outcome: 'refused'; answer: RouteResponse }

/** A request of a known route after its answer. */
export interface AnsweredRequest<Given, Row> {
  route: Row
  request: Request
  response: Response
  /** `undefined`: the caller was not admitted, or above its rate limit. */
  given: Given | undefined
  /** As received; `undefined` if unread or not valid. */
  body: unknown
  durationMs: number
}

/**
 * Age from which an admission is checked again after the body arrives: the caller may have lost its
 * rights.
 */
const ADMITTED_FOR_MS = 500

/** Admits the caller, validates the input, runs the use case and sends its response. */
export const serveRoutes = <Given, Row extends Route<Given>>(
  routes: readonly Row[],
  {
    admit,
    countRequest,
    countStranger,
    readJson,
    isOfPlatform = () => false,
    onAnswered,
  }: {
    /** Runs before the body is read. */
    admit(route: Row, request: Request): Promise<Admission<Given>>
    /** Counts an admitted request once; returns the refusal above its rate limit. */
    countRequest?(given: Given, response: Response): Promise<Problem | undefined>
    /** The same for a request that is not admitted. */
    countStranger?(request: Request, response: Response): Promise<Problem | undefined>
    readJson(request: Request): Promise<unknown>
    /**
     * Returns `true` for a route of a platform's plugin: Puente never refuses its ids for a card
     * number, and the core masks its texts.
     */
    isOfPlatform?: (route: Row) => boolean
    onAnswered?: ((answered: AnsweredRequest<Given, Row>) => void) | undefined
  },
): Router => {
  const answerTo = async (
    route: Row,
    { request, response }: Pick<AnsweredRequest<Given, Row>, 'request' | 'response'>,
    seen: Pick<AnsweredRequest<Given, Row>, 'given' | 'body'>,
  ): Promise<RouteResponse> => {
    let admission = await admit(route, request)
    if (admission.outcome === 'refused') {
      const aboveLimit = await countStranger?.(request, response)
      return aboveLimit ? refuse(aboveLimit) : admission.answer
    }
    const aboveLimit = await countRequest?.(admission.given, response)
    if (aboveLimit) return refuse(aboveLimit)
    seen.given = admission.given
    const bodySchema = bodySchemaOf(route)
    const admittedAt = performance.now()
    const pasted = bodySchema && cleanPasted(await readJson(request))
    const body = bodySchema && parseFields(bodySchema, pasted?.value)
    if (performance.now() - admittedAt > ADMITTED_FOR_MS) {
      admission = await admit(route, request)
      if (admission.outcome === 'refused') return admission.answer
    }
    const query = route.query && parseFields(route.query, request.query)
    const issues = [
      ...(pasted?.issues ?? []),
      ...(body?.error?.issues ?? []),
      ...(query?.error?.issues ?? []),
    ]
    if (issues.length > 0) return refuse(invalidFields(issues, [bodySchema, route.query]))
    const takesKey = route.requiresIdempotencyKey || route.takesIdempotencyKey
    const idempotencyKey = (takesKey && request.get('idempotency-key')?.trim()) || ''
    const hasKey = route.requiresIdempotencyKey || idempotencyKey !== ''
    if (hasKey && !isIdempotencyKey(idempotencyKey)) return refuse(MISSING_KEY)
    const given = {
      body: body?.data,
      query: query?.data,
      idempotency_key: idempotencyKey,
    }
    const texts = isOfPlatform(route) ? { value: given, issues: [] } : withoutCardNumbers(given)
    if (texts.issues.length > 0) return refuse(invalidFields(texts.issues.map(named)))
    seen.body = pasted?.value
    return route.handle({
      ...admission.given,
      body: texts.value.body,
      query: texts.value.query,
      reader: languageOfReader(request),
      // Stored ids have no surrounding blanks; a path may.
      id: String(request.params.id ?? '').trim(),
      refundId: String(request.params.refund_id ?? ''),
      fromAddress: networkOf(request),
      idempotencyKey,
    })
  }

  const router = Router({ caseSensitive: true })
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    const deprecation = route.deprecated && deprecationHeaders(route.deprecated)
    router[route.method](path, async (request, response) => {
      if (deprecation) response.set(deprecation)
      const seen = { given: undefined, body: undefined }
      const since = performance.now()
      // Also of a caller that left before the answer.
      response.once('close', () => {
        onAnswered?.({ route, request, response, ...seen, durationMs: performance.now() - since })
      })
      send(response, await answerTo(route, { request, response }, seen))
    })
  }
  const methodsAt = methodsOf(routes)
  router.use((request, response, next) => {
    const allowed = methodsAt(request.path)
    if (allowed.length === 0 || request.method === 'OPTIONS') return next()
    response.set('allow', allowed.join(', '))
    sendProblem(response, methodNotAllowed(request.method, allowed))
  })
  return router
}

const named = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  const [where, ...path] = issue.path
  return { ...issue, path: where === 'idempotency_key' ? ['Idempotency-Key'] : path }
}

const methodNotAllowed = (method: string, allowed: readonly string[]): Problem =>
  problem({
    code: 'method_not_allowed',
    title: `This path does not accept ${method.slice(0, 20)}`,
    detail: `It accepts ${allowed.join(', ')}.`,
  })

const isIdempotencyKey = (text: string): boolean => text.length >= 1 && text.length <= 191

const MISSING_KEY: Problem = problem({
  code: 'idempotency_key_required',
  title: 'The Idempotency-Key header is missing or too long',
  detail: 'Send a key of your own, 1 to 191 characters, a new one for each request.',
})

const send = (
  response: Response,
  { status, body, problem: refusal, language, headers = {} }: RouteResponse,
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

/** Aborts the response if the source fails, so that a truncated file looks truncated. */
export const sendStream = (response: Response, body: Readable): void => {
  if (response.destroyed) body.destroy()
  else pipeline(body, response, () => {})
}
