import { addressesOf, addressInWords } from '../database-address.ts'
import { errorMessage, UserError } from '../failure.ts'
import { requireSessions } from '../pooling.ts'
import { primaryOf } from '../primary.ts'

/**
 * Tries once to reach the database at an address of the settings, by its primary where it has several
 * hosts. One that cannot be reached, or whose pooler keeps no sessions, is told in words (`UserError`),
 * without its password.
 */
export const reachDatabase = async (url: string, setting = 'DATABASE_URL'): Promise<void> => {
  try {
    await requireSessions(await primaryOf(url).address(), setting)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(
      `${setting}: cannot reach PostgreSQL at ${addressInWords(url)} (${reasonOf(error, url)})`,
    )
  }
}

/** Of several addresses of one host, the first failure; of several hosts, what each of them said. */
const reasonOf = (error: unknown, url: string): string => {
  if (!(error instanceof AggregateError)) return errorMessage(error)
  if (addressesOf(url).length === 1) return errorMessage(error.errors[0])
  return addressesOf(url)
    .map((address, index) => `${new URL(address).host}: ${reasonOf(error.errors[index], address)}`)
    .join('; ')
}
