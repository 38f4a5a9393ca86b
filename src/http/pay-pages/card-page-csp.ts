import { type CardPageInstallation, canRedirectBack } from '../../payments/ports/card-page-setup.ts'
import { securityPolicy } from '../../runtime/http/page/page-shell.ts'

/**
 * Allows own files and the gateway's script and iframe (4.14). The contract does not show the
 * iframe's origin: SDK and confirm hosts are likely, GATEWAY_FRAME_URL adds another. The SDK may
 * set inline styles.
 */
export const cardPageCsp = (
  installation: CardPageInstallation,
  framedBy: string | undefined,
): string => {
  const { sdkUrl, embedBaseUrl, frameUrl } = installation
  const originsOf = (...urls: (string | undefined)[]) => [
    ...new Set(urls.flatMap((url) => (url ? [new URL(url).origin] : []))),
  ]
  const sdk = originsOf(sdkUrl)
  const gateway = originsOf(sdkUrl, embedBaseUrl, frameUrl)
  return securityPolicy({
    'script-src': `'self' ${sdk.join(' ')}`,
    'style-src': `'self' 'unsafe-inline'`,
    'img-src': `'self' data: ${gateway.join(' ')}`,
    'connect-src': `'self' ${gateway.join(' ')}`,
    // Any bank's page, if this page shows it.
    'frame-src': `${gateway.join(' ')}${showsBank(installation, framedBy) ? ' https:' : ''}`,
    'frame-ancestors': framedBy ?? "'none'",
  })
}

/** A page in a shop's frame must not leave it; without https the bank cannot redirect back. */
const showsBank = (installation: CardPageInstallation, framedBy: string | undefined): boolean =>
  framedBy !== undefined || !canRedirectBack(installation)
