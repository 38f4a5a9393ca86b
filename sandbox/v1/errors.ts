import type { ErrorCode } from '../../src/contract/errors.ts'
import { json, type Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { type Language, languageOf } from '../language.ts'
import { type MessageKey, message, type Violation } from '../messages.ts'

export const requestLanguage = (request: HttpRequest): Language =>
  languageOf(request.headers['accept-language'])

/** A localised error with its code, `gateway-api.md` 7. */
export const codedError = (
  status: number,
  { code, language }: { code: ErrorCode & MessageKey; language: Language },
): Reply => json(status, { code, message: message(code, { language }) })

/** The routing 404: raw English text in every language (7). */
export const routeNotFound = ({ path }: HttpRequest): Reply =>
  json(404, {
    code: 'not_found' satisfies ErrorCode,
    message: `The route ${path.replace(/^\/+/, '')} could not be found.`,
  })

export const unauthenticated = (language: Language): Reply =>
  json(401, { message: message('unauthenticated', { language }) })

export const bodyTooLarge = (language: Language): Reply =>
  json(413, { message: message('body_too_large', { language }) })

/** A 422 with `errors` keyed by field (7). The other top-level keys are not shown; here `message`. */
export const invalid = (
  violations: Readonly<Record<string, readonly Violation[]>>,
  language: Language,
): Reply => {
  const errors = Object.fromEntries(
    Object.entries(violations).map(([field, broken]) => [
      field,
      broken.map((violation) => message(violation, { language, field })),
    ]),
  )
  return json(422, { message: Object.values(errors)[0]?.[0] ?? '', errors })
}
