import { open, rm } from 'node:fs/promises'
import { errorMessage, UserError } from '../../runtime/failure.ts'

/**
 * Creates a file that only its owner reads; removes it if the pieces end in an error. Throws a
 * UserError if it exists or cannot be created.
 */
export const writePrivately = async (
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> => {
  const file = await open(path, 'wx', 0o600).catch((error) => {
    throw new UserError(`--output: ${errorMessage(error)}`)
  })
  try {
    await file.writeFile(pieces)
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
