/** Text that is safe to put into a page as it is. Only `html` makes it. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | false | undefined | readonly Part[]

/** A template whose parts are escaped unless they are `Html` themselves. */
export const html = (template: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: String.raw({ raw: template }, ...parts.map(rendered)),
})

const rendered = (part: Part): string => {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string') return escaped(part)
  return 'markup' in part ? part.markup : part.map(rendered).join('')
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
