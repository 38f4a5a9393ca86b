import { faultsInput } from '../faults/settings.ts'
import { json, type Reply } from '../http/reply.ts'
import { bodyOf, type HttpRequest } from '../http/request.ts'
import type { SandboxRoute } from '../http/router.ts'
import { merchantOf } from '../merchant.ts'
import { errorAnswers, requestLanguage } from '../v1/answers.ts'
import { mayControl } from './access.ts'
import { answerChallenge, challengeInput } from './challenges.ts'
import { moveClock, showClock } from './clock.ts'
import type { Controls } from './controls.ts'
import { registerEndpoint, removeEndpoint, rotateEndpoint, showEndpoints } from './endpoints.ts'
import { changeFaults, showFaults } from './faults.ts'
import { clockInput, endpointInput, journalQuery, payInput } from './inputs.ts'
import { payTarget } from './pay.ts'
import {
  disableByMerchant,
  portalDisableInput,
  portalRefundInput,
  portalVoidInput,
  refundByMerchant,
  voidByMerchant,
} from './portal-actions.ts'
import { changeProfile, profileInput, showProfile } from './profile.ts'
import { reset } from './reset.ts'
import { serialize } from './serialize.ts'
import { settle } from './settle.ts'
import { addToken, tokenInput } from './tokens.ts'
import { withInput } from './with-input.ts'

/** Routes outside the contract that act as customer, portal and time. */
export const controlRoutes = (controls: Controls): SandboxRoute[] => {
  const { sandbox, journal, settings } = controls
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

  return [
    route('POST', '/pay', (request) =>
      withInput(payInput, bodyOf(request), (input) => payTarget(sandbox, input)),
    ),
    route('POST', '/tokens', (request) =>
      withInput(tokenInput, bodyOf(request), (input) => addToken({ sandbox, merchant }, input)),
    ),
    route('POST', '/challenges/:id', (request) =>
      withInput(challengeInput, bodyOf(request), ({ outcome }) =>
        answerChallenge(sandbox, { transactionId: request.params.id ?? '', outcome }),
      ),
    ),
    route('GET', '/clock', () => showClock(controls)),
    route('POST', '/clock', (request) =>
      withInput(clockInput, bodyOf(request), (input) =>
        onTheClock(() => moveClock(controls, input)),
      ),
    ),
    route('GET', '/endpoints', () => showEndpoints(sandbox)),
    route('POST', '/endpoints', (request) =>
      withInput(endpointInput, bodyOf(request), (input) => registerEndpoint(sandbox, input)),
    ),
    route('DELETE', '/endpoints/:id', ({ params }) => removeEndpoint(sandbox, params.id ?? '')),
    route('POST', '/endpoints/:id/rotate', ({ params }) =>
      rotateEndpoint(sandbox, params.id ?? ''),
    ),
    route('GET', '/journal', (request) =>
      withInput(journalQuery, Object.fromEntries(request.query), async ({ since, limit }) =>
        json(200, await journal.read(since, limit)),
      ),
    ),
    route('GET', '/profile', () => showProfile(controls)),
    route('PUT', '/profile', (request) =>
      withInput(profileInput, bodyOf(request), (fields) => changeProfile(controls, fields)),
    ),
    route('GET', '/faults', () => showFaults(sandbox.faults)),
    route('PUT', '/faults', (request) =>
      withInput(faultsInput, bodyOf(request), (input) => changeFaults(sandbox.faults, input)),
    ),
    route('POST', '/settle', () => settle(sandbox)),
    route('POST', '/portal/void', (request) =>
      withInput(portalVoidInput, bodyOf(request), (input) =>
        voidByMerchant(portal(request), input),
      ),
    ),
    route('POST', '/portal/refund', (request) =>
      withInput(portalRefundInput, bodyOf(request), (input) =>
        refundByMerchant(portal(request), input),
      ),
    ),
    route('POST', '/portal/disable', (request) =>
      withInput(portalDisableInput, bodyOf(request), (input) =>
        disableByMerchant(portal(request), input),
      ),
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
