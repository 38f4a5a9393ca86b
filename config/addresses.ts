import type { Settings } from './settings.ts'

/** Where the gateway's API is (`{base_url}` of the contract): the sandbox, unless told otherwise. */
export const gatewayBaseUrl = (settings: Settings): string =>
  settings.GATEWAY_BASE_URL ?? `http://localhost:${settings.SANDBOX_PORT}/v1`

/** Where customers and shops reach Puente. */
export const publicUrl = (settings: Settings): string =>
  settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

/** Whether the gateway is on this machine: then it is a sandbox, and test data belong there. */
export const isLocalGateway = (baseUrl: string): boolean =>
  LOOPBACK_HOSTS.includes(new URL(baseUrl).hostname)
