import { errorMessage, UserError } from '../failure.ts'
import { addressesOf, addressInWords } from './database-address.ts'
import { requireSessions } from './pooling.ts'
import { primaryOf } from './primary.ts'

/**
 * Connects once, to the primary. Throws `UserError`, without the password, if unreachable or if the
 * pooler keeps no sessions.
 */
export const connectDatabase = async (url: string, setting = 'DATABASE_URL'): Promise<void> => {
  try {
    await requireSessions(await primaryOf(url).address(), setting)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(
      `${setting}: cannot reach PostgreSQL at ${addressInWords(url)} (${reasonOf(error, url)})`,
    )
  }
}

const reasonOf = (error: unknown, url: string): string => {
  if (!(error instanceof AggregateError)) return errorMessage(error)
  if (addressesOf(url).length === 1) return errorMessage(error.errors[0])
  return addressesOf(url)
    .map((address, index) => `${new URL(address).host}: ${reasonOf(error.errors[index], address)}`)
    .join('; ')
}
