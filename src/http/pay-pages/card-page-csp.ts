import {
  type CardPageInstallation,
  customersComeBack,
} from '../../payments/ports/card-page-setup.ts'
import { securityPolicy } from '../../runtime/http/page-shell.ts'

/**
 * What the card page may load: our own files, and the gateway's script and iframe (4.14). Where the
 * iframe comes from is not shown; the hosts of the SDK and of the confirm route are the likely ones,
 * and GATEWAY_FRAME_URL names another. Styles may stand in elements: the SDK may set some.
 */
export const cardPageCsp = (installation: CardPageInstallation): string => {
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
    // The page of whichever bank, where it is shown in a window of ours.
    'frame-src': `${gateway.join(' ')}${customersComeBack(installation) ? '' : ' https:'}`,
  })
}
