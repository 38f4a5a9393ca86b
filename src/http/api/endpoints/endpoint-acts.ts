import type { z } from 'zod'
import { CIRCUIT_SIGNAL } from '../../../payments/circuits/circuits.ts'
import { releaseAfterTest } from '../../../payments/endpoints/release-deliveries.ts'
import { replayMissedNotifications } from '../../../payments/endpoints/replay-notifications.ts'
import { rotateEndpointSecret } from '../../../payments/endpoints/rotate-secret.ts'
import { type EndpointTestResult, testEndpoint } from '../../../payments/endpoints/test-endpoint.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { problem } from '../../../runtime/http/problem.ts'
import { WRONG_PLATFORM } from '../merchant/wrong-platform.ts'
import { byStore } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, type MerchantInput, refuse } from '../route.ts'
import { storeDepsOf } from '../stores/store.ts'
import {
  replayBody,
  replayQuery,
  replayView,
  rotatedSecret,
  secretRotation,
  testResult,
} from './endpoint-schemas.ts'
import {
  ENDPOINT_DISABLED,
  endpointOfStore,
  NO_ENDPOINT,
  ofEndpoint,
  refuseField,
} from './endpoints.ts'

export const rotateSecretOfEndpoint = defineMerchantRoute({
  ...ofEndpoint,
  method: 'post',
  path: '/v1/endpoints/{id}/secret/rotate',
  scope: 'admin',
  operationId: 'rotateEndpointSecret',
  byPerson: { ...ofEndpoint.byPerson, needsFreshSignIn: () => true },
  summary: 'Rotate the secret of an endpoint; the previous secret also signs until a given time',
  body: secretRotation,
  answers: { 200: { description: 'The new secret', schema: rotatedSecret } },
  problems: {
    404: 'The store has no such endpoint',
    409: 'Too many previous secrets are still valid (`rotated_too_often`)',
    422: 'The time is not valid',
  },
  handle: async (given) => {
    const known = await endpointOfStore(given, given.id)
    if (!known) return NO_ENDPOINT
    const rotated = await rotateEndpointSecret(storeDepsOf(given), known, given.body)
    switch (rotated.outcome) {
      case 'no-such-endpoint':
        return NO_ENDPOINT
      case 'refused':
        return refuseField(rotated)
      case 'not-yet':
        return refuse(
          problem({
            code: 'rotated_too_often',
            title: 'Too many previous secrets are still valid',
            detail: `You can rotate the secret again from ${rotated.from.toISOString()}. Until then, Puente still signs with the previous secrets.`,
          }),
        )
      case 'rotated': {
        const { secret, until } = rotated
        return { status: 200, body: { secret, previous_until: until.toISOString() } }
      }
    }
  },
})

const viewOfTest = ({
  isAccepted,
  call,
  error,
}: EndpointTestResult): z.input<typeof testResult> => ({
  accepted: isAccepted,
  status: call?.status ?? null,
  error: call?.error ?? error ?? null,
  answer: call?.answer ?? null,
  duration_ms: call?.duration_ms ?? null,
})

const TESTED = {
  200: { description: 'The response of the endpoint', schema: testResult },
} as const

export const testEndpointOfStore = defineMerchantRoute({
  ...ofEndpoint,
  method: 'post',
  path: '/v1/endpoints/{id}/test',
  scope: 'admin',
  operationId: 'testEndpoint',
  summary: 'Send a signed test notification (`puente.test`) to an endpoint, even a disabled one',
  answers: TESTED,
  problems: { 404: 'The store has no such endpoint' },
  handle: async (given) => {
    const endpoint = await endpointOfStore(given, given.id)
    if (!endpoint) return NO_ENDPOINT
    const { ctx } = given
    const result = await testEndpoint(ctx, ctx.endpointOf(endpoint))
    if (result.isAccepted) {
      await releaseAfterTest(ctx.db.query, endpoint.id, ctx.clock.now())
      ctx.signals.send(CIRCUIT_SIGNAL)
      ctx.signals.send(WORK_SIGNAL)
    }
    return { status: 200, body: viewOfTest(result) }
  },
})

export const testNotificationOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/store/test-notification',
  scope: 'admin',
  operationId: 'testNotification',
  tag: 'Store',
  byPerson: { path: '/operator/v1/stores/{id}/test-notification', locate: byStore },
  summary: "Send a signed test notification (`puente.test`) to the store's notify URL",
  answers: TESTED,
  problems: {
    403: 'The store has no notify URL (`wrong_platform`), or the key lacks the scope (`not_allowed`)',
  },
  handle: async ({ ctx, store }) => {
    const own = ctx.ownEndpointOf(store)
    if (!own) return refuse(WRONG_PLATFORM)
    return { status: 200, body: viewOfTest(await testEndpoint(ctx, own)) }
  },
})

const replay = async (
  given: MerchantInput & { id: string },
  request: { from: Date; to?: Date | undefined; all?: boolean | undefined },
  isDry: boolean,
): Promise<Answer> => {
  const known = await endpointOfStore(given, given.id)
  if (!known) return NO_ENDPOINT
  const { from, to, all: isAll = false } = request
  const deps = { ...storeDepsOf(given), long: given.ctx.db.long.query }
  const replayed = await replayMissedNotifications(deps, known, { from, to, isAll, isDry })
  switch (replayed.outcome) {
    case 'no-such-endpoint':
      return NO_ENDPOINT
    case 'refused':
      return refuseField(replayed)
    case 'disabled':
      return refuse(ENDPOINT_DISABLED)
    default: {
      if (replayed.outcome === 'replayed') given.ctx.signals.send(WORK_SIGNAL)
      const { notifications, orders } = replayed
      const times = { from: replayed.from.toISOString(), to: replayed.to.toISOString() }
      const body: z.input<typeof replayView> = { notifications, orders, ...times }
      return { status: 200, body }
    }
  }
}

export const previewReplayOfEndpoint = defineMerchantRoute({
  ...ofEndpoint,
  method: 'get',
  path: '/v1/endpoints/{id}/replay',
  scope: 'read',
  operationId: 'previewEndpointReplay',
  summary: 'Count the notifications that a replay would send',
  query: replayQuery,
  answers: {
    200: { description: 'The notifications that a replay would send', schema: replayView },
  },
  problems: { 404: 'The store has no such endpoint', 422: 'A time is not valid' },
  handle: (given) => replay(given, given.query, true),
})

export const replayToEndpointOfStore = defineMerchantRoute({
  ...ofEndpoint,
  method: 'post',
  path: '/v1/endpoints/{id}/replay',
  scope: 'admin',
  operationId: 'replayToEndpoint',
  summary:
    'Resend the notifications that an endpoint missed since a given time, with the same message ids',
  body: replayBody,
  answers: { 200: { description: 'The notifications that Puente sends', schema: replayView } },
  problems: {
    404: 'The store has no such endpoint',
    409: 'The endpoint is disabled (`endpoint_disabled`)',
    422: 'A time is not valid, or the replay would send too many notifications',
  },
  handle: (given) => replay(given, given.body, false),
})
