import { isSameCode, MOST_WRONG_CODES } from '../../onboarding/same-code.ts'
import { type Begun, type BegunDeps, moveBegun } from './begun.ts'

export const isClosed = ({ details }: Begun): boolean => details.wrong_codes >= MOST_WRONG_CODES

export type CodeCheck =
  | { outcome: 'right' | 'wrong'; begun: Begun }
  /** Somebody else is at the same connection at this very moment; nothing was looked at. */
  | { outcome: 'busy' }

/**
 * Compares what was typed in with the code of this installation. A try is counted before it is looked
 * at, so that many at once are no more tries than one after the other.
 */
export const checkCode = async (
  deps: BegunDeps,
  begun: Begun,
  { typed, connectCode }: { typed: string; connectCode: string },
): Promise<CodeCheck> => {
  const { details } = begun
  const wrong_codes = details.wrong_codes + 1
  const counted = await moveBegun(deps, begun, { details: { ...details, wrong_codes } })
  if (!counted) return { outcome: 'busy' }
  if (!isSameCode(typed, connectCode)) return { outcome: 'wrong', begun: counted }
  const cleared = await moveBegun(deps, counted, { details })
  return cleared ? { outcome: 'right', begun: cleared } : { outcome: 'busy' }
}
