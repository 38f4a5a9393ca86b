import { anchorOf } from '../../src/http/documents/heading-anchor.ts'

/** Code blocks and code in sentences, which nothing changes. */
const CODE = /^( *)(`{3,})[^\n]*\n[\s\S]*?^ *\2 *$|`[^`\n]+`/gm

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g

/** Replaces the links and pictures of a document outside its code. */
export const mapLinks = (
  text: string,
  replace: (link: { isPicture: boolean; label: string; target: string }) => string,
): string => {
  const code: string[] = []
  const open = text.replace(CODE, (block) => `\ue000${code.push(block) - 1}\ue000`)
  return open
    .replace(LINK, (_, mark: string, label: string, target: string) =>
      replace({ isPicture: mark === '!', label, target }),
    )
    .replace(/\ue000(\d+)\ue000/g, (_, index: string) => code[Number(index)] ?? '')
}

export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

/** The first paragraph below the title, without markup. */
export const summaryOf = (text: string): string => {
  const [, paragraph = ''] = /^# .+\n+([^#|`>\n-](?:.|\n(?!\n))*)/m.exec(text) ?? []
  return paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Anchors of a document's headings. */
export const anchorsIn = (text: string): Set<string> =>
  new Set(
    [...text.replace(/^ *```[\s\S]*?^ *```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(
      ([, heading = '']) => anchorOf(heading),
    ),
  )
