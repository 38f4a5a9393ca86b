import type { z } from 'zod'
import { chargeInput, confirmInput } from '../../sandbox/gateway/bodies/charges.ts'
import { createPaymentInput } from '../../sandbox/gateway/bodies/create-payment.ts'
import { clockInput, endpointInput, payInput } from '../../sandbox/gateway/control/inputs.ts'
import { challengeInput } from '../../sandbox/gateway/control/pay.ts'
import {
  portalDisableInput,
  portalRefundInput,
  portalVoidInput,
} from '../../sandbox/gateway/control/portal-actions.ts'
import { tokenInput } from '../../sandbox/gateway/control/tokens.ts'
import { faultsInput } from '../../sandbox/gateway/faults/settings.ts'
import { profileSchema } from '../../sandbox/gateway/profile.ts'
import { merchantRoutes } from '../../src/http/api/merchant/routes.ts'
import { operatorRoutes } from '../../src/http/api/operator/routes.ts'

interface DocumentedRoute {
  method: string
  path: string
  body: z.ZodType | undefined
}

const sandbox = (method: string, path: string, body: z.ZodType | undefined): DocumentedRoute => ({
  method,
  path,
  body,
})

const GATEWAY: readonly DocumentedRoute[] = [
  sandbox('GET', '/v1/payments', undefined),
  sandbox('POST', '/v1/payments', createPaymentInput),
  sandbox('GET', '/v1/payments/{id}', undefined),
  sandbox('GET', '/v1/payment-methods', undefined),
  sandbox('POST', '/v1/payment-methods/{id}/charge', chargeInput),
  sandbox('POST', '/v1/payments/{id}/void', undefined),
  sandbox('POST', '/v1/payments/{id}/refund', undefined),
  sandbox('GET', '/v1/payments/{id}/receipt', undefined),
  sandbox('GET', '/v1/payments/{id}/receipt/download', undefined),
  sandbox('POST', '/embed/v1/confirm', confirmInput),
]

const CONTROL: readonly DocumentedRoute[] = [
  sandbox('POST', '/sandbox/pay', payInput),
  sandbox('POST', '/sandbox/tokens', tokenInput),
  sandbox('POST', '/sandbox/challenges/{id}', challengeInput),
  sandbox('GET', '/sandbox/clock', undefined),
  sandbox('POST', '/sandbox/clock', clockInput),
  sandbox('GET', '/sandbox/endpoints', undefined),
  sandbox('POST', '/sandbox/endpoints', endpointInput),
  sandbox('POST', '/sandbox/endpoints/{id}/rotate', undefined),
  sandbox('GET', '/sandbox/journal', undefined),
  sandbox('GET', '/sandbox/profile', undefined),
  sandbox('PUT', '/sandbox/profile', profileSchema.partial()),
  sandbox('GET', '/sandbox/faults', undefined),
  sandbox('PUT', '/sandbox/faults', faultsInput),
  sandbox('POST', '/sandbox/settle', undefined),
  sandbox('POST', '/sandbox/portal/void', portalVoidInput),
  sandbox('POST', '/sandbox/portal/refund', portalRefundInput),
  sandbox('POST', '/sandbox/portal/disable', portalDisableInput),
  sandbox('POST', '/sandbox/reset', undefined),
]

const APIS: readonly DocumentedRoute[] = [
  ...[...merchantRoutes, ...operatorRoutes].map(({ method, path, body }) =>
    sandbox(method.toUpperCase(), path, body),
  ),
  sandbox('POST', '/auth/sign-in', undefined),
  sandbox('GET', '/test/clock', undefined),
  sandbox('POST', '/test/clock', clockInput),
  sandbox('GET', '/operator/v1/changes', undefined),
]

const isOf = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

/** Finds the route that a documented request reaches, of Puente or, on port 4010, the sandbox. */
export const routeOf = (
  method: string,
  { path, isGateway }: { path: string; isGateway: boolean },
): DocumentedRoute | undefined =>
  (isGateway ? [...GATEWAY, ...CONTROL] : APIS).find(
    (route) => route.method === method && isOf(route.path, path),
  )
