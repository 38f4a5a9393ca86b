import type { Settings } from './settings.ts'

/** Returns `{base_url}`; defaults to the sandbox. */
export const gatewayBaseUrl = (settings: Settings): string =>
  settings.GATEWAY_BASE_URL ?? `http://localhost:${settings.SANDBOX_PORT}/v1`

/**
 * Returns `{embed_base_url}` for confirming cards (contract 4.13). It does not follow from
 * `{base_url}`: a custom gateway needs the setting before our page can charge cards.
 */
export const gatewayEmbedBaseUrl = (settings: Settings): string | undefined =>
  settings.GATEWAY_EMBED_BASE_URL ??
  (settings.GATEWAY_BASE_URL ? undefined : `http://localhost:${settings.SANDBOX_PORT}/embed/v1`)

/** Returns `{sdk_url}`, the card fields' script (contract 4.14); required for a custom gateway. */
export const gatewaySdkUrl = (settings: Settings): string | undefined =>
  settings.GATEWAY_SDK_URL ??
  (settings.GATEWAY_BASE_URL
    ? undefined
    : `http://localhost:${settings.SANDBOX_PORT}/sdk/v1/connect.js`)

/** Returns `{portal_url}` for links; required for a custom gateway. */
export const gatewayPortalUrl = (settings: Settings): string | undefined =>
  settings.GATEWAY_PORTAL_URL ??
  (settings.GATEWAY_BASE_URL ? undefined : `http://localhost:${settings.SANDBOX_PORT}/portal`)

/** Returns the address for customers and shops. */
export const publicUrl = (settings: Settings): string =>
  settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`

/** Returns all addresses that a process starts with. */
export const configuredAddresses = (settings: Settings) => ({
  gatewayBaseUrl: gatewayBaseUrl(settings),
  gatewayEmbedBaseUrl: gatewayEmbedBaseUrl(settings),
  gatewaySdkUrl: gatewaySdkUrl(settings),
  gatewayPortalUrl: gatewayPortalUrl(settings),
  publicUrl: publicUrl(settings),
})

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

export const isLocalAddress = (url: string): boolean =>
  LOOPBACK_HOSTS.includes(new URL(url).hostname)

/** Tells whether the gateway is a local sandbox, where test data belong. */
export const isLocalGateway = (baseUrl: string): boolean => isLocalAddress(baseUrl)
