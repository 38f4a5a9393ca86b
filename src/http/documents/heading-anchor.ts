/** Returns the anchor of a heading, as code forges generate it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
