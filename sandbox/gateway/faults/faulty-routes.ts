import { setTimeout as sleep } from 'node:timers/promises'
import { json, type Reply } from '../http/reply.ts'
import type { HttpRequest } from '../http/request.ts'
import type { SandboxRoute } from '../http/router.ts'
import { message } from '../messages.ts'
import { requestLanguage } from '../v1/answers.ts'
import type { RequestFaults } from './decisions.ts'
import type { Faults } from './open-faults.ts'

/** Pass contract routes only. */
export const faultyRoutes = (
  routes: readonly SandboxRoute[],
  { faults, closed }: { faults: Pick<Faults, 'ofRequest'>; closed: AbortSignal },
): SandboxRoute[] =>
  routes.map((route) => ({
    ...route,
    handle: async (request) => {
      const fate = await faults.ofRequest({
        method: request.method,
        path: request.path,
        route: `${route.method} ${route.path}`,
      })
      if (fate.latencyMs > 0) {
        await sleep(fate.latencyMs, undefined, { signal: closed }).catch(() => {})
        if (closed.aborted) return cutOff
      }
      const early = earlyAnswer(fate, request)
      if (early) return early
      const reply = await route.handle(request)
      switch (fate.fault) {
        case 'lost_answer':
          return { ...reply, fault: fate.fault, isLost: true }
        case 'error_after':
          return { ...serverError, fault: fate.fault }
        default:
          return fate.latencyMs > 0 ? { ...reply, fault: 'latency' } : reply
      }
    },
  }))

/** Client and database connection have closed. */
const cutOff: Reply = { ...json(503, {}), fault: 'latency', isLost: true }

const serverError = json(500, { message: 'Server Error' })

const earlyAnswer = ({ fault, retryAfterSeconds }: RequestFaults, request: HttpRequest) => {
  switch (fault) {
    case 'error_500':
      return { ...serverError, fault }
    case 'error_503':
      return { ...json(503, { message: 'Service Unavailable' }), fault }
    case 'rate_429': {
      const reply = json(429, {
        message: message('too_many_requests', { language: requestLanguage(request) }),
      })
      const headers = { ...reply.headers, 'retry-after': String(retryAfterSeconds) }
      return { ...reply, headers, fault }
    }
    default:
      return undefined
  }
}
