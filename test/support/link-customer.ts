import { setTimeout as sleep } from 'node:timers/promises'
import { HANG_MS } from './eventually.ts'

export interface Page {
  status: number
  location: string | null
  text: string
}

/** Addresses of one Puente; a customer whose request fails tries the next. */
export interface LinkVisit {
  addresses: readonly string[]
  publicUrl: string
}

const PAUSE_MS = 200

/** Repeats a request until a process answers it with less than 500, or with a page for the customer. */
export const insist = async (
  { addresses }: Pick<LinkVisit, 'addresses'>,
  path: string,
  init: RequestInit = {},
): Promise<Page> => {
  const giveUpAt = Date.now() + HANG_MS
  for (let turn = Math.floor(Math.random() * addresses.length); ; turn++) {
    const address = addresses[turn % addresses.length] ?? ''
    const page = await fetch(`${address}${path}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
      ...init,
    })
      .then(async (response) => ({
        status: response.status,
        location: response.headers.get('location'),
        text: await response.text(),
      }))
      .catch(() => undefined)
    if (page && (page.status < 500 || kindOf(page))) return page
    if (Date.now() > giveUpAt) throw new Error(`${path}: ${page?.status ?? 'no answer'}`)
    await sleep(PAUSE_MS)
  }
}

/** Returns the hidden value that makes a form submitted twice open one order. */
export const nonceIn = ({ text }: Pick<Page, 'text'>): string | undefined =>
  /name="form" value="(\w{26}(?:\.\d+)?)"/.exec(text)?.[1]

export const kindOf = ({ text }: Pick<Page, 'text'>): string | undefined =>
  /data-kind="([\w-]+)"/.exec(text)?.[1]

/** Submits the form of a link's page, as a browser does. */
export const submit = (
  visit: LinkVisit,
  token: string,
  form: Readonly<Record<string, string>>,
): Promise<Page> =>
  insist(visit, `/l/${token}`, {
    method: 'POST',
    headers: { origin: visit.publicUrl, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  })
