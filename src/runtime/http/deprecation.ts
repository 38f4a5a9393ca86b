/** A route that a later version removes. */
export interface Deprecation {
  since: Date
  /** Earliest removal. */
  sunset: Date
  /** Address of the page that says what to use instead. */
  page: string
}

/** Builds the headers of a deprecated route (RFC 9745, RFC 8594). */
export const deprecationHeaders = ({ since, sunset, page }: Deprecation) => ({
  deprecation: `@${Math.floor(since.getTime() / 1_000)}`,
  sunset: sunset.toUTCString(),
  link: `<${page}>; rel="deprecation"; type="text/html", <${page}>; rel="sunset"; type="text/html"`,
})
