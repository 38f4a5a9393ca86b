/** Browser features that none of our pages uses. */
const UNUSED = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'usb']
/** Features for the gateway's iframe of card fields: a bank confirms by passkey, a wallet pays. */
const OF_CARD_FIELDS = ['payment', 'publickey-credentials-get']

const without = (features: readonly string[]): string =>
  features.map((feature) => `${feature}=()`).join(', ')

/** `Permissions-Policy` of our pages. */
export const PERMISSIONS_POLICY = { 'permissions-policy': without([...UNUSED, ...OF_CARD_FIELDS]) }

/** `Permissions-Policy` of a page with card fields, which may delegate these features to its iframes. */
export const PERMISSIONS_POLICY_OF_CARD_FIELDS = { 'permissions-policy': without(UNUSED) }
