import type { ErrorCode } from '../../../src/contract/errors.ts'
import type { Language } from '../../../src/locales/language.ts'
import { json, type Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import { languageOfHeader } from '../language.ts'
import { type MessageKey, message, type Violations } from '../messages.ts'
import type { Profile } from '../profile.ts'

export const requestLanguage = (request: HttpRequest): Language =>
  languageOfHeader(request.headers['accept-language'])

/** Routing 404, in English for every locale (7). */
export const routeNotFound = ({ path }: HttpRequest): Reply =>
  json(404, {
    code: 'not_found' satisfies ErrorCode,
    message: `The route ${path.replace(/^\/+/, '') || '/'} could not be found.`,
  })

export type ErrorAnswers = ReturnType<typeof errorAnswers>

export const errorAnswers = ({ language, profile }: { language: Language; profile: Profile }) => ({
  /** `text` overrides the code's own message. */
  coded: (status: number, code: MessageKey, text: MessageKey = code): Reply =>
    json(status, { code, message: message(text, { language }) }),
  /** `errors` by field or rule, with any documented code. */
  invalid: (violations: Violations, coded?: { code: MessageKey; status?: number }): Reply => {
    const errors = Object.fromEntries(
      Object.entries(violations).map(([field, broken]) => {
        const texts = broken.map((violation) => message(violation, { language, field }))
        return [field, profile.error_values === 'list' ? texts : (texts[0] ?? '')]
      }),
    )
    const first = message(coded?.code ?? Object.values(violations)[0]?.[0] ?? 'malformed_body', {
      language,
      field: Object.keys(violations)[0] ?? '',
    })
    return json(coded?.status ?? 422, {
      ...(coded ? { code: coded.code, message: first } : genericKeys(first, profile)),
      errors,
    })
  },
  plain: (status: number, text: MessageKey): Reply =>
    json(status, { message: message(text, { language }) }),
})

/** The contract shows only `errors` (7), so the profile decides. */
const genericKeys = (text: string, { generic_422 }: Profile): object => {
  if (generic_422 === 'errors_only') return {}
  return generic_422 === 'message' ? { message: text } : { code: 'validation_error', message: text }
}
