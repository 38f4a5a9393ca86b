/**
 * Generates a number that passes the Luhn check and is no test card, so the repository holds only
 * the sandbox's card numbers.
 */
export const nonTestCard = (prefix = '42', length = 16): string => {
  const body = prefix.padEnd(length - 1, prefix)
  const sum = [...body].reduce((all, digit, index) => {
    const isDoubled = (length - index) % 2 === 0
    const value = isDoubled ? Number(digit) * 2 : Number(digit)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

export const groupedDigits = (number: string, sizes = [4, 4, 4, 4]): string => {
  let start = 0
  return sizes
    .map((size) => {
      start += size
      return number.slice(start - size, start)
    })
    .join(' ')
}
