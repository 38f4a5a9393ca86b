import { z } from 'zod'
import { controlClient, typedCard } from '../../../sandbox/gateway/control/client.ts'
import { UserError } from '../../runtime/failure.ts'
import { droppedPartReason } from '../../runtime/net/address-parts.ts'
import { failureText } from '../../runtime/net/signed-post.ts'
import { WrongUse } from '../terminal/command-line.ts'

export const TRIGGER_CARDS = { approved: '4111111111111111', declined: '4000000000000002' } as const
export type CardOutcome = keyof typeof TRIGGER_CARDS

/** Control routes, which play the customer and the end of a day. */
export type SandboxControl = ReturnType<typeof sandboxControl>

const ANSWERS_WITHIN_MS = 15_000

export const sandboxControl = (url: string) => {
  const lost = droppedPartReason(url, [])
  if (lost) throw new WrongUse(`--sandbox-url: ${lost.en}`)
  const control = controlClient(url, {
    key: process.env.SANDBOX_CONTROL_KEY || undefined,
    timeoutMs: ANSWERS_WITHIN_MS,
    failure: ({ answer, error }) => {
      if (!answer) return new UserError(`${noSandboxAt(url)} (${failureText(error)})`)
      const said = message.safeParse(answer.body).data?.message
      return new UserError(
        said ? `The sandbox answered ${answer.status}: ${said}` : noSandboxAt(url),
      )
    },
  })
  return {
    /** Rejects if the sandbox is down. */
    probe: async () => {
      const answer = await control.call('GET', '/sandbox/clock')
      if (!clock.safeParse(answer).success) throw new UserError(noSandboxAt(url))
    },
    /** `unknown-payment` belongs to another gateway. */
    pay: async (checkout_url: string, card: CardOutcome): Promise<'paid' | 'unknown-payment'> => {
      const body = { checkout_url, card: typedCard(TRIGGER_CARDS[card]) }
      const { status } = await control.send('POST', '/sandbox/pay', body)
      if (status === 404) return 'unknown-payment'
      if (status !== 200)
        throw new UserError(`The sandbox did not accept the card: HTTP ${status}.`)
      return 'paid'
    },
    token: (
      publishable_key: string,
      { card, savedFor }: { card: CardOutcome; savedFor?: string | undefined },
    ) =>
      control.tokenize({
        publishable_key,
        card: typedCard(TRIGGER_CARDS[card]),
        ...(savedFor ? { customer: { identity_number: savedFor }, save_card: true } : {}),
      }),
    now: async (): Promise<Date> =>
      new Date(clock.parse(await control.call('GET', '/sandbox/clock')).now),
    moveTo: (now: Date) => control.moveClock({ now: now.toISOString() }),
    withLostEvents: async (act: () => Promise<void>): Promise<void> => {
      const { webhooks } = faults.parse(await control.call('GET', '/sandbox/faults'))
      await control.call('PUT', '/sandbox/faults', { webhooks: { drop: 1 } })
      try {
        await act()
      } finally {
        await control.call('PUT', '/sandbox/faults', { webhooks: { drop: webhooks.drop } })
      }
    },
    /** No-op if registered. */
    deliverTo: async (receiver: string, secret: string) => {
      const known = endpoints.parse(await control.call('GET', '/sandbox/endpoints')).endpoints
      if (known.some((one) => one.url === receiver && one.secret === secret)) return
      const endpoint = { environment: 'test', url: receiver, secret }
      await control.call('POST', '/sandbox/endpoints', endpoint)
    },
    settle: control.settle,
  }
}

const clock = z.object({ now: z.string() })
const faults = z.object({ webhooks: z.object({ drop: z.number() }) })
const endpoints = z.object({
  endpoints: z.array(z.object({ url: z.string(), secret: z.string() })),
})
const message = z.object({ message: z.string() })

const noSandboxAt = (url: string): string =>
  `No sandbox gateway answers at ${url}. "puente trigger" needs the sandbox gateway; set its address with --sandbox-url.`
