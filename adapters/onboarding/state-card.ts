import { type Html, html } from '../../src/runtime/html.ts'

/** One way on. */
export interface Link {
  label: string
  url: string
}

/** Something that somebody has to know or do, with the ways on, the first of which is the main one. */
export const stateCard = ({
  mark,
  title,
  message,
  links = [],
  more,
}: {
  /** One of those of the customers' pages. */
  mark: 'not-paid' | 'ended' | 'confirming' | 'paid'
  title: string
  message: string
  links?: readonly (Link | undefined)[]
  /** Between the message and the links. */
  more?: readonly (Html | false | '' | undefined)[]
}): Html => html`<div class="state ${mark}">
<div class="mark" aria-hidden="true"></div>
<h1>${title}</h1>
<p>${message}</p>
${more}
${links.map((link, index) => link && html`<a class="${index === 0 ? 'action' : 'other'}" href="${link.url}" target="_top">${link.label}</a>`)}
</div>`
