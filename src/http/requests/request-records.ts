import { type ApiRequest, addApiRequests } from '../../db/requests/api-requests.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { networkOf } from '../../runtime/http/caller/caller-network.ts'
import type { Problem } from '../../runtime/http/problem.ts'
import { REQUEST_ID_HEADER } from '../../runtime/http/request-id.ts'
import type { AnsweredRequest } from '../../runtime/http/serve-routes.ts'
import { createTally } from '../../runtime/log/tally.ts'
import { startLoop } from '../../runtime/queue/loop.ts'
import { maskSecrets } from '../../runtime/text/masking.ts'
import { toStorable } from '../../runtime/text/storable.ts'
import type { MerchantInput, MerchantRoute } from '../api/route.ts'
import { auditedRequest, auditedSubject } from '../audit/audited-request.ts'

const WRITE_EVERY_MS = 1_000
/** Status of a request that its caller aborted, as nginx logs it. */
const CALLER_LEFT = 499
/** Drops records beyond this: they help developers, and must not delay payments. */
const MOST_UNWRITTEN = 2_000

export type RequestRecords = ReturnType<typeof createRequestRecords>

/**
 * Keeps changing and refused requests of stores for "puente requests", masked. Writes them once a
 * second; a crash loses the last ones.
 */
export const createRequestRecords = ({
  db,
  clock,
  log,
}: Pick<PaymentsContext, 'db' | 'clock' | 'log'>) => {
  let unwritten: ApiRequest[] = []
  const { tallyError, close: closeTally } = createTally(log)

  const write = async (): Promise<void> => {
    if (unwritten.length === 0) return
    const writing = unwritten
    unwritten = []
    await addApiRequests(db.query, writing)
  }
  const onFailure = (error: unknown) => tallyError(error, 'records of requests were lost')
  const loop = startLoop({ poll: () => write().then(() => WRITE_EVERY_MS), onFailure })

  return {
    record: (answered: AnsweredRequest<MerchantInput, MerchantRoute>): void => {
      const { route, response } = answered
      const isOfInterest = route.method !== 'get' || response.statusCode >= 400
      if (!isOfInterest || unwritten.length >= MOST_UNWRITTEN) return
      try {
        unwritten.push(...recordOf(answered, clock.now()))
      } catch (error) {
        onFailure(error)
      }
    },
    write,
    close: async (): Promise<void> => {
      await loop.close()
      await write().catch(onFailure)
      closeTally()
    },
  }
}

const recordOf = (
  {
    route,
    request,
    response,
    given,
    body,
    durationMs,
  }: AnsweredRequest<MerchantInput, MerchantRoute>,
  at: Date,
): ApiRequest[] => {
  // An unknown caller belongs to no store.
  if (!given) return []
  const { id = '', refund_id: refundId = '' } = request.params
  const key = request.get('idempotency-key')
  const problem: Problem | undefined = response.locals.problem
  return [
    {
      id: String(response.get(REQUEST_ID_HEADER)),
      at,
      store_id: given.store.id,
      actor: given.actor,
      from_address: networkOf(request),
      operation: route.operationId,
      method: route.method.toUpperCase(),
      path: route.path,
      subject: auditedSubject(String(id), String(refundId)),
      idempotency_key: key === undefined ? null : auditedSubject(key),
      request: route.platform ? null : shownRequest(body),
      status: response.writableFinished ? response.statusCode : CALLER_LEFT,
      duration_ms: Math.round(durationMs),
      problem: problem ? shownProblem(problem) : null,
    },
  ]
}

/** Upper bound on a recorded request: records omit an order of 5,000 lines. */
const MOST_CHARACTERS = 16_384

const shownRequest = (body: unknown): Record<string, unknown> | null =>
  JSON.stringify(body ?? null).length > MOST_CHARACTERS
    ? null
    : (auditedRequest(body) as Record<string, unknown> | null)

/** Paths of `errors` are names that the caller chose. */
const shownProblem = ({ code, title, detail, retry, errors }: Problem): Record<string, unknown> =>
  JSON.parse(maskSecrets(JSON.stringify(toStorable({ code, title, detail, retry, errors }))))
