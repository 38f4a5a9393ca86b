import { type Html, html } from '../../src/runtime/http/page/html.ts'

export interface Link {
  label: string
  url: string
}

/** Renders a status card. The first link is the primary action. */
export const stateCard = ({
  mark,
  title,
  message,
  links = [],
  more,
}: {
  mark: 'not-paid' | 'ended' | 'confirming' | 'paid'
  title: string
  message: string
  links?: readonly (Link | undefined)[]
  more?: readonly (Html | false | '' | undefined)[]
}): Html => html`<div class="state ${mark}">
<div class="mark" aria-hidden="true"></div>
<h1>${title}</h1>
<p>${message}</p>
${more}
${links.map((link, index) => link && html`<a class="${index === 0 ? 'action' : 'other'}" href="${link.url}" target="_top">${link.label}</a>`)}
</div>`
