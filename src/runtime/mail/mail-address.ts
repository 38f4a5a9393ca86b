import { domainToASCII } from 'node:url'

/**
 * Parses one typed e-mail address: accepts spaces, `mailto:`, a name before `<…>`, full-width
 * letters and a final full stop. International domains become ASCII. `undefined`: not exactly one
 * address.
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

/** Refuses quoted local parts, which put spaces and signs into an SMTP command. */
const ADDRESS = /^([^\s@<>()[\],;:\\"\p{Cc}]+)@([^\s@<>()[\],;:\\"\p{Cc}]+)$/u
/** A public host: at least two labels, and no IP address. */
const HOST = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z](?:[a-z\d-]*[a-z\d])?$/
