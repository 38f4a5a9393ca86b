import { InvalidArgumentError, Option } from 'commander'

export const limitOption = (): Option =>
  new Option('--limit <number>', 'how many at most, 1 to 50').default(50).argParser((text) => {
    const limit = Number(text)
    if (Number.isInteger(limit) && limit >= 1 && limit <= 50) return limit
    throw new InvalidArgumentError('A whole number from 1 to 50.')
  })
