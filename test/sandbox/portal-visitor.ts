import type { Harness } from '../contract/support/harness.ts'

export interface Page {
  status: number
  location: string | null
  headers: Headers
  html: string
}

export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Page>
  post(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Page>
}

export const visitorAt = (gateway: Harness): Visitor => {
  const ask = async (path: string, init: RequestInit): Promise<Page> => {
    const response = await fetch(`${gateway.sandbox.url}${path}`, { redirect: 'manual', ...init })
    // `Intl` puts non-breaking spaces into amounts.
    const html = (await response.text()).replaceAll('\u00a0', ' ')
    const { status, headers } = response
    return { status, location: headers.get('location'), headers, html }
  }
  return {
    get: (path, headers = {}) => ask(path, { headers: { accept: 'text/html', ...headers } }),
    post: (path, fields = {}, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams(fields),
      }),
  }
}
