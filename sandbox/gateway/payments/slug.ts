import { randomInt } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LENGTH = 12

/** 12 lowercase letters without a prefix (2.1). */
export const newSlug = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

export const isSlug = (text: string): boolean => /^[a-z]{12}$/.test(text)
