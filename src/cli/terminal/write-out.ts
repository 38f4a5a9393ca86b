import { once } from 'node:events'

/** Writes to standard output; waits for backpressure. */
export const writeOut = async (text: string): Promise<void> => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
