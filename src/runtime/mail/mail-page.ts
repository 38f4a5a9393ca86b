import { type Html, html } from '../http/page/html.ts'

/** Renders an e-mail as HTML that fits a phone, in light and dark mode. */
export const mailPage = (
  { title, language }: { title: string; language: string },
  content: readonly Html[],
): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body style="margin:0;padding:16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${content}</div>
</body>
</html>
`.markup

export const mailTitle = (title: string): Html =>
  html`<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${title}</h1>
`

export const mailParagraph = (text: string): Html => html`<p style="margin:0 0 16px">${text}</p>
`

export interface ButtonColors {
  brand: string
  onBrand: string
}

const OWN_COLORS: ButtonColors = { brand: '#1b5fc1', onBrand: '#ffffff' }

export const mailButton = (
  { url, label }: { url: string; label: string },
  { brand, onBrand }: ButtonColors = OWN_COLORS,
): Html =>
  html`<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:${brand};color:${onBrand};text-decoration:none;font-weight:600">${label}</a></p>
`
