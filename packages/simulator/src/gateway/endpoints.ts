import type { Sender } from './send.ts'

export interface Endpoint {
  id: string
  environment: 'test' | 'live'
  url: string
  /** Signs its deliveries. */
  secret: string
}

/** Receivers of webhooks. */
export interface Endpoints {
  add(
    url: string,
    options?: { environment?: Endpoint['environment']; secret?: string },
  ): Promise<Endpoint>
  list(): Promise<Endpoint[]>
  /** Drops its queued deliveries, too. */
  remove(id: string): Promise<void>
  /** Returns the new secret, which signs from now on. */
  rotate(id: string): Promise<string>
}

const PATH = '/sandbox/endpoints'

export const endpointsOf = ({ send }: Sender): Endpoints => ({
  add: (url, { environment = 'test', secret } = {}) =>
    send('POST', PATH, { environment, url, ...(secret !== undefined && { secret }) }),
  list: async () => (await send<{ endpoints: Endpoint[] }>('GET', PATH)).endpoints,
  remove: async (id) => {
    await send('DELETE', `${PATH}/${encodeURIComponent(id)}`)
  },
  rotate: async (id) =>
    (await send<{ secret: string }>('POST', `${PATH}/${encodeURIComponent(id)}/rotate`)).secret,
})
