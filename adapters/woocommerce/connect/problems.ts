/** Why a site could not be asked; each is something for a person to do. */
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

/** Why REST keys cannot be used. */
const KEYS_PROBLEMS = [...SITE_PROBLEMS, 'keys_refused', 'keys_read_only'] as const
export type KeysProblem = (typeof KEYS_PROBLEMS)[number]

/** Why a connection did not come about. */
export const FINISH_PROBLEMS = [
  ...KEYS_PROBLEMS,
  'id_taken',
  'other_environment',
  'publishable_key_missing',
  'refused',
] as const
export type FinishProblem = (typeof FINISH_PROBLEMS)[number]

/** Everything that can be in the way; the plugin is told of it by this code. */
export type ConnectProblem = FinishProblem | 'access_denied'
