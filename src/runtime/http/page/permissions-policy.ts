const UNUSED = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'usb']
/** Features of the card fields iframe: banks confirm by passkey, wallets pay. */
const OF_CARD_FIELDS = ['payment', 'publickey-credentials-get']

const without = (features: readonly string[]): string =>
  features.map((feature) => `${feature}=()`).join(', ')

export const PERMISSIONS_POLICY = { 'permissions-policy': without([...UNUSED, ...OF_CARD_FIELDS]) }

/** Lets the card fields iframe use its features. */
export const PERMISSIONS_POLICY_OF_CARD_FIELDS = { 'permissions-policy': without(UNUSED) }

/** Lets Puente's own pages sign in with a passkey. */
export const PERMISSIONS_POLICY_OF_PASSKEYS = {
  'permissions-policy': `${without([...UNUSED, 'payment'])}, publickey-credentials-get=(self)`,
}
