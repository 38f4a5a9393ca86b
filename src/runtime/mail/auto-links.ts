/** A full stop of any script between a letter or digit and a domain. */
const DOMAIN = /([\p{L}\p{N}_-][.。．｡․])(?=\p{L}[\p{L}\p{N}-])/gu
const SCHEME = /:(?=\/\/)/g

/** Reports whether mail programs would show a part of a text as a link. */
export const hasAutoLink = (text: string): boolean => text !== withoutAutoLinks(text)

/** Adds spaces, so mail programs show no part of a text as a link: `evil. example`. */
export const withoutAutoLinks = (text: string): string =>
  text.replaceAll(DOMAIN, '$1 ').replaceAll(SCHEME, ': ')
