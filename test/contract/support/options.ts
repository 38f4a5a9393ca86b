/** Options of `run.ts`, passed to the tests as environment variables. */
export const VARIABLES = {
  base: 'CONTRACT_BASE',
  'embed-base': 'CONTRACT_EMBED_BASE',
  'sdk-url': 'CONTRACT_SDK_URL',
  'secret-key': 'CONTRACT_SECRET_KEY',
  'live-secret-key': 'CONTRACT_LIVE_SECRET_KEY',
  'publishable-key': 'CONTRACT_PUBLISHABLE_KEY',
  control: 'CONTRACT_CONTROL',
  'control-key': 'CONTRACT_CONTROL_KEY',
} as const

export type Option = keyof typeof VARIABLES
