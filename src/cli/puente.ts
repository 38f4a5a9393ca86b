import { CommanderError } from 'commander'
import { commandTree } from './tree/tree.ts'

const WRONG_USE = 2

try {
  await commandTree().parseAsync()
} catch (error) {
  // Commander has printed its message; `--help` exits with 0.
  if (!(error instanceof CommanderError)) throw error
  process.exitCode = error.exitCode === 0 ? 0 : WRONG_USE
}
