import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { UserError } from '../../runtime/failure.ts'
import { printableLines } from '../../runtime/text/printable.ts'

/**
 * Unless `yes` is set, asks before an irreversible change. Without a terminal, throws a UserError
 * that describes it.
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
  // Keep tabs, which align tables.
  const question = what.split('\t').map(printableLines).join('\t')
  if (!input.isTTY) {
    throw new UserError(
      `${question}\n\nNothing was changed. Run the command with --yes to confirm.`,
    )
  }
  const lines = createInterface({ input, output })
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    const answer = await Promise.race([lines.question(`${question}\n\nContinue? [y/N] `), ended])
    if (!/^(?:y|yes|s|sí|si)$/i.test(answer.trim())) throw new UserError('Nothing was changed.')
  } finally {
    lines.close()
  }
}
