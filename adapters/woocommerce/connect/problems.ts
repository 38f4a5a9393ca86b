const SITE_PROBLEMS = [
  'private_address',
  'plain_permalinks',
  'redirected',
  'basic_auth',
  'no_plugin',
  'no_json',
  'clock_differs',
  'not_begun_there',
  'blocked',
  'unreachable',
] as const
export type SiteProblem = (typeof SITE_PROBLEMS)[number]

const KEYS_PROBLEMS = [...SITE_PROBLEMS, 'keys_refused', 'keys_read_only'] as const
export type KeysProblem = (typeof KEYS_PROBLEMS)[number]

export const FINISH_PROBLEMS = [
  ...KEYS_PROBLEMS,
  'id_taken',
  'other_environment',
  'publishable_key_missing',
  'refused',
] as const
export type FinishProblem = (typeof FINISH_PROBLEMS)[number]

/** The plugin receives this code. */
export type ConnectProblem = FinishProblem | 'access_denied'
