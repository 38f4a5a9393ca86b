import { domainToASCII } from 'node:url'

/**
 * Reads one e-mail address as people type it: with blanks, `mailto:`, a name before `<…>`, full-width
 * letters, or a final period. International domains become ASCII. `undefined`: not exactly one address.
 */
export const readMailAddress = (typed: string): string | undefined => {
  const text = typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}+/gu, '')
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/\?.*$/, '')
  const [, inBrackets] = /^[^<>@\p{Cc}]*<([^<>]*)>[.,;]*$/u.exec(text) ?? []
  const [, local = '', domain = ''] =
    ADDRESS.exec(
      (inBrackets ?? text)
        .trim()
        .replaceAll(/ *@ */g, '@')
        .replace(/^['"(]+/, '')
        .replace(/[)'".;]+$/, ''),
    ) ?? []
  const host = domainToASCII(domain)
  const isWhole = local.length <= MOST_LOCAL && HOST.test(host) && !/^\.|\.\.|\.$/.test(local)
  return isWhole && local && local.length + host.length < MOST_ADDRESS
    ? `${local}@${host}`
    : undefined
}

const MOST_LOCAL = 64
const MOST_ADDRESS = 254

/** No quoted local parts, which carry blanks and signs into a command. */
const ADDRESS = /^([^\s@<>()[\],;:\\"\p{Cc}]+)@([^\s@<>()[\],;:\\"\p{Cc}]+)$/u
/** A public host: at least two labels, and no IP address. */
const HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z](?:[a-z\d-]*[a-z\d])?$/
