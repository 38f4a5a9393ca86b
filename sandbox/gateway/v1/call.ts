import type { z } from 'zod'
import type { Environment } from '../../../src/contract/keys.ts'
import type { Language } from '../../../src/locales/language.ts'
import { unknownKeys } from '../bodies/fields.ts'
import type { Sandbox } from '../context.ts'
import type { Reply } from '../http/reply.ts'
import { bodyOf, type HttpRequest } from '../http/request.ts'
import type { SandboxRoute } from '../http/router.ts'
import type { Merchant } from '../merchant.ts'
import { type Checked, violationsOf } from '../messages.ts'
import { type ErrorAnswers, errorAnswers, requestLanguage } from './answers.ts'
import type { RateLimit } from './rate-limit.ts'

export interface ApiCall {
  request: HttpRequest
  environment: Environment
  language: Language
  refuse: ErrorAnswers
}

export type ApiHandler = (sandbox: Sandbox, call: ApiCall) => Reply | Promise<Reply>

/** The gate precedes every other check, even the body's size (7). */
export interface GatedHandler {
  gate(sandbox: Sandbox, call: ApiCall): Reply | undefined
  answer: ApiHandler
}

export const securedRoutes =
  (options: { sandbox: Sandbox; merchant: Merchant; rateLimit: RateLimit; base: string }) =>
  (
    method: SandboxRoute['method'],
    path: string,
    answer: ApiHandler | GatedHandler,
  ): SandboxRoute => ({
    method,
    path: `${options.base}${path}`,
    handle: (request) => {
      const { sandbox, merchant, rateLimit } = options
      const language = requestLanguage(request)
      const { profile } = sandbox
      const refuse = errorAnswers({ language, profile })
      const { authorization } = request.headers
      const environment = merchant.environmentOf(authorization)
      if (!environment) return refuse.plain(401, 'unauthenticated')
      const waitSeconds = rateLimit(environment, profile)
      if (waitSeconds > 0) {
        const reply = refuse.plain(429, 'too_many_requests')
        return { ...reply, headers: { ...reply.headers, 'retry-after': String(waitSeconds) } }
      }
      const call = { request, environment, language, refuse }
      const gated = typeof answer === 'function' ? { gate: () => undefined, answer } : answer
      const refusal = gated.gate(sandbox, call)
      if (refusal) return refusal
      if (request.body.kind === 'too-large') return refuse.plain(413, 'body_too_large')
      return gated.answer(sandbox, call)
    },
  })

/** Requires a terminal, which only the sandbox environment can lack (5.4). */
export const onTerminal =
  (answer: ApiHandler): ApiHandler =>
  (sandbox, call) =>
    call.environment === 'test' && !sandbox.profile.sandbox_terminal
      ? call.refuse.invalid(
          { terminal: ['sandbox_terminal_unavailable'] },
          { code: 'sandbox_terminal_unavailable' },
        )
      : answer(sandbox, call)

export type ApiBody<Value> = Checked<{ value: Value; warnings: string[] }>

export const readApiBody = <Schema extends z.ZodObject>(
  call: ApiCall,
  schema: Schema,
): ApiBody<z.output<Schema>> => {
  const value = bodyOf(call.request)
  const parsed = schema.safeParse(value)
  if (!parsed.success) return { ok: false, violations: violationsOf(parsed.error) }
  const warnings = unknownKeys(value as Record<string, unknown>, schema.shape)
  return { ok: true, value: parsed.data, warnings }
}

/** Omits `warnings` if empty (1.8). */
export const withWarnings = (warnings: readonly string[]): { warnings?: readonly string[] } =>
  warnings.length > 0 ? { warnings } : {}

export const idempotencyKeyOf = ({ headers }: HttpRequest): string | undefined =>
  headers['idempotency-key']?.toString().trim() || undefined

/** The contract does not show the status of a reused key (4), so the profile decides. */
export const keyRejected = (sandbox: Sandbox, { refuse }: ApiCall): Reply => {
  const status = sandbox.profile.idempotency_key_reuse === 'rejected_409' ? 409 : 422
  return refuse.invalid(
    { idempotency_key: ['idempotency_key_reused'] },
    { code: 'idempotency_key_reused', status },
  )
}
