import type { z } from 'zod'
import { routeNotFoundError } from '../../sandbox/gateway/openapi/description/errors.ts'
import { eventBody } from '../../sandbox/gateway/openapi/description/events.ts'
import type {
  ContractRoute,
  ResponseDescription,
} from '../../sandbox/gateway/openapi/description/route.ts'
import { answersOf, CONTRACT_ROUTES } from '../../sandbox/gateway/openapi/description/routes.ts'
import { EVENT_TYPES } from '../../src/contract/events.ts'

const BASE_PATHS: Record<ContractRoute['base'], string> = { v1: '/v1', embed: '/embed/v1' }

export interface ObservedAnswer {
  method: string
  path: string
  status: number
  body: unknown
  contentType: string | null
}

/** Ignores paths outside both API bases. */
export const conformanceProblems = (answer: ObservedAnswer): string[] => {
  const path = (answer.path.split('?')[0] ?? '').replace(/\/+$/, '')
  const isOfContract = Object.values(BASE_PATHS).some(
    (base) => path === base || path.startsWith(`${base}/`),
  )
  if (!isOfContract) return []
  const label = `${answer.method.toUpperCase()} ${path} ${answer.status}`
  return alertsOf(answer, routeOf(answer.method, path)).map((problem) => `${label}: ${problem}`)
}

export const eventProblems = (body: { type?: unknown }): string[] => {
  const type = EVENT_TYPES.find((known) => known === body.type)
  if (!type) return [`event of an unknown type: ${String(body.type)}`]
  return issuesOf(body, [eventBody(type)]).map((issue) => `${type}: ${issue}`)
}

const alertsOf = (answer: ObservedAnswer, route: ContractRoute | undefined): string[] => {
  if (!route) {
    return answer.status === 404
      ? issuesOf(answer.body, [routeNotFoundError])
      : ['the contract has no such route, so the answer must be the routing 404']
  }
  const described = answerFor(route, answer.status)
  if (!described) return ['this status is not listed for the route']
  if (described.contentType) return problemsOfFile(answer, described.contentType)
  if (!described.bodies) return []
  if (!isOfType(answer, 'application/json')) return [`the content type is ${answer.contentType}`]
  return issuesOf(answer.body, described.bodies)
}

const answerFor = (route: ContractRoute, status: number): ResponseDescription | undefined => {
  const answers = new Map<string, ResponseDescription>(Object.entries(answersOf(route)))
  return answers.get(String(status)) ?? answers.get(`${Math.floor(status / 100)}XX`)
}

const isOfType = ({ contentType }: ObservedAnswer, expected: string): boolean =>
  contentType?.split(';')[0]?.trim().toLowerCase() === expected

const problemsOfFile = (answer: ObservedAnswer, contentType: string): string[] => {
  if (!isOfType(answer, contentType)) return [`the content type is ${answer.contentType}`]
  const isPdf = typeof answer.body === 'string' && answer.body.startsWith('%PDF-')
  return contentType === 'application/pdf' && !isPdf ? ['the body is no PDF'] : []
}

const issuesOf = (body: unknown, schemas: readonly z.ZodType[]): string[] => {
  const attempts = schemas.map((schema) =>
    (schema.safeParse(body).error?.issues ?? []).map(
      ({ path, message }) => `${path.join('.') || 'body'}: ${message}`,
    ),
  )
  return attempts.toSorted((a, b) => a.length - b.length)[0] ?? []
}

/** Literal segments before parameters: `token-charge` before a payment id. */
const routeOf = (method: string, path: string): ContractRoute | undefined =>
  CONTRACT_ROUTES.filter(
    (route) =>
      route.method === method.toLowerCase() &&
      fits(`${BASE_PATHS[route.base]}${route.path}`.split('/'), path.split('/')),
  ).toSorted((a, b) => parametersIn(a) - parametersIn(b))[0]

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((expected, index) => expected.startsWith('{') || expected === segments[index])

const parametersIn = ({ path }: ContractRoute): number => path.split('{').length - 1
