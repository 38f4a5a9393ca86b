import { isOfPuente } from '../../../../names.js'
import { type Applied, applyOrder } from '../../../../notifications/apply-order.js'
import { type Container, type Services, servicesOf } from '../../../../notifications/container.js'
import type { VerifiedRequest } from '../../../../notifications/verified.js'

/** What Medusa throws for a provider that its configuration lacks. */
const UNKNOWN_PROVIDER = 'Please make sure that the provider is registered'

/** What each locking module of Medusa throws while another request works on the same order or cart. */
const LOCK_TIMEOUT = 'Timed-out acquiring lock.'

interface Request {
  params: { provider: string }
  headers: Readonly<Record<string, unknown>>
  body: unknown
  rawBody?: Uint8Array | undefined
  scope: Container
}

interface Response {
  status(code: number): { send(body: string): unknown; end(): unknown }
}

/**
 * Receives signed notifications of Puente. Answers 204 after Medusa applied them, or can never apply
 * them; 400 to a wrong signature, and 404 for an unknown provider. Puente repeats after 409, which
 * concerns one order, and after 503, which Puente takes for a shop that is down.
 */
export const POST = async (request: Request, response: Response): Promise<void> => {
  const services = servicesOf(request.scope)
  const { provider } = request.params
  const verified = isOfPuente(provider) ? await verifiedBy(services, request) : undefined
  if (verified === undefined) response.status(404).send('This shop has no such payment provider.\n')
  else answer(services, response, await appliedTo(services, provider, verified))
}

/** Asks the provider, which has the secret. `undefined`: the configuration has no such provider. */
const verifiedBy = async (
  { payments }: Services,
  { params: { provider }, body, rawBody = new Uint8Array(), headers }: Request,
): Promise<VerifiedRequest | undefined> => {
  try {
    const payload = { data: body, rawData: rawBody, headers }
    return (await payments.getWebhookActionAndData({ provider, payload })).data.verified
  } catch (error) {
    if (messageOf(error).includes(UNKNOWN_PROVIDER)) return undefined
    throw error
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

type Answer = Applied | { outcome: 'refused'; why: string } | { outcome: 'failed'; why: string }

const appliedTo = async (
  services: Services,
  provider: string,
  verified: VerifiedRequest,
): Promise<Answer> => {
  switch (verified.outcome) {
    case 'refused':
      return verified
    case 'ignored':
      return { outcome: 'applied' }
    case 'order':
      try {
        return await applyOrder(services, provider, verified.seen)
      } catch (error) {
        const message = messageOf(error)
        const why = `${verified.seen.order.id}: ${message}`
        return { outcome: message === LOCK_TIMEOUT ? 'not-yet' : 'failed', why }
      }
  }
}

const answer = ({ log }: Services, response: Response, applied: Answer): void => {
  switch (applied.outcome) {
    case 'applied':
      response.status(204).end()
      return
    case 'not-applicable':
      log.error(`Puente: ${applied.why}`)
      response.status(204).end()
      return
    case 'refused':
      log.warn(`Puente: refused a notification: ${applied.why}`)
      response.status(400).send(`${applied.why}\n`)
      return
    case 'not-yet':
      log.warn(`Puente: ${applied.why}`)
      response.status(409).send(`${applied.why}\n`)
      return
    case 'blocked':
      log.error(`Puente: ${applied.why}`)
      response.status(409).send(`${applied.why}\n`)
      return
    case 'failed':
      log.error(`Puente: ${applied.why}`)
      response.status(503).send(`${applied.why}\n`)
      return
  }
}
