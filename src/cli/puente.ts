import { CommanderError } from 'commander'
import { commandTree } from './tree/tree.ts'

const WRONG_USE = 2

try {
  await commandTree().parseAsync()
} catch (error) {
  // Its text is printed; a wish for help ends well.
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? 0 : WRONG_USE
}
