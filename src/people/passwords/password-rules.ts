import { readFile } from 'node:fs/promises'

export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

export type PasswordFault = 'too-short' | 'too-long' | 'is-email' | 'common'

/** Returns `undefined` for a valid password. Lengths are in characters. */
export const passwordFault = async (
  password: string,
  email: string,
): Promise<PasswordFault | undefined> => {
  const length = [...password].length
  if (length < SHORTEST_PASSWORD) return 'too-short'
  // better-auth counts UTF-16 units.
  if (password.length > LONGEST_PASSWORD) return 'too-long'
  if (password.trim().toLowerCase() === email.toLowerCase()) return 'is-email'
  return (await isCommonPassword(password)) ? 'common' : undefined
}

/** Lower case, one per line; source in `common-passwords.LICENSE.txt`. */
const FILE = new URL('./common-passwords.txt', import.meta.url)

let loading: Promise<ReadonlySet<string>> | undefined
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  loading ??= readFile(FILE, 'utf8').then((text) => new Set(text.split('\n').filter(Boolean)))
  return loading
}

/** Minimum of distinct characters: `111222333444` has fewer. */
const LEAST_CHARACTERS = 4
/** Digits and symbols added to a word: `2026`, `!`. */
const ADDED = /^[^\p{L}]{1,4}$/u
const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '3': 'e',
  '1': 'i',
  $: 's',
  '5': 's',
}

/**
 * Detects passwords that attackers try first: common ones, two together, one with a few digits,
 * sequences, repeated short texts. Phrases of several words pass.
 */
const isCommonPassword = async (password: string): Promise<boolean> => {
  const text = password.normalize('NFKC').toLowerCase().trim()
  const unit = repeatedUnit(text)
  const characters = [...new Set(unit.replaceAll(/\s/g, ''))]
  if (characters.length < LEAST_CHARACTERS || isRow(unit)) return true
  if (unit !== text && unit.length < LEAST_UNIT) return true
  const common = await commonPasswords()
  const isCommon = (part: string): boolean =>
    common.has(part) ||
    common.has(part.replaceAll(/[@40315$]/g, (each) => LOOKALIKES[each] ?? each))
  const isPart = (part: string): boolean => ADDED.test(part) || isCommon(part)
  const isCommonWhole = (whole: string): boolean =>
    isCommon(whole) ||
    [...whole].some((_, at) => at > 0 && isPart(whole.slice(0, at)) && isPart(whole.slice(at)))
  return isCommonWhole(unit) || isCommonWhole(unit.replaceAll(/[^\p{L}\p{N}\s]/gu, ''))
}

/** Minimum length of a repeated unit: repetition adds no strength. */
const LEAST_UNIT = 12
const repeatedUnit = (text: string): string => /^(.+?)(?:\s*\1)+$/u.exec(text)?.[1] ?? text

/** `abcdefghijkl`, `987654321098`. */
const isRow = (text: string): boolean => {
  const codes = [...text].map((each) => each.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, at) => code - (codes[at] ?? 0))
  // 0 follows 9.
  return [1, -1].some((by) => steps.every((step) => step === by || step === -9 * by))
}
