import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { UserError } from '../runtime/failure.ts'
import { printableLines } from '../runtime/printable.ts'

/**
 * Has a person agree to what cannot be undone. With `yes`, that was said beforehand; at a terminal it is
 * asked; where nobody can be asked, the command ends and says what it would have done.
 */
export const confirm = async (
  what: string,
  {
    yes,
    input = process.stdin,
    output = process.stdout,
  }: { yes: boolean; input?: Readable & { isTTY?: boolean }; output?: Writable },
): Promise<void> => {
  if (yes) return
  // Tables in a question have tabs.
  const question = what.split('\t').map(printableLines).join('\t')
  if (!input.isTTY) {
    throw new UserError(`${question}\n\nNothing was changed. The same with --yes does it.`)
  }
  const lines = createInterface({ input, output })
  try {
    // The end of the input is a no, and so is everything but a yes.
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    const answer = await Promise.race([lines.question(`${question}\n\nGo on? [y/N] `), ended])
    if (!/^(?:y|yes|s|sí|si)$/i.test(answer.trim())) throw new UserError('Nothing was changed.')
  } finally {
    lines.close()
  }
}
