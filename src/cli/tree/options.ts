import { type Command, InvalidArgumentError, Option } from 'commander'

export const commandOf = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description)

export const JSON_OPTION = ['--json', 'print one JSON document', false] as const

export const YES_OPTION = ['-y, --yes', 'do not ask for confirmation', false] as const

export const limitOption = (most = 50): Option =>
  wholeNumberOption('--limit <number>', { about: 'maximum number of entries', most }).default(50)

export const hoursOption = (most: number): Option =>
  wholeNumberOption('--hours <number>', { about: 'whole hours until now', most }).default(24)

export const wholeNumberOption = (
  flags: string,
  { about, most }: { about: string; most: number },
): Option =>
  new Option(flags, `${about}, 1 to ${most}`).argParser((text) => {
    const number = Number(text)
    if (Number.isInteger(number) && number >= 1 && number <= most) return number
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`)
  })

export const timeOption = (
  flags: string,
  description: string,
  { needsZone = false } = {},
): Option =>
  new Option(flags, description).argParser((text) => {
    const time = new Date(text)
    const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text)
    if (!Number.isNaN(time.getTime()) && (hasZone || !needsZone)) return time
    throw new InvalidArgumentError(
      'Expected a time with its zone, such as 2030-01-31T18:00:00-06:00.',
    )
  })
