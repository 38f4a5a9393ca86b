import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import { formatMessage, type MessageValues } from '../../locales/format-message.ts'
import { inEachLanguage, type Language, type Localized } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import type { Log } from '../log/log.ts'
import type { RunningTally } from '../log/tally.ts'
import { isDatabaseUnreachable, isLockConflict } from '../postgres/database.ts'
import { UnopenedSecret } from '../secrets/sealed-secrets.ts'
import { describeError } from '../text/describe-error.ts'
import { fieldIssue, translateFieldMessage } from '../text/field-messages.ts'
import { maskTypedCardNumbers } from '../text/masking.ts'
import { hasNoWords, wordsOfIssue } from './body/issue-words.ts'
import { nearestField } from './body/nearest-field.ts'
import { type BodyFlaw, RefusedBody } from './body/parse-body.ts'
import { loggedPath } from './caller/logged-path.ts'
import { languageOfReader, speak } from './page/reader-language.ts'
import { PROBLEM_CODES, PROBLEMS, RETRIES } from './problem-codes.ts'
import { REQUEST_ID_HEADER } from './request-id.ts'
import { respondAndClose } from './respond-and-close.ts'

/** RFC 9457 problem document, with the caller's next step. Responses may add members. */
export const problemDetails = z.object({
  type: z.string().describe('Address of the page that explains the error code.'),
  title: z
    .string()
    .describe(
      'Short summary, in English or, for most codes about payments, in the language of `Accept-Language`.',
    ),
  status: z.int(),
  detail: z.string().optional(),
  code: z.enum(PROBLEM_CODES).describe('Error code; branch on this.'),
  retry: z
    .enum(RETRIES)
    .describe(
      '`retry`: repeat the same request later. `permanent`: change the request, because it fails again. `ask-a-person`: a person must first change a key, a setting or an account.',
    ),
  gateway_message: z
    .string()
    .optional()
    .describe("The gateway's message, in its language. Show it to people; do not branch on it."),
  decline_code: z.string().optional().describe("The processor's decline code; branch on this."),
  customer_message: z
    .string()
    .optional()
    .describe(
      "Message for the customer about a declined card or a frozen store, in the order's language.",
    ),
  checkout_code: z
    .enum(PROBLEM_CODES)
    .optional()
    .describe(
      'Error code of the replacement checkout, if a saved card was declined and the checkout failed too. Repeating the request retries the checkout and does not charge the card again.',
    ),
  server_time: z
    .string()
    .optional()
    .describe("Puente's clock, if the time of the call's signature differs from it."),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .describe('Invalid fields and why each is invalid.'),
  request_id: z
    .string()
    .optional()
    .describe('Id of the request in the log, also in the header `x-request-id`.'),
})

/** `why` is for the log. The response omits both fields. */
export type Problem = z.output<typeof problemDetails> & {
  translations?: Readonly<Record<Language, ProblemWords>>
  why?: string
}

interface ProblemWords {
  title: string
  detail?: string
  errors?: { path: string; message: string }[]
}

type ProblemFields = Omit<Problem, 'type' | 'request_id' | 'status' | 'retry'> &
  Partial<Pick<Problem, 'status' | 'retry'>>

/** Takes status and retry from the code by default. */
export const problem = (fields: ProblemFields): Problem => {
  const { code } = fields
  const [status, retry] = PROBLEMS[code]
  return { type: `urn:puente:problem:${code}`, status, retry, ...fields }
}

/** Returns title and detail in each language. */
export const problemWords = (
  name: keyof typeof TEXTS.en.problems,
  valuesIn?: (language: Language) => MessageValues,
): Pick<ProblemFields, 'title' | 'detail' | 'translations'> => {
  const translations = inEachLanguage((language): ProblemWords => {
    const words: { title: string; detail?: string } = TEXTS[language].problems[name]
    const say = (message: string) =>
      valuesIn ? formatMessage(message, valuesIn(language), language) : message
    const title = say(words.title)
    return words.detail === undefined ? { title } : { title, detail: say(words.detail) }
  })
  return { ...translations.en, translations }
}

/** Maps zod issues to a 422; `schemas` serve suggestions for unknown fields. */
export const invalidFields = (
  issues: readonly z.core.$ZodIssue[],
  schemas: readonly (z.core.$ZodType | undefined)[] = [],
): Problem => {
  const translations = inEachLanguage((language) => ({
    title: TEXTS[language].problems.invalidFields.title,
    errors: issues.flatMap((issue) => errorsOf(issue, { language, schemas })),
  }))
  return problem({ code: 'invalid_fields', ...translations.en, translations })
}

const errorsOf = (
  issue: z.core.$ZodIssue,
  { language, schemas }: { language: Language; schemas: readonly (z.core.$ZodType | undefined)[] },
) => {
  const { noSuchField, noSuchFieldMeant } = TEXTS[language].validation
  const path = issue.path.join('.')
  const errors =
    issue.code !== 'unrecognized_keys'
      ? [{ path, message: messageIn(issue, { language, schemas }) }]
      : issue.keys.map((key) => {
          const meant = nearestField(schemas, issue.path, key)
          return {
            path: path ? `${path}.${key}` : key,
            message: meant ? formatMessage(noSuchFieldMeant, { meant }, language) : noSuchField,
          }
        })
  // Callers choose field names.
  return errors.map((error) => ({
    path: maskTypedCardNumbers(error.path),
    message: maskTypedCardNumbers(error.message),
  }))
}

/** Explains an issue without words; else prefers its own translation, then our catalogue's. */
const messageIn = (
  issue: z.core.$ZodIssue,
  reader: { language: Language; schemas: readonly (z.core.$ZodType | undefined)[] },
): string => {
  const { language } = reader
  if (hasNoWords(issue)) return wordsOfIssue(issue, reader)
  if (language === 'en') return issue.message
  const own: unknown = issue.code === 'custom' ? issue.params?.[language] : undefined
  if (typeof own === 'string') return own
  return translateFieldMessage(issue.message, language) ?? issue.message
}

/** Returns a 422 for one field. */
export const fieldProblem = (path: string, message: Localized): Problem =>
  invalidFields([fieldIssue([path], message)])

export const notFound = (title: string): Problem => problem({ code: 'not_found', title })

/** Sends in the reader's language; defaults to English. */
export const sendProblem = (response: Response, problem: Problem): void => {
  const { translations, why: _, ...document } = problem
  const language = languageOfReader(response.req) ?? 'en'
  const words = translations?.[language]
  response.locals.problem = problem
  speak(response, words ? language : 'en')
  response.status(document.status).type('application/problem+json')
  const request_id = requestIdOf(response)
  const type = typeFor(response, document)
  response.send(JSON.stringify({ ...document, type, ...words, request_id }))
}

/** Maps an unreachable database or a lock conflict to a retryable 503, other errors to a 500. */
export const answerErrors =
  (log: Log, tallyError: RunningTally['tallyError']): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.headersSent) {
      next(error)
      return
    }
    if (error instanceof RefusedBody) return refuseBody(error, request, response)
    const ofParser = reasonOfParser(error)
    if (ofParser) return refuseBody({ reason: ofParser }, request, response)
    if (error instanceof URIError) {
      sendProblem(response, notFound('The address is not well-formed'))
      return
    }
    const isAway = isDatabaseUnreachable(error)
    if (isAway || isLockConflict(error)) {
      const what = isAway ? 'the database is unreachable' : 'lock conflict'
      tallyError(error, `request failed: ${what}`, {}, { request: requestIdOf(response) })
      response.set('retry-after', '5')
      sendProblem(response, TRY_AGAIN)
      return
    }
    log.error({ err: error, method: request.method, path: loggedPath(request) }, 'request failed')
    sendProblem(
      response,
      problem({
        code: 'internal_error',
        title: 'Something went wrong on our side',
        retry: error instanceof UnopenedSecret ? 'ask-a-person' : 'retry',
        why: describeError(error).message,
      }),
    )
  }

/** Makes the `type` of an API's problems the address of the page that explains the code. */
export const problemPagesAt =
  (pages: string, { isFormer }: { isFormer(request: Request): boolean }): RequestHandler =>
  (request, response, next) => {
    if (!isFormer(request)) response.locals.problemPages = pages
    next()
  }

const typeFor = ({ locals }: Response, { type, code }: Pick<Problem, 'type' | 'code'>): string =>
  typeof locals.problemPages === 'string' ? `${locals.problemPages}/${code}` : type

const requestIdOf = (response: Response): string | undefined => response.get(REQUEST_ID_HEADER)

/** Maps errors of Express's parsers (the demo shop's forms) and of zlib. */
const reasonOfParser = (error: unknown): 'too-large' | 'unreadable' | undefined => {
  if (!(error instanceof Error) || error instanceof URIError) return undefined
  const { status, code } = error as { status?: unknown; code?: unknown }
  if (status === 413) return 'too-large'
  const isTheirs = typeof status === 'number' && status >= 400 && status < 500
  return isTheirs || String(code).startsWith('Z_') ? 'unreadable' : undefined
}

const refuseBody = (
  { reason, flaw }: Pick<RefusedBody, 'reason'> & { flaw?: BodyFlaw | undefined },
  request: Request,
  response: Response,
): void => {
  const unread = (given: Unread): void => {
    const { document } = given
    const type = typeFor(response, document)
    sendUnread(request, response, { ...given, document: { ...document, type } })
  }
  if (reason === 'no-room') unread(TOO_BUSY)
  else if (reason === 'too-large') unread(TOO_LARGE)
  else sendProblem(response, unreadableBody(flaw))
}

interface Unread {
  document: Problem
  headers?: Record<string, string>
}

export const unreadText = ({ document, headers }: Unread, requestId: string) => ({
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({ ...document, request_id: requestId }),
})

/** Responds before the request was fully read, and closes the connection. */
export const sendUnread = (
  request: IncomingMessage,
  response: ServerResponse,
  unread: Unread,
): void =>
  respondAndClose(request, response, {
    status: unread.document.status,
    ...unreadText(unread, String(response.getHeader(REQUEST_ID_HEADER))),
  })

export const TOO_BUSY: Unread = {
  document: problem({
    code: 'too_busy',
    title: 'Too many requests at once; retry later',
  }),
  headers: { 'retry-after': '5' },
}

const TOO_LARGE: Unread = {
  document: problem({ code: 'too_large', title: 'The body is too large' }),
}

const TRY_AGAIN: Problem = problem({
  code: 'try_again',
  title: 'The database is unavailable or busy; retry the request',
})

const unreadableBody = (flaw: BodyFlaw | undefined): Problem => {
  const message = `The body ${flawInWords(flaw)}`
  return problem({
    code: 'invalid_json',
    title: 'The body is not readable JSON',
    detail: 'Send a JSON object in UTF-8, with the header "Content-Type: application/json".',
    errors: [{ path: '', message }],
  })
}

const flawInWords = (flaw: BodyFlaw | undefined): string => {
  switch (flaw?.kind) {
    case 'form':
      return `is a form (${flaw.type}); this API reads JSON only`
    case 'syntax':
      return `is not readable JSON: syntax error at line ${flaw.line}, column ${flaw.column}`
    case 'cut':
      return 'ends before its JSON is complete'
    case 'value':
      return 'is a bare value; send a JSON object'
    case 'charset':
      return 'has another charset than UTF-8'
    default:
      return 'is not readable JSON'
  }
}
