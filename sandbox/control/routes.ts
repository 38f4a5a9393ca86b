import type { z } from 'zod'
import { addMs } from '../../src/platform/clock.ts'
import { json, type Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { Route } from '../http/router.ts'
import { merchantOf } from '../merchant.ts'
import { rememberOffset } from '../time/sandbox-clock.ts'
import { addEndpoint, rotateSecret } from '../webhooks/endpoints.ts'
import { mayControl } from './access.ts'
import { answerChallenge, challengeInput } from './challenges.ts'
import type { Controls } from './controls.ts'
import { clockInput, endpointInput, journalQuery, payInput } from './inputs.ts'
import { pay } from './pay.ts'
import { reset } from './reset.ts'
import { addToken, tokenInput } from './tokens.ts'

/** The routes under `/sandbox`: no part of the contract, they stand for customer, portal and time. */
export const controlRoutes = (controls: Controls): Route[] => {
  const { sandbox, journal, settings, travelTo } = controls
  const { clock, database } = sandbox
  const merchant = merchantOf(settings)
  const now = () => json(200, { now: clock.now().toISOString() })

  const route = (
    method: Route['method'],
    path: string,
    answer: (request: HttpRequest) => Reply | Promise<Reply>,
  ): Route => ({
    method,
    path: `/sandbox${path}`,
    answer: (request) => (mayControl(request, settings) ? answer(request) : forbidden),
  })

  return [
    route('POST', '/pay', (request) =>
      withInput(payInput, bodyOf(request), (input) => pay(sandbox, input)),
    ),
    route('POST', '/tokens', (request) =>
      withInput(tokenInput, bodyOf(request), (input) => addToken({ sandbox, merchant }, input)),
    ),
    route('POST', '/challenges/:id', (request) =>
      withInput(challengeInput, bodyOf(request), ({ outcome }) =>
        answerChallenge(sandbox, { transactionId: request.params.id ?? '', outcome }),
      ),
    ),
    route('GET', '/clock', now),
    route('POST', '/clock', (request) =>
      withInput(clockInput, bodyOf(request), async (input) => {
        const target =
          'now' in input ? new Date(input.now) : addMs(clock.now(), input.advance_seconds * 1000)
        await travelTo(target)
        await rememberOffset(database, clock)
        return now()
      }),
    ),
    route('POST', '/endpoints', (request) =>
      withInput(endpointInput, bodyOf(request), async (input) => {
        const { id, environment, url, secret } = await addEndpoint(database, input)
        return json(201, { id, environment, url, secret })
      }),
    ),
    route('POST', '/endpoints/:id/rotate', async ({ params }) => {
      const secret = await rotateSecret(database, params.id ?? '')
      return secret ? json(200, { secret }) : json(404, { message: 'There is no such endpoint.' })
    }),
    route('GET', '/journal', (request) =>
      withInput(journalQuery, Object.fromEntries(request.query), async ({ since }) =>
        json(200, await journal.read(since)),
      ),
    ),
    route('POST', '/reset', async () => {
      await reset(controls)
      return now()
    }),
  ]
}

const forbidden = json(403, {
  message:
    'The control routes answer programs on this machine, or requests with "Authorization: Bearer <SANDBOX_CONTROL_KEY>".',
})

const bodyOf = ({ body }: HttpRequest): unknown =>
  body.kind === 'json' ? body.value : body.kind === 'none' ? {} : undefined

/** Answers 422 with the path of each wrong field, or what `use` makes of the input. */
const withInput = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  use: (input: z.output<Schema>) => Promise<Reply>,
): Reply | Promise<Reply> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return use(parsed.data)
  const errors: Record<string, string[]> = {}
  for (const { path, message } of parsed.error.issues) {
    const field = path.join('.') || 'body'
    errors[field] = [...(errors[field] ?? []), message]
  }
  return json(422, { message: 'The input is not valid.', errors })
}
