import type { z } from 'zod'
import { faultsInput } from '../faults/settings.ts'
import { json, type Reply } from '../http/reply.ts'
import { bodyOf, type HttpRequest } from '../http/request.ts'
import type { SandboxRoute } from '../http/router.ts'
import { merchantOf } from '../merchant.ts'
import { settleNow } from '../payments/refunds/settlement.ts'
import { profileSchema } from '../profile.ts'
import { errorAnswers, requestLanguage } from '../v1/answers.ts'
import { mayControl } from './access.ts'
import { moveClock, showClock } from './clock.ts'
import type { Controls } from './controls.ts'
import { registerEndpoint, removeEndpoint, rotateEndpoint, showEndpoints } from './endpoints.ts'
import { clockInput, endpointInput, journalQuery, payInput } from './inputs.ts'
import { answerChallenge, challengeInput, payTarget } from './pay.ts'
import {
  disableByMerchant,
  portalDisableInput,
  portalRefundInput,
  portalVoidInput,
  refundByMerchant,
  voidByMerchant,
} from './portal-actions.ts'
import { reset } from './reset.ts'
import { serialize } from './serialize.ts'
import { addToken, tokenInput } from './tokens.ts'
import { withInput } from './with-input.ts'

export const controlRoutes = (controls: Controls): SandboxRoute[] => {
  const { sandbox, journal, profile, settings } = controls
  const merchant = merchantOf(settings)
  const portal = (request: HttpRequest) => ({
    sandbox,
    refuse: errorAnswers({ language: requestLanguage(request), profile: sandbox.profile }),
  })
  // Serialised: concurrent clock moves and resets would overwrite each other.
  const onTheClock = serialize()

  const route = (
    method: SandboxRoute['method'],
    path: string,
    answer: (request: HttpRequest) => Reply | Promise<Reply>,
  ): SandboxRoute => ({
    method,
    path: `/sandbox${path}`,
    handle: (request) =>
      mayControl(request, { settings, publicUrl: sandbox.publicUrl }) ? answer(request) : forbidden,
  })
  const input = <Schema extends z.ZodType>(
    [method, path]: ['POST' | 'PUT', string],
    schema: Schema,
    use: (input: z.output<Schema>, request: HttpRequest) => Promise<Reply>,
  ): SandboxRoute =>
    route(method, path, (request) =>
      withInput(schema, bodyOf(request), (given) => use(given, request)),
    )

  return [
    input(['POST', '/pay'], payInput, (given) => payTarget(sandbox, given)),
    input(['POST', '/tokens'], tokenInput, (given) => addToken({ sandbox, merchant }, given)),
    input(['POST', '/challenges/:id'], challengeInput, ({ outcome }, { params }) =>
      answerChallenge(sandbox, { transactionId: params.id ?? '', outcome }),
    ),
    route('GET', '/clock', () => showClock(controls)),
    input(['POST', '/clock'], clockInput, (given) => onTheClock(() => moveClock(controls, given))),
    route('GET', '/endpoints', () => showEndpoints(sandbox)),
    input(['POST', '/endpoints'], endpointInput, (given) => registerEndpoint(sandbox, given)),
    route('DELETE', '/endpoints/:id', ({ params }) => removeEndpoint(sandbox, params.id ?? '')),
    route('POST', '/endpoints/:id/rotate', ({ params }) =>
      rotateEndpoint(sandbox, params.id ?? ''),
    ),
    route('GET', '/journal', (request) =>
      withInput(journalQuery, Object.fromEntries(request.query), async ({ since, limit }) =>
        json(200, await journal.read(since, limit)),
      ),
    ),
    route('GET', '/profile', () => json(200, profile.current())),
    input(['PUT', '/profile'], profileSchema.partial(), async (fields) => {
      const changed = await profile.change(fields)
      sandbox.wake()
      return json(200, changed)
    }),
    route('GET', '/faults', async () => json(200, await sandbox.faults.read())),
    input(['PUT', '/faults'], faultsInput, async (given) =>
      json(200, await sandbox.faults.change(given)),
    ),
    route('POST', '/settle', async () => json(200, { settled: await settleNow(sandbox) })),
    input(['POST', '/portal/void'], portalVoidInput, (given, request) =>
      voidByMerchant(portal(request), given),
    ),
    input(['POST', '/portal/refund'], portalRefundInput, (given, request) =>
      refundByMerchant(portal(request), given),
    ),
    input(['POST', '/portal/disable'], portalDisableInput, (given, request) =>
      disableByMerchant(portal(request), given),
    ),
    route('POST', '/reset', async () => {
      await onTheClock(() => reset(controls))
      return showClock(controls)
    }),
  ]
}

const forbidden = json(403, {
  message:
    'The control routes answer programs on this machine, or requests with "Authorization: Bearer <SANDBOX_CONTROL_KEY>".',
})
