import { open } from 'node:fs/promises'

/** Creates a file that only its owner reads. Rejects if it exists. */
export const writePrivately = async (
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> => {
  await using file = await open(path, 'wx', 0o600)
  for await (const piece of pieces) await file.write(piece)
}
