import { type Command, InvalidArgumentError, Option } from 'commander'

export const commandOf = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description)

export const JSON_OPTION = ['--json', 'print one JSON document', false] as const

export const YES_OPTION = ['-y, --yes', 'do not ask for confirmation', false] as const

export const limitOption = (most = 50): Option =>
  new Option('--limit <number>', `maximum number of entries, 1 to ${most}`)
    .default(50)
    .argParser((text) => {
      const limit = Number(text)
      if (Number.isInteger(limit) && limit >= 1 && limit <= most) return limit
      throw new InvalidArgumentError(`Expected a whole number from 1 to ${most}.`)
    })

export const hoursOption = (most: number): Option =>
  new Option('--hours <number>', `whole hours until now, 1 to ${most}`)
    .default(24)
    .argParser((text) => {
      const hours = Number(text)
      if (Number.isInteger(hours) && hours >= 1 && hours <= most) return hours
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
