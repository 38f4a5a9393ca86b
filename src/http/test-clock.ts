import { type RequestHandler, Router } from 'express'
import { z } from 'zod'
import type { TestClock } from '../payments/operations/test-clock.ts'
import { isFromThisMachine } from '../runtime/from-this-machine.ts'
import { jsonBody } from '../runtime/http/parse-body.ts'
import { invalidFields, notFound, sendProblem } from '../runtime/http/problem.ts'
import { instantText } from '../runtime/instant.ts'

/** Some three hundred years: beyond, an instant soon is none. */
const FARTHEST_SECONDS = 10_000_000_000

const movement = z.union([
  z
    .strictObject({ advance_seconds: z.int().min(-FARTHEST_SECONDS).max(FARTHEST_SECONDS) })
    .transform(
      ({ advance_seconds }) =>
        (now: Date) =>
          new Date(now.getTime() + advance_seconds * 1000),
    ),
  z.strictObject({ now: instantText }).transform(
    ({ now }) =>
      () =>
        new Date(now),
  ),
])

/**
 * The test clock over HTTP, as the sandbox gateway has it: `GET` tells the time, `POST` moves it by
 * `advance_seconds` or to `now`. For callers on this machine only, and never in production.
 */
export const testClockRoutes = (clock: TestClock): Router => {
  const router = Router()
  router.use(onlyFromThisMachine)
  router.get('/', (_request, response) => {
    response.json({ now: clock.now().toISOString() })
  })
  router.post('/', jsonBody({ maxBytes: 4_096 }), async (request, response) => {
    const { data: movedFrom, error } = movement.safeParse(request.body)
    if (!movedFrom) return sendProblem(response, invalidFields(error.issues))
    await clock.moveTo(movedFrom(clock.now()))
    response.json({ now: clock.now().toISOString() })
  })
  return router
}

const onlyFromThisMachine: RequestHandler = (request, response, next) => {
  if (isFromThisMachine(request.socket.remoteAddress, request.headers)) next()
  else sendProblem(response, notFound('There is nothing at this address'))
}
