import { isOfPuente, providerIdOf } from '../../../../names.js'
import { type Applied, applyOrder } from '../../../../notifications/apply-order.js'
import { type Container, type Services, servicesOf } from '../../../../notifications/container.js'
import type { VerifiedRequest } from '../../../../notifications/verified.js'

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
 * them; 400 to a wrong signature, 404 for an unknown provider, and 503 where a repetition may succeed.
 */
export const POST = async (request: Request, response: Response): Promise<void> => {
  const services = servicesOf(request.scope)
  const { provider } = request.params
  if (!(await isKnown(services, provider))) {
    response.status(404).send('This shop has no such payment provider.\n')
    return
  }
  const { data } = await services.payments.getWebhookActionAndData({
    provider,
    payload: { data: request.body, rawData: request.rawBody ?? '', headers: request.headers },
  })
  await answer(services, response, await appliedTo(services, provider, data.verified))
}

const isKnown = async ({ payments }: Services, provider: string): Promise<boolean> => {
  if (!isOfPuente(provider)) return false
  const found = await payments.listPaymentProviders({ id: providerIdOf(provider) })
  return found.length > 0
}

type Answer = Applied | { outcome: 'refused'; why: string }

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
        return { outcome: 'not-yet', why: error instanceof Error ? error.message : String(error) }
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
      log.error(`Puente: ${applied.why}`)
      response.status(503).send(`${applied.why}\n`)
      return
  }
}
