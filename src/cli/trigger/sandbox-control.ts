import { z } from 'zod'
import { UserError } from '../../runtime/failure.ts'
import { droppedPartReason } from '../../runtime/net/address-parts.ts'
import { failureText } from '../../runtime/net/signed-post.ts'
import { WrongUse } from '../terminal/command-line.ts'

export const TRIGGER_CARDS = { approved: '4111111111111111', declined: '4000000000000002' } as const
export type CardOutcome = keyof typeof TRIGGER_CARDS

/** Client of the sandbox's control routes, which play the customer and the end of a day. */
export interface SandboxControl {
  /** Rejects if the sandbox is down. */
  probe(): Promise<void>
  /** `unknown-payment` belongs to another gateway. */
  pay(checkoutUrl: string, card: CardOutcome): Promise<'paid' | 'unknown-payment'>
  token(publishableKey: string, card: CardOutcome): Promise<string>
  /** No-op if registered. */
  deliverTo(url: string, secret: string): Promise<void>
  settle(): Promise<void>
}

const ANSWERS_WITHIN_MS = 15_000

export const sandboxControl = (url: string): SandboxControl => {
  const lost = droppedPartReason(url, [])
  if (lost) throw new WrongUse(`--sandbox-url: ${lost.en}`)
  const key = process.env.SANDBOX_CONTROL_KEY
  const call = async (path: string, body?: unknown): Promise<{ status: number; json: unknown }> => {
    const response = await fetch(`${url}/sandbox${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error) => {
      throw new UserError(`${noSandboxAt(url)} (${failureText(error)})`)
    })
    const json = await response.json().catch(() => undefined)
    return { status: response.status, json }
  }
  const succeed = async (path: string, body?: unknown): Promise<unknown> => {
    const { status, json } = await call(path, body)
    if (status < 300) return json
    const said = message.safeParse(json).data?.message
    throw new UserError(said ? `The sandbox answered ${status}: ${said}` : noSandboxAt(url))
  }
  return {
    probe: async () => {
      if (!clock.safeParse(await succeed('/clock')).success) throw new UserError(noSandboxAt(url))
    },
    pay: async (checkout_url, card) => {
      const { status } = await call('/pay', { checkout_url, card: typed(card) })
      if (status === 404) return 'unknown-payment'
      if (status !== 200)
        throw new UserError(`The sandbox did not accept the card: HTTP ${status}.`)
      return 'paid'
    },
    token: async (publishable_key, card) => {
      const made = await succeed('/tokens', { publishable_key, card: typed(card) })
      return token.parse(made).payment_token
    },
    deliverTo: async (receiver, secret) => {
      const known = endpoints.parse(await succeed('/endpoints')).endpoints
      if (known.some((one) => one.url === receiver && one.secret === secret)) return
      await succeed('/endpoints', { environment: 'test', url: receiver, secret })
    },
    settle: async () => {
      await succeed('/settle', {})
    },
  }
}

const clock = z.object({ now: z.string() })
const endpoints = z.object({
  endpoints: z.array(z.object({ url: z.string(), secret: z.string() })),
})
const token = z.object({ payment_token: z.string() })
const message = z.object({ message: z.string() })

const noSandboxAt = (url: string): string =>
  `No sandbox gateway answers at ${url}. "puente trigger" needs the sandbox gateway; set its address with --sandbox-url.`

const typed = (card: CardOutcome) => ({
  number: TRIGGER_CARDS[card],
  exp_month: 12,
  exp_year: 2039,
  cvc: '123',
})
