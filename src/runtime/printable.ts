/**
 * A text as a terminal may be given it: one line, whose signs stand where they seem to stand. Names and
 * ids are whatever somebody has made of them: to a terminal, control characters are commands, and
 * formatting ones turn a text around or hide a part of it. Nobody types a hard space to find a line.
 */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+|\p{Zs}/gu, ' ')

/** The same of several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')
