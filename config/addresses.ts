import type { Settings } from './settings.ts'

/** Where the gateway's API is (`{base_url}` of the contract): the sandbox, unless told otherwise. */
export const gatewayBaseUrl = (settings: Settings): string =>
  settings.GATEWAY_BASE_URL ?? `http://localhost:${settings.SANDBOX_PORT}/v1`

/**
 * `{embed_base_url}`, where confirm is (contract 4.13). It cannot be told from `{base_url}`: with a
 * gateway of one's own it has to be set before cards can be taken on our own page.
 */
export const gatewayEmbedBaseUrl = (settings: Settings): string | undefined =>
  settings.GATEWAY_EMBED_BASE_URL ??
  (settings.GATEWAY_BASE_URL ? undefined : `http://localhost:${settings.SANDBOX_PORT}/embed/v1`)

/** `{sdk_url}`, the script of the card fields (contract 4.14); of a gateway of one's own it has to be set. */
export const gatewaySdkUrl = (settings: Settings): string | undefined =>
  settings.GATEWAY_SDK_URL ??
  (settings.GATEWAY_BASE_URL
    ? undefined
    : `http://localhost:${settings.SANDBOX_PORT}/sdk/v1/connect.js`)

/** `{portal_url}`, for links; of a gateway of one's own it has to be set. */
export const gatewayPortalUrl = (settings: Settings): string | undefined =>
  settings.GATEWAY_PORTAL_URL ??
  (settings.GATEWAY_BASE_URL ? undefined : `http://localhost:${settings.SANDBOX_PORT}/portal`)

/** Where customers and shops reach Puente. */
export const publicUrl = (settings: Settings): string =>
  settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`

/** All of them, as a process is started with. */
export const addressesOf = (settings: Settings) => ({
  gatewayBaseUrl: gatewayBaseUrl(settings),
  gatewayEmbedBaseUrl: gatewayEmbedBaseUrl(settings),
  gatewaySdkUrl: gatewaySdkUrl(settings),
  gatewayPortalUrl: gatewayPortalUrl(settings),
  publicUrl: publicUrl(settings),
})

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

export const isLocalAddress = (url: string): boolean =>
  LOOPBACK_HOSTS.includes(new URL(url).hostname)

/** Whether the gateway is on this machine: then it is a sandbox, and test data belong there. */
export const isLocalGateway = (baseUrl: string): boolean => isLocalAddress(baseUrl)
