import { isSameCode, MOST_WRONG_CODES } from '../../onboarding/same-code.ts'
import { type BegunDeps, type PendingConnection, updatePending } from './pending-connection.ts'

export const isClosed = ({ details }: PendingConnection): boolean =>
  details.wrong_codes >= MOST_WRONG_CODES

type CodeCheck =
  | { outcome: 'right' | 'wrong'; begun: PendingConnection }
  /** A concurrent request won the race; nothing was compared. */
  | { outcome: 'busy' }

/** Counts the attempt first, so concurrent guesses gain nothing. */
export const checkCode = async (
  { connectCode, ...deps }: BegunDeps & { connectCode: string | undefined },
  begun: PendingConnection,
  typed: string,
): Promise<CodeCheck> => {
  if (connectCode === undefined) return { outcome: 'right', begun }
  const { details } = begun
  const wrong_codes = details.wrong_codes + 1
  const counted = await updatePending(deps, begun, { details: { ...details, wrong_codes } })
  if (!counted) return { outcome: 'busy' }
  if (!isSameCode(typed, connectCode)) return { outcome: 'wrong', begun: counted }
  const cleared = await updatePending(deps, counted, { details })
  return cleared ? { outcome: 'right', begun: cleared } : { outcome: 'busy' }
}
