import { nonceIn, type Page } from './link-customer.ts'
import type { World } from './world.ts'

export interface Answer extends Page {
  retryAfter: string | null
  setCookie: string | undefined
}

interface Browser {
  open(token: string): Promise<Answer>
  send(token: string, form: Readonly<Record<string, string>>): Promise<Answer>
  /** Opens the link and submits its form. */
  take(token: string): Promise<Answer>
}

/** A customer's browser, which keeps the cookie of one link. `address`: as our proxy sees it. */
export const browserOf = (
  world: Pick<World, 'url'>,
  { address }: { address?: string } = {},
): Browser => {
  let cookie: string | undefined
  const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = new Headers(init.headers)
    if (cookie) headers.set('cookie', cookie)
    if (address) headers.set('x-forwarded-for', address)
    const response = await fetch(`${world.url}${path}`, { redirect: 'manual', ...init, headers })
    const [setCookie] = response.headers.getSetCookie()
    cookie = setCookie?.split(';')[0] ?? cookie
    return {
      status: response.status,
      location: response.headers.get('location'),
      retryAfter: response.headers.get('retry-after'),
      setCookie,
      text: await response.text(),
    }
  }
  const open: Browser['open'] = (token) => ask(`/l/${token}`)
  const send: Browser['send'] = (token, form) =>
    ask(`/l/${token}`, {
      method: 'POST',
      headers: { origin: world.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
  const take: Browser['take'] = async (token) =>
    send(token, { form: nonceIn(await open(token)) ?? '' })
  return { open, send, take }
}
