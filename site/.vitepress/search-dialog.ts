import type { Plugin } from 'vite'

/** The roles of the generator's search, and those that assistive technology understands. */
const CHANGES: readonly (readonly [from: RegExp, to: string])[] = [
  // The dialog, which the generator calls a button.
  [
    /role="button"\s+:aria-owns="[^"]+"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
    'role="dialog" aria-modal="true"',
  ],
  // A result is one thing, not a link within an option. Its own words name it.
  [
    /:id="'localsearch-item-' \+ index"\s+:aria-selected="[^"]+"\s+role="option"/,
    'role="presentation"',
  ],
  [
    /:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/,
    `:id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'" role="option"`,
  ],
  // Pictures of keys.
  [/<kbd :aria-label=/g, '<kbd role="img" :aria-label='],
]

/** Gives the generator's search dialog its roles. Throws if an upgrade changes the dialog. */
export const accessibleSearch: Plugin = {
  name: 'accessible-search',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined
    return CHANGES.reduce((text, [from, to]) => {
      if (text.search(from) < 0) throw new Error(`The search dialog has no ${from}`)
      return text.replace(from, () => to)
    }, code)
  },
}
