/** Records access allowed or refused by the site. `part` limits a refusal to one part. */
export interface AccessObserver {
  allowed(part: string | undefined): Promise<void>
  refused(part: string | undefined, reason: string): Promise<void>
}
