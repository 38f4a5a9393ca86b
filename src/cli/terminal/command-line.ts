import { UserError } from '../../runtime/failure.ts'
import { CARD_NUMBER_HERE, withoutCardNumbers } from '../../runtime/text/caller-texts.ts'
import { nearestName } from '../../runtime/text/nearest-name.ts'

/** Ends the command with exit code 2. */
export class WrongUse extends UserError {}

export const WRONG_USE = 2

export const didYouMean = (name: string, known: readonly string[]): string => {
  const meant = nearestName(name, known, name.length > 4 ? 2 : 1)
  return meant === undefined ? '' : ` Did you mean "${meant}"?`
}

/** Returns an error if an option that Puente would store holds a card number. */
export const cardNumberIn = (options: object): string | undefined => {
  const named = Object.entries(options).map(([name, value]) => [underscored(name), value])
  const [issue] = withoutCardNumbers(Object.fromEntries(named)).issues
  return issue && `--${String(issue.path[0]).replaceAll('_', '-')}: ${CARD_NUMBER_HERE.en}`
}

const underscored = (name: string): string =>
  name.replaceAll('-', '_').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
