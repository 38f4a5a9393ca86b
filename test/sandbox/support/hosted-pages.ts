import { type Answer, CARDS, type Harness } from '../../contract/support/harness.ts'

/** A browser without scripts and cookies. */
export interface HostedPages {
  /** Does not follow redirects. */
  open(url: string, headers?: Record<string, string>): Promise<Answer>
  /** Submits a form to its own URL. */
  send(url: string, fields: Record<string, string>): Promise<Answer>
  sendAndFollow(url: string, fields: Record<string, string>): Promise<Answer & { url: string }>
  /** Returns the `authentication_url`. */
  meetChallenge(checkoutUrl: string, fields?: Record<string, string>): Promise<string>
}

export const TYPED_CARD = {
  number: '4111 1111 1111 1111',
  expiry: '12/40',
  cvc: '123',
  holder: 'Ana',
}

export const locationOf = ({ headers }: Answer): string => headers.get('location') ?? ''

export const formKeyOf = (page: string): string =>
  /name="form_key" value="([^"]+)"/.exec(page)?.[1] ?? ''

/** Lazy, because tests declare pages before the gateway starts. */
export const hostedPages = (gateway: () => Harness): HostedPages => {
  const pathOf = (url: string): string => {
    const { pathname, search } = new URL(url, gateway().sandbox.url)
    return pathname + search
  }
  const open: HostedPages['open'] = (url, headers = {}) =>
    gateway().call('GET', pathOf(url), { key: null, headers })
  const send: HostedPages['send'] = (url, fields) =>
    gateway().call('POST', pathOf(url), {
      key: null,
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  return {
    open,
    send,
    sendAndFollow: async (url, fields) => {
      const sent = await send(url, fields)
      if (sent.status !== 303) throw new Error(`No redirect but ${sent.status}`)
      return { ...(await open(locationOf(sent))), url: locationOf(sent) }
    },
    meetChallenge: async (checkoutUrl, fields = {}) =>
      locationOf(await send(checkoutUrl, { ...TYPED_CARD, number: CARDS.challenge, ...fields })),
  }
}
