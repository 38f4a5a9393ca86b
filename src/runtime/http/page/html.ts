/** Escaped markup; only `html` creates it. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | number | null | false | undefined | readonly Part[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

const isList = (part: Part): part is readonly Part[] => Array.isArray(part)

const rendered = (part: Part): string => {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return isList(part) ? part.map(rendered).join('') : part.markup
}

export const html = (template: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: template.reduce((before, text, index) => before + rendered(parts[index - 1]) + text),
})
