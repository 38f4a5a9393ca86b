import { type RequestHandler, Router } from 'express'
import { z } from 'zod'
import type { TestClock } from '../payments/ports/test-clock.ts'
import { jsonBody } from '../runtime/http/body/parse-body.ts'
import { invalidFields, notFound, sendProblem } from '../runtime/http/problem.ts'
import { instantText } from '../runtime/instant.ts'
import { isFromThisMachine } from '../runtime/net/from-this-machine.ts'

/** Three hundred years: dates far beyond become invalid. */
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
 * Serves the test clock like the sandbox's: `GET` reads, `POST` moves it by `advance_seconds` or to
 * `now`. Loopback only, never in production.
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
