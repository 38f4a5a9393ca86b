import { open } from 'node:fs/promises'
import { errorMessage, UserError } from '../../runtime/failure.ts'

/** Creates a file that only its owner reads. Throws a UserError if it exists or cannot be created. */
export const writePrivately = async (
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> => {
  await using file = await open(path, 'wx', 0o600).catch((error) => {
    throw new UserError(`--output: ${errorMessage(error)}`)
  })
  for await (const piece of pieces) await file.write(piece)
}
